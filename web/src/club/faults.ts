// Faults of a record as the referee lists them, one a line: "LINE: what is wrong [RULE-ID]".

export interface Fault {
  /** 0 where no line is concerned. */
  line: number
  text: string
  rule: string
}

/** Reads the list; a line of another shape is a fault without a place. */
export function parseFaults(text: string): Fault[] {
  return text
    .split('\n')
    .map((s) => s.trim())
    .filter((s) => s !== '')
    .map((s) => {
      const found = /^(?:[^\s:]*:)??(\d+):\s*(.*?)(?:\s*\[([A-Z0-9-]+)\])?$/.exec(s)
      if (!found) return { line: 0, text: s, rule: '' }
      const rule = found[3] ?? ''
      return {
        line: Number(found[1]),
        text: found[2] ?? '',
        rule: rule === 'NOTATION' || rule === 'EXPECT' ? '' : rule,
      }
    })
}
