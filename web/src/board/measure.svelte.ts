// How wide the board's letters are, as the browser draws them.
import type { Measure } from './layout.ts'

/** At this size in px widths are taken; they grow in proportion. */
const sample = 100
const pen = document.createElement('canvas').getContext('2d')
let widths: Record<string, number> = {}
let typefaces = $state(0)
void document.fonts?.ready.then(() => {
  widths = {}
  typefaces += 1
})

/** The width of a text at 1 px. Who asks within an effect is asked to ask anew once the typeface is there. */
export const measure: Measure = (text) => {
  void typefaces
  let width = widths[text]
  if (width === undefined) {
    if (pen) pen.font = `650 ${sample}px ${getComputedStyle(document.body).fontFamily}`
    // A hair more: a browser rounds letters to its own grid.
    width = pen ? (pen.measureText(text).width / sample) * 1.02 : text.length * 0.62
    widths[text] = width
  }
  return width
}
