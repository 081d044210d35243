// Lists of people as they come: files in whatever letters, and what is left of one that was taken in part.
import type { ListReport } from '../lib/api.ts'

/** The largest list that the program takes, in bytes (club.MaxList). */
export const most = 1 << 20

/**
 * The text of a file: UTF-8, UTF-16 with its mark, or what Russian spreadsheets save where they are not told otherwise
 * (windows-1251). Null for what is no text: a workbook, a picture.
 */
export function textOf(bytes: Uint8Array): string | null {
  const [a, b] = bytes
  if ((a === 0xff && b === 0xfe) || (a === 0xfe && b === 0xff)) {
    return new TextDecoder(a === 0xff ? 'utf-16le' : 'utf-16be').decode(bytes)
  }
  if (bytes.includes(0)) return null
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return new TextDecoder('windows-1251').decode(bytes)
  }
}

const blank = (line: string): boolean => line.replace(/[,;\t\s]/g, '') === ''

/** The lines that were left out, to be mended and given again, under the headings where the list had some. */
export function leftOver(text: string, report: ListReport): string {
  const lines = text
    .replace(/^\uFEFF/, '')
    .split('\n')
    .map((line) => line.replace(/\r+$/, ''))
    .filter((line) => !blank(line))
  // The program counts the lines that hold somebody: one less than there are, if the first holds headings.
  const head = lines.length === report.lines + 1 ? lines.slice(0, 1) : []
  const faulty = report.faults.map((f) => f.text)
  return faulty.length === 0 ? '' : [...head, ...faulty].join('\n')
}
