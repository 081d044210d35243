// What the page of standings shows: kept while the tab lives, so that the way back from a person leads to where one was.
import { recall, remember } from '../../lib/shelf.ts'
import { everything } from './period.ts'

const key = 'omerta.standings'

export const view = $state(
  recall(
    key,
    {
      what: 'points',
      choice: { ...everything },
      average: false,
      min: 0,
      side: 'red',
    },
    'session',
  ),
)

/** Call it in an effect. */
export const keepView = (): void => remember(key, view, 'session')
