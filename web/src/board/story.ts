// The story of a game in pages for a wall.
import type { Export } from '../lib/api.ts'
import { chapterName, chapters, tell, type Say } from '../lib/story.ts'

export interface Part {
  name: string
  night: boolean
  lines: string[]
}

/** A game as its days and nights; those in which nothing is to be told are left out. */
export const parts = (say: Say, record: Export): Part[] =>
  chapters(record)
    .map((ch) => ({
      name: chapterName(say, ch),
      night: ch.kind === 'night',
      lines: tell(say, record.table.rulebook, ch),
    }))
    .filter((p) => p.lines.length > 0)

/** Rows that a line takes where a row has so many letters. */
const rows = (line: string, letters: number): number =>
  Math.max(1, Math.ceil(line.length / letters))

/** Cuts a story into pages of about so many rows; a day that goes on has its name on each. */
export function pages(story: Part[], height: number, letters: number): Part[][] {
  const out: Part[][] = []
  let page: Part[] = []
  let room = height
  const turn = () => {
    if (page.length > 0) out.push(page)
    ;[page, room] = [[], height]
  }
  for (const part of story) {
    // A name alone at the foot of a page helps nobody.
    if (room < 1.6 + rows(part.lines[0] ?? '', letters)) turn()
    let now: Part = { ...part, lines: [] }
    page.push(now)
    room -= 1.6
    for (const line of part.lines) {
      const need = rows(line, letters)
      if (need > room && now.lines.length > 0) {
        turn()
        now = { ...part, lines: [] }
        page.push(now)
        room -= 1.6
      }
      now.lines.push(line)
      room -= need
    }
  }
  turn()
  return out
}
