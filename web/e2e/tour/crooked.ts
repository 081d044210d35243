/** What the search for crooked things must know. */
interface Asked {
  /** Keys that must not be seen in place of their text. */
  keys: string[]
  /** What letters of the other language look like. */
  foreign: string
  /** Words that are the same in both languages. */
  names: string
  lang: string
}

/**
 * Looks over the page as it stands, in the browser: what runs out at the side, what is cut off, what is too small for a
 * thumb, what was never filled in, what is in the other language. Answers a line for each. Stands alone, because it is
 * sent to the browser as text.
 */
export function crooked({ keys, foreign, names, lang }: Asked): string[] {
  const faults: string[] = []
  const known = new Set(keys)
  const other = new RegExp(foreign, 'g')
  const name = new RegExp(names, 'i')
  const brief = (el: Element) =>
    `<${el.tagName.toLowerCase()}${el.className && typeof el.className === 'string' ? `.${el.className.split(' ')[0]}` : ''}> "${(el.textContent || (el as HTMLInputElement).value || '').trim().replace(/\s+/g, ' ').slice(0, 60)}"`
  const seen = (el: Element) =>
    el.checkVisibility({ visibilityProperty: true, opacityProperty: true }) &&
    !el.closest('.aside') &&
    getComputedStyle(el).clipPath === 'none'

  const wide = document.documentElement.scrollWidth - document.documentElement.clientWidth
  if (wide > 0) faults.push(`the page is ${wide} px too wide`)

  /** The text's own boxes against every box that may cut it off. */
  const cut = (node: Node, el: Element) => {
    const range = document.createRange()
    range.selectNodeContents(node)
    let boxes: { left: number; right: number; top: number; bottom: number }[] = [
      ...range.getClientRects(),
    ].filter((r) => r.width > 1)
    for (
      let at: Element | null = el;
      at && at !== document.documentElement;
      at = at.parentElement
    ) {
      const style = getComputedStyle(at)
      const box = at.getBoundingClientRect()
      // What has been scrolled away is not cut off: only the rest is of interest further up.
      if (/auto|scroll/.test(style.overflowX + style.overflowY))
        boxes = boxes
          .filter((r) => r.bottom > box.top && r.top < box.bottom)
          .map((r) => ({
            left: Math.max(r.left, box.left),
            right: Math.min(r.right, box.right),
            top: Math.max(r.top, box.top),
            bottom: Math.min(r.bottom, box.bottom),
          }))
          .filter((r) => r.right > r.left)
      if (
        style.overflowX !== 'visible' &&
        style.overflowX !== 'auto' &&
        style.overflowX !== 'scroll'
      )
        if (boxes.some((r) => r.right > box.right + 1 || r.left < box.left - 1))
          return faults.push(`cut off at the side: ${brief(el)} by ${brief(at).slice(0, 40)}`)
      if (style.overflowY === 'hidden' || style.overflowY === 'clip')
        if (
          at !== document.body &&
          boxes.some((r) => r.bottom > box.bottom + 2 || r.top < box.top - 2)
        )
          return faults.push(`cut off in height: ${brief(el)} by ${brief(at).slice(0, 40)}`)
      if (/^(button|a|summary|label)$/i.test(at.tagName) && style.display !== 'inline')
        if (boxes.some((r) => r.right > box.right + 1 || r.left < box.left - 1))
          return faults.push(`runs out of its button: ${brief(el)}`)
    }
    return 0
  }

  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    const el = node.parentElement
    const text = (node.nodeValue ?? '').trim()
    if (!el || !text || !seen(el)) continue
    // A nick on one line may end in dots: the seat's number names it, and its menu shows the whole.
    if (getComputedStyle(el).textOverflow !== 'ellipsis' || el.tagName !== 'BDI') cut(node, el)
    if (/\{[\^a-zA-Z][^}]*\}/.test(text)) faults.push(`not filled in: ${text.slice(0, 80)}`)
    if (known.has(text)) faults.push(`a bare key: ${text}`)
    if (el.closest(`textarea, code, pre, [lang]:not(html):not([lang=${lang}])`)) continue
    if (/^\S+ omerta [0-9a-f]+/.test(text)) continue
    for (const [word] of text.replace(/«[^»]*»/g, '').matchAll(other)) {
      if (!name.test(word) && !/^[A-Z][A-Z-]+$/.test(word))
        faults.push(`other language: "${word}" in "${text.slice(0, 60)}"`)
    }
  }

  for (const el of document.querySelectorAll('section.say, .tools')) {
    const over = el.scrollHeight - el.clientHeight
    if (over > 1 && getComputedStyle(el).overflowY !== 'visible')
      faults.push(`scrolls by ${over} px: ${brief(el)}`)
    if (el.scrollWidth > el.clientWidth + 1) faults.push(`scrolls sideways: ${brief(el)}`)
  }

  const open = document.querySelector('dialog[open]')
  for (const el of (open ?? document).querySelectorAll<HTMLElement>(
    'button, a[href], input, select, summary, textarea',
  )) {
    if (!seen(el)) continue
    if (el.tagName === 'A' && getComputedStyle(el).display === 'inline') continue
    const target = el.closest('label') ?? el
    const { width, height } = target.getBoundingClientRect()
    if (width === 0 || getComputedStyle(el).clipPath !== 'none') continue
    if (Math.min(width, height) < 43.5)
      faults.push(`small target ${Math.round(width)}×${Math.round(height)}: ${brief(el)}`)
  }
  for (const el of document.querySelectorAll('select')) {
    const need = document.createElement('span')
    need.textContent = el.selectedOptions[0]?.textContent ?? ''
    need.style.cssText = `position:absolute;white-space:nowrap;font:${getComputedStyle(el).font}`
    document.body.append(need)
    if (need.offsetWidth + 20 > el.clientWidth && seen(el))
      faults.push(`select too narrow: ${need.textContent}`)
    need.remove()
  }
  return [...new Set(faults)]
}
