// What a nick may do to a page: nothing.
import type { Page } from '@playwright/test'

/** The widths on which pages are looked at: a small phone, a tablet, a laptop, a wall. */
export const widths = [
  { width: 360, height: 640 },
  { width: 820, height: 1180 },
  { width: 1440, height: 900 },
  { width: 1920, height: 1080 },
]

/**
 * What is wrong with where things stand: a page that is wider than its screen, seats that lie on one another, nicks
 * that leave their seat or are cut. `seats` selects the boxes of the seats; their nicks are the `bdi` in them.
 * Where `cut` is said, a nick may end in dots, for the page says it in full elsewhere.
 */
export async function misplaced(page: Page, seats: string, cut = false): Promise<string[]> {
  await page.evaluate(() => document.fonts.ready.then(() => true))
  return page.evaluate(
    ([selector, mayCut]) => {
      const out: string[] = []
      const over = document.documentElement.scrollWidth - document.documentElement.clientWidth
      if (over > 0) out.push(`wider than the screen by ${over}`)
      const all = [...document.querySelectorAll(selector)]
      if (all.length === 0) out.push('no seats')
      const boxes = all.map((s) => s.getBoundingClientRect())
      boxes.forEach((a, i) =>
        boxes.slice(i + 1).forEach((b, k) => {
          const w = Math.min(a.right, b.right) - Math.max(a.left, b.left)
          const h = Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top)
          if (w > 1 && h > 1) out.push(`seats ${i + 1} and ${i + k + 2} touch`)
        }),
      )
      // Shown nicks, not those that are only read aloud.
      const nicks = [...document.querySelectorAll('bdi')].filter(
        (n) => !n.closest('.aside') && n.checkVisibility(),
      )
      for (const nick of nicks) {
        const text = nick.textContent
        const range = document.createRange()
        range.selectNodeContents(nick)
        const { left, top, right, bottom } = range.getBoundingClientRect()
        const box = { left, top, right, bottom }
        // Marks above and below letters may stand out of their line a little.
        const slack = 4
        for (let at: Element | null = nick; at && at !== document.body; at = at.parentElement) {
          const style = getComputedStyle(at)
          if (style.overflowX === 'visible' && style.overflowY === 'visible') continue
          if (style.overflowY === 'auto' || style.overflowY === 'scroll') break
          const clip = at.getBoundingClientRect()
          if (!mayCut && (box.right > clip.right + 1 || box.bottom > clip.bottom + slack))
            out.push(`cut: ${text}`)
          box.right = Math.min(box.right, clip.right)
          box.bottom = Math.min(box.bottom, clip.bottom)
        }
        if (box.left < -1 || box.right > innerWidth + 1) out.push(`beside the screen: ${text}`)
        const seat = nick.closest(selector)?.getBoundingClientRect()
        if (
          seat &&
          (box.left < seat.left - 1 ||
            box.right > seat.right + 1 ||
            box.top < seat.top - slack ||
            box.bottom > seat.bottom + slack)
        )
          out.push(`out of its seat: ${text}`)
      }
      return [...new Set(out)]
    },
    [seats, cut] as const,
  )
}
