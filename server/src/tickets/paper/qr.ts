import { encode } from 'uqr'
import { withBestMask } from './qr-mask.ts'

export type QrModules = {
  /** Modules per side, without the quiet zone. */
  size: number
  isDark(row: number, column: number): boolean
}

/** White border in modules; strict readers need at least this width. */
export const QUIET_ZONE = 4

/** Encodes a text as a QR code with at least error correction level M; digits and capitals give the smallest codes. */
export function qrModules(text: string): QrModules {
  const { size, modules } = withBestMask((maskPattern) => encode(text, { ecc: 'M', border: 0, maskPattern }))
  return { size, isDark: (row, column) => modules[row * size + column] === 1 }
}

/** A QR code as one path of an SVG, with its quiet zone. */
export function qrPath(text: string): { size: number; path: string } {
  const { size, isDark } = qrModules(text)
  const squares: string[] = []
  for (let row = 0; row < size; row++)
    for (let column = 0; column < size; column++)
      if (isDark(row, column)) squares.push(`M${column + QUIET_ZONE} ${row + QUIET_ZONE}h1v1h-1z`)
  return { size: size + 2 * QUIET_ZONE, path: squares.join('') }
}
