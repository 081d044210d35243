// Short notes that come and go by themselves. What must be read stands on the page, not here.

export interface Note {
  id: number
  text: string
  bad: boolean
  /** Takes back what the note tells, where it can be taken back. */
  undo: { label: string; act: () => void } | undefined
}

export const notes = $state<Note[]>([])
let last = 0

export function dismiss(id: number): void {
  const at = notes.findIndex((n) => n.id === id)
  if (at >= 0) notes.splice(at, 1)
}

/** Another page is shown: a note that offers to take something back belongs to the page on which that was done. */
export function turnPage(): void {
  for (const note of notes.filter((n) => n.undo)) dismiss(note.id)
}

/** Shows a note; one with an undo stays longer. Returns its id, by which it can be put away before. */
export function toast(text: string, more: { bad?: boolean; undo?: Note['undo'] } = {}): number {
  const id = ++last
  notes.push({ id, text, bad: more.bad ?? false, undo: more.undo })
  if (notes.length > 3) notes.shift()
  setTimeout(() => dismiss(id), more.undo || more.bad ? 9000 : 4000)
  return id
}
