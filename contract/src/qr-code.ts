/** A QR code for an SVG with a viewBox of this size: one path, whose modules are one unit wide. The quiet zone is included. */
export type QrDrawing = { size: number; path: string }

/** White border in modules; strict readers need at least this width. */
export const QUIET_ZONE = 4

/** Draws a code of `size` modules per side, without its quiet zone. Each run of dark modules in a row is one rectangle. */
export function drawQr(size: number, isDark: (row: number, column: number) => boolean): QrDrawing {
  const runs: string[] = []
  for (let row = 0; row < size; row++) {
    for (let from = 0, to = 0; from < size; from = to + 1) {
      for (to = from; to < size && isDark(row, to); ) to++
      if (to > from) runs.push(`M${from + QUIET_ZONE} ${row + QUIET_ZONE}h${to - from}v1h${from - to}z`)
    }
  }
  return { size: size + 2 * QUIET_ZONE, path: runs.join('') }
}
