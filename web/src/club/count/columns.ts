// The columns of the table of points. Which of them there are depends on what was counted: none is all noughts.
import type { Standing } from '../../lib/api.ts'
import { amount, fixed, percent, plain } from './format.ts'

export type ColumnKey =
  | 'sum'
  | 'average'
  | 'games'
  | 'wins'
  | 'rate'
  | 'red'
  | 'black'
  | 'solo'
  | 'win'
  | 'role'
  | 'bestMove'
  | 'compensation'
  | 'removal'
  | 'bonus'
  | 'malus'
  | 'firstShot'
  | 'fouls'

export interface Column {
  key: ColumnKey
  /** What it is put in order by. */
  value: (r: Standing) => number
  /** As short as a table wants it. */
  text: (r: Standing) => string
  /** To the last decimal, where that is more. */
  exact?: (r: Standing) => string
  /** From which width on it is there: 1 always, 2 tablets, 3 laptops and paper. */
  from: 1 | 2 | 3
}

const count = (key: ColumnKey, from: 1 | 2 | 3, value: (r: Standing) => number): Column => ({
  key,
  from,
  value,
  text: (r) => plain(value(r)),
})

const points = (key: ColumnKey, from: 1 | 2 | 3, value: (r: Standing) => number): Column => ({
  key,
  from,
  value,
  text: (r) => amount(value(r)),
})

/** Amounts of one column under each other: all with two decimals, unless none has any; noughts step back. */
function aligned(c: Column, rows: readonly Standing[], nought = '·'): Column {
  const whole = rows.every((r) => Number.isInteger(c.value(r)))
  const short = (n: number) => (n === 0 ? nought : whole ? plain(n) : fixed(n))
  return { ...c, text: (r) => short(c.value(r)), exact: (r) => amount(c.value(r)) }
}

const side = (key: 'red' | 'black' | 'solo'): Column => ({
  key,
  from: 2,
  value: (r) => (r.sides[key].games ? r.sides[key].wins / r.sides[key].games : -1),
  text: (r) => (r.sides[key].games ? `${r.sides[key].wins}/${r.sides[key].games}` : '·'),
})

const optional: Column[] = [
  side('red'),
  side('black'),
  side('solo'),
  points('role', 3, (r) => r.role),
  points('bestMove', 3, (r) => r.bestMove),
  points('compensation', 3, (r) => r.compensation),
  points('removal', 3, (r) => r.removal),
  points('bonus', 3, (r) => r.bonus),
  points('malus', 3, (r) => r.malus),
  count('firstShot', 3, (r) => r.firstShot),
  count('fouls', 3, (r) => r.fouls),
]

const inPoints = new Set<ColumnKey>([
  'role',
  'bestMove',
  'compensation',
  'removal',
  'bonus',
  'malus',
])

/** The columns of a table, the one that decides first. */
export function columnsOf(rows: readonly Standing[], average: boolean): Column[] {
  const sum = aligned(
    points('sum', average ? 2 : 1, (r) => r.sum),
    rows,
    '0',
  )
  const mean = aligned(
    points('average', average ? 1 : 2, (r) => r.average),
    rows,
    '0',
  )
  const wins: Column = count('wins', 2, (r) => r.wins)
  const rate: Column = {
    key: 'rate',
    from: 2,
    value: (r) => (r.games ? r.wins / r.games : 0),
    text: (r) => percent(r.wins, r.games),
  }
  const empty = (c: Column) =>
    c.key === 'red' || c.key === 'black' || c.key === 'solo'
      ? rows.every((r) => r.sides[c.key as 'red' | 'black' | 'solo'].games === 0)
      : rows.every((r) => c.value(r) === 0)
  const shown = optional
    .filter((c) => !empty(c))
    .map((c) => (inPoints.has(c.key) ? aligned(c, rows) : c))
  // The points of wins tell something new only where other things are worth points too.
  const others = rows.some((r) => r.win !== r.sum)
  const win = others
    ? [
        aligned(
          points('win', 3, (r) => r.win),
          rows,
        ),
      ]
    : []
  const decides = average ? [mean, sum] : [sum, mean]
  const at = shown.findIndex((c) => !['red', 'black', 'solo'].includes(c.key))
  const sides = at < 0 ? shown : shown.slice(0, at)
  const rest = at < 0 ? [] : shown.slice(at)
  return [...decides, count('games', 1, (r) => r.games), wins, rate, ...sides, ...win, ...rest]
}

/** Puts rows in another order than the table's own; equals stay as they stood. */
export function sorted(
  rows: readonly Standing[],
  column: Column | undefined,
  up: boolean,
): Standing[] {
  const out = [...rows]
  if (column) out.sort((a, b) => (up ? 1 : -1) * (column.value(a) - column.value(b)))
  return out
}
