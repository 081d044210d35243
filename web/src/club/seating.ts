// Orders around the table: moving people about, and who would sit too near to whom.

/** The order with two places exchanged. */
export function swap<T>(order: readonly T[], a: number, b: number): T[] {
  const out = [...order]
  const [x, y] = [out[a], out[b]]
  if (x === undefined || y === undefined) return out
  out[a] = y
  out[b] = x
  return out
}

/** Everybody moves on by so many places. */
export function rotate<T>(order: readonly T[], by: number): T[] {
  const n = order.length
  return n === 0 ? [] : order.map((_, i) => order[(((i - by) % n) + n) % n] as T)
}

/**
 * The places too near to one (CITY-SEAT-1): both neighbours and the place opposite; of an odd table the two that
 * are nearest to it.
 */
export function near(place: number, n: number): number[] {
  const far = n % 2 === 0 ? [n / 2] : [(n - 1) / 2, (n + 1) / 2]
  const all = [1, n - 1, ...far].map((d) => (place + d) % n)
  return [...new Set(all)].filter((p) => p !== place)
}

/** Pairs of places, lower first, whose people should be apart and are not. */
export function conflicts(
  order: readonly string[],
  friends: (id: string) => readonly string[],
): [number, number][] {
  return order.flatMap((id, a) =>
    near(a, order.length)
      .filter((b) => b > a && friends(id).includes(order[b] ?? ''))
      .map((b): [number, number] => [a, b]),
  )
}

/** Pairs of indices of those who should be apart. */
export function pairs(
  ids: readonly string[],
  friends: (id: string) => readonly string[],
): [number, number][] {
  return ids.flatMap((id, a) =>
    ids.flatMap((other, b): [number, number][] =>
      b > a && friends(id).includes(other) ? [[a, b]] : [],
    ),
  )
}
