import type { QrDrawing } from './types.ts'

/** White border in modules; strict readers need at least this width. */
export const QUIET_ZONE = 4

export type IsDark = (row: number, column: number) => boolean

/** The runs of dark modules in each row of a code of `size` modules per side. */
export function* darkRuns(size: number, isDark: IsDark): Generator<{ row: number; column: number; length: number }> {
  for (let row = 0; row < size; row++) {
    for (let column = 0, end = 0; column < size; column = end + 1) {
      end = column
      while (end < size && isDark(row, end)) end++
      if (end > column) yield { row, column, length: end - column }
    }
  }
}

/** Draws a code of `size` modules per side, without its quiet zone. Each run of dark modules in a row is one rectangle. */
export function drawQr(size: number, isDark: IsDark): QrDrawing {
  const runs = Array.from(
    darkRuns(size, isDark),
    ({ row, column, length }) => `M${column + QUIET_ZONE} ${row + QUIET_ZONE}h${length}v1h-${length}z`,
  )
  return { size: size + 2 * QUIET_ZONE, path: runs.join('') }
}
