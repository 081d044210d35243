// What was chosen for an import: which files there are, how reports of several go together, and the report as a table.
import type { GamesReport } from '../lib/api.ts'
import { toCsv } from '../club/csv.ts'
import { pick } from '../lib/i18n.svelte.ts'
import { w } from './words.ts'

/** Files by what becomes of them: each table is an import of its own, all records together are one. */
export interface Chosen {
  tables: File[]
  records: File[]
}

/** Sorts files by their endings; what is none of these, as in a folder, is passed over. */
export function sorted(files: Iterable<File>): Chosen {
  const out: Chosen = { tables: [], records: [] }
  for (const f of files) {
    if (/\.(csv|tsv)$/i.test(f.name)) out.tables.push(f)
    else if (/\.(mafia|zip)$/i.test(f.name)) out.records.push(f)
    else if (/\.txt$/i.test(f.name)) out.records.push(f)
  }
  return out
}

/** The one record of today's way: not thousands, and no archive. */
export function single(files: readonly File[]): File | undefined {
  const [first] = files
  return files.length === 1 && first && /\.(mafia|txt)$/i.test(first.name) ? first : undefined
}

/** A file's name as the place its games are from: without its ending, and without the mark of a second download. */
export function sourceOf(name: string): string {
  let out = name.replace(/\.[^.]*$/, '').replace(/\s*\(\d+\)$/, '')
  const bytes = (s: string) => new TextEncoder().encode(s).length
  while (bytes(out) > 48) out = [...out].slice(0, -1).join('')
  return out.trim()
}

/** All files of what was dropped, those in folders too. */
export async function dropped(data: DataTransfer): Promise<File[]> {
  const entries = [...data.items].flatMap((i) => i.webkitGetAsEntry() ?? [])
  if (entries.length === 0) return [...data.files]
  return (await Promise.all(entries.map(inside))).flat()
}

async function inside(entry: FileSystemEntry): Promise<File[]> {
  if (entry.isFile) {
    return [
      await new Promise<File>((done, no) => {
        ;(entry as FileSystemFileEntry).file(done, no)
      }),
    ]
  }
  const reader = (entry as FileSystemDirectoryEntry).createReader()
  const out: File[] = []
  for (;;) {
    // A browser gives a folder by the hundred.
    const some = await new Promise<FileSystemEntry[]>((done, no) => {
      reader.readEntries(done, no)
    })
    if (some.length === 0) return out
    for (const e of some) out.push(...(await inside(e)))
  }
}

/** Several reports as one. Somebody who is new in two files is counted in both. */
export function joined(reports: readonly GamesReport[]): GamesReport {
  const sum = (of: (r: GamesReport) => number) => reports.reduce((n, r) => n + of(r), 0)
  const alike = reports.flatMap((r) => r.alike)
  return {
    rows: sum((r) => r.rows),
    games: sum((r) => r.games),
    refused: sum((r) => r.refused),
    known: sum((r) => r.known),
    people: sum((r) => r.people),
    more: sum((r) => r.more),
    refusals: reports.flatMap((r) => r.refusals),
    notes: reports.flatMap((r) => r.notes),
    alike: alike.filter((a, i) => alike.findIndex((b) => b.nick === a.nick) === i),
  }
}

/** The report as a table for spreadsheets. */
export const reportCsv = (r: GamesReport): string =>
  toCsv([
    [w('many.games.done'), r.games],
    [w('many.known'), r.known],
    [w('many.refused'), r.refused],
    [w('many.people'), r.people],
    [],
    [w('many.file'), w('many.line'), w('many.column'), w('many.why')],
    ...r.refusals.map((x) => [x.game, x.line || '', x.column, pick(x.why)]),
    ...(r.more > 0 ? [[w('many.more.counted', { n: r.more })]] : []),
    ...r.notes.map((n) => [w('many.notes'), '', '', pick(n)]),
  ])
