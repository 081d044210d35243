// Faults of a record as the server tells them: the first as the answer, the others with it.
import type { Lang } from '../lib/say.ts'
import type { Problem } from '../lib/types.ts'

export interface Fault {
  /** 0 where no line is concerned. */
  line: number
  /** What the referee found. */
  text: string
  /** The rule's id, where a rule of the game is concerned. */
  rule: string
}

/** What stands in the place of a rule when none is concerned. */
const none = new Set(['NOTATION', 'EXPECT'])

/** Reads "LINE: TEXT [RULE]", as `omerta replay` prints it; another shape is a fault without a place. */
export function parseFault(text: string): Fault {
  const found = /^(\d+):\s*(.*?)(?:\s*\[([A-Z0-9-]+)\])?$/s.exec(text.trim())
  if (!found) return { line: 0, text: text.trim(), rule: '' }
  const rule = found[3] ?? ''
  return { line: Number(found[1]), text: found[2] ?? '', rule: none.has(rule) ? '' : rule }
}

/** The faults in the reader's language. */
export const faultsOf = (problem: Problem, lang: Lang): Fault[] =>
  [problem, ...problem.more].map((p) => {
    const fault = parseFault(p.why)
    return { ...fault, text: p.text[lang] || fault.text }
  })

/** What a text that is no record of ours seems to be: a table of results, or a record of a later program. */
export function foreignText(text: string): '' | 'csv' | 'newer' {
  const first =
    text
      .replace(/^\uFEFF/, '')
      .trimStart()
      .split(/\r?\n/)[0] ?? ''
  const version = /^omerta\s+(\d+)\s*$/.exec(first)?.[1]
  if (version) return Number(version) > 1 ? 'newer' : ''
  return first.split(/[;,\t]/).length > 3 ? 'csv' : ''
}
