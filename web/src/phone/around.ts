// Where seats stand around a table that is drawn with the cells of a grid: clockwise along the edge, from the upper left.

interface Cell {
  column: number
  row: number
}

export interface Around {
  columns: number
  rows: number
  /** The cells of the seats in order. */
  at: Cell[]
}

/** The smallest table with n seats at its edge that fits a phone held upright. */
export function around(n: number): Around {
  const columns = n <= 8 ? 3 : n <= 16 ? 4 : 5
  const rows = Math.max(2, Math.ceil((n - 2 * columns) / 2) + 2)
  const at: Cell[] = []
  for (let column = 1; column <= columns; column++) at.push({ column, row: 1 })
  for (let row = 2; row < rows; row++) at.push({ column: columns, row })
  for (let column = columns; column >= 1; column--) at.push({ column, row: rows })
  for (let row = rows - 1; row > 1; row--) at.push({ column: 1, row })
  return { columns, rows, at: at.slice(0, n) }
}
