// Text as large as its box lets it be.
import type { Attachment } from 'svelte/attachments'

/**
 * Sets the size of an element's text between `least` and `most` px so that it stays within its parent. `what` is what
 * is shown: with another, it is measured anew.
 */
export function fit(least: number, most: number, what: unknown): Attachment<HTMLElement> {
  return (node) => {
    const box = node.parentElement
    if (!box) return
    let done = false
    const measure = () => {
      if (done) return
      let [low, high] = [least, most]
      for (let i = 0; i < 9; i++) {
        const size = i === 0 ? most : (low + high) / 2
        node.style.fontSize = `${size}px`
        const over =
          node.scrollHeight > box.clientHeight + 0.5 || node.scrollWidth > box.clientWidth + 0.5
        if (!over && i === 0) return
        if (over) high = size
        else low = size
      }
      node.style.fontSize = `${low}px`
    }
    void what
    measure()
    void document.fonts?.ready.then(measure)
    const watch = new ResizeObserver(measure)
    watch.observe(box)
    return () => {
      done = true
      watch.disconnect()
    }
  }
}
