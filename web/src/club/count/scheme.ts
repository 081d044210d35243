// What a scheme of points says, and how one is made of another.
import type { Role, Scheme, SchemeView } from '../../lib/api.ts'
import { roleName } from '../../lib/i18n.svelte.ts'
import { recall, remember } from '../../lib/shelf.ts'
import { cap } from '../texts.ts'
import { amount, signed } from './format.ts'
import { s } from './words.ts'

/** The part of a scheme that is written down: what the server adds to it stays away. */
export function bare(v: SchemeView): Scheme {
  return {
    id: v.id,
    version: v.version,
    name: { ...v.name },
    rulebooks: [...v.rulebooks],
    own: v.own,
    win: v.win,
    draw: v.draw,
    roles: v.roles.map((r) => ({ ...r })),
    bestMove: [...v.bestMove],
    removal: v.removal,
    compensation: { ...v.compensation },
    host: v.host,
    ties: [...v.ties],
  }
}

/** What one begins with: a scheme of the house as it is, or a copy of the program's under a name of the house. */
export const begun = (v: SchemeView): Scheme =>
  v.house ? bare(v) : { ...bare(v), id: '', version: 1, name: { ru: '', en: '' } }

export const same = (a: Scheme, b: Scheme): boolean => JSON.stringify(a) === JSON.stringify(b)

/**
 * The scheme to send: a half of the compensation alone would mean nothing, and a name that is given in one language only
 * stands in the other too.
 */
export function sent(d: Scheme): Scheme {
  const c = d.compensation
  const none = c.most === 0 || c.share === 0
  const [ru, en] = [d.name.ru?.trim() ?? '', d.name.en?.trim() ?? '']
  return {
    ...d,
    name: { ru: ru === '' ? en : ru, en: en === '' ? ru : en },
    compensation: none ? { most: 0, share: 0 } : c,
    roles: d.roles.filter((r) => r.win !== 0 || r.loss !== 0),
  }
}

/** Whether it has a name at all. */
export const isNamed = (d: Scheme): boolean => sent(d).name.ru !== ''

/** As the server tries it: it wants an id and a name, which a new one may not have yet. */
export function tried(d: Scheme): Scheme {
  const out = sent(d)
  return {
    ...out,
    id: out.id === '' ? 'new' : out.id,
    version: Math.max(out.version, 1),
    name: isNamed(d) ? out.name : { ...ownName },
  }
}

/** The book by whose words a scheme calls cards. */
export const bookOf = (d: { rulebooks: string[] }): string => d.rulebooks[0] ?? 'city'

export const roleOf = (d: { rulebooks: string[] }, role: Role): string =>
  cap(roleName(bookOf(d), role))

/** What a scheme is worth, a line a thing. */
export function worth(d: Scheme): string[] {
  if (d.own) return [s('sc.worth.own'), ...(d.host ? [s('sc.worth.host')] : [])]
  const out: string[] = []
  if (d.win) out.push(s('sc.worth.win', { n: amount(d.win) }))
  if (d.draw) out.push(s('sc.worth.draw', { n: amount(d.draw) }))
  for (const r of d.roles) {
    out.push(
      s('sc.worth.role', { role: roleOf(d, r.role), win: signed(r.win), loss: signed(r.loss) }),
    )
  }
  const [a, b, two, three] = d.bestMove
  if (d.bestMove.some((n) => n !== 0)) {
    out.push(
      a || b
        ? s('sc.worth.moves', {
            a: amount(a),
            b: amount(b),
            two: amount(two),
            three: amount(three),
          })
        : s('sc.worth.move', { two: amount(two), three: amount(three) }),
    )
  }
  if (d.removal) out.push(s('sc.worth.removal', { n: amount(d.removal) }))
  if (d.compensation.most) out.push(s('sc.worth.ci', { n: amount(d.compensation.most) }))
  if (d.host) out.push(s('sc.worth.host'))
  return out
}

/** What a copy is called until somebody calls it otherwise: in both languages at once. */
export const ownName = { ru: 'Наши баллы', en: 'Our points' }

const key = (base: string) => `omerta.scheme.${base}`

/** What was being written of a scheme in this tab. */
export const unsaved = (base: string): Scheme | null =>
  recall<Scheme | null>(key(base), null, 'session')

export const keepUnsaved = (base: string, d: Scheme | null): void =>
  remember(key(base), d, 'session')
