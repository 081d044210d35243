// News stands at the top of a page; whoever has scrolled away from it is taken back there.

/** Whether a text is being typed, from which no page is taken away. */
const typing = (): boolean =>
  document.activeElement instanceof HTMLInputElement ||
  document.activeElement instanceof HTMLTextAreaElement

/** Takes the page to its top when there is news, but nobody from a text that he is typing. */
export class Top {
  #last: string | undefined

  /** Notes what the news is now, by any name that tells it from the last. What is there at first is no news. */
  note(news: string): void {
    if (this.#last !== undefined && news !== this.#last && !typing()) scrollTo({ top: 0 })
    this.#last = news
  }
}
