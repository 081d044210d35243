// The small buttons above the large one: each is there because the server offers what it does.
import { noun, ui } from '../lib/i18n.svelte.ts'
import type { Console } from './console.svelte.ts'
import { isHands, offerOf } from './step.ts'

export interface Tool {
  id: string
  label: string
  /** It is switched on. */
  on?: boolean
  run: () => void
}

/** The small buttons of the step, the most needed first. */
export function tools(c: Console): Tool[] {
  const v = c.frame?.view
  if (!v) return []
  const out: Tool[] = []
  const add = (id: string, run: () => void, on?: boolean, label = ui(`game.tool.${id}`)) =>
    out.push(on === undefined ? { id, label, run } : { id, label, run, on })
  if (isHands(c.tap)) {
    add('all', () => c.all())
    if (c.draft.hands.length > 0) add('nobody', () => c.none())
    const counting = c.draft.count !== null
    add(
      'number',
      // The hands that were named stay in the draft, and come back when the number is put away.
      () => c.enter({ ...c.draft, count: counting ? null : c.draft.hands.length }),
      counting,
    )
  }
  if (c.tap === 'shoot' && offerOf(v, 'shoot')) {
    add('miss', () => c.none())
    add('each', () => (c.panel = { is: 'shots' }))
  }
  // Where the large button sends nobody already, a second one for it would only be asked about.
  const nobody = c.primary?.do === 'act' && c.primary.to === 0
  if (c.tap === 'act' && !nobody && v.offers.some((o) => o.do === 'act' && o.none))
    add('nobody', () => c.none())
  if (offerOf(v, 'drop')) add('drop', () => c.send({ do: 'drop' }))
  if (offerOf(v, 'call-night')) {
    add(
      'call-night',
      () => c.enter({ ...c.draft, picks: [], hands: [], count: null, calling: !c.draft.calling }),
      c.draft.calling,
    )
  }
  if (offerOf(v, 'invite')) add('invite', () => arm(c, 'invite'), c.armed === 'invite')
  if (offerOf(v, 'close')) add('close', () => arm(c, 'close'), c.armed === 'close')
  const reveal = offerOf(v, 'reveal')
  if (reveal) {
    const role = noun(v.rulebook.replace(/@.*/, ''), 'role.sheriff', 'ins')
    add(
      'reveal',
      () => c.send({ do: 'reveal', by: v.turn.seat, role: 'sheriff' }),
      undefined,
      ui('game.tool.reveal', { role }),
    )
  }
  if (!c.strips && !c.night && offerOf(v, 'foul')) {
    add(
      'foul',
      () => arm(c, 'foul'),
      c.armed === 'foul',
      ui('game.tool.foul', { foul: noun(v.rulebook.replace(/@.*/, ''), 'foul') }),
    )
  }
  return out
}

function arm(c: Console, what: Console['armed']): void {
  c.armed = c.armed === what ? '' : what
}
