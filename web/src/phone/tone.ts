// The tone of the whole page, the browser's own frame included: a night is black to the edge of the glass.

const inks = { day: '#f4efe6', night: '#000000' }

/** Puts the tone onto the page: black by night, else as the device wants it. */
export function applyTone(night: boolean): void {
  const tone = night || matchMedia('(prefers-color-scheme: dark)').matches ? 'night' : 'day'
  document.body.dataset.tone = tone
  document.querySelector('meta[name="theme-color"]')?.setAttribute('content', inks[tone])
}
