import { encode } from 'uqr'

export type QrModules = {
  /** Modules per side, without the quiet zone. */
  size: number
  isDark(row: number, column: number): boolean
}

/** White border in modules; strict readers need at least this width. */
export const QUIET_ZONE = 4

/** Encodes a text as a QR code with at least error correction level M; digits and capitals give the smallest codes. */
export function qrModules(text: string): QrModules {
  const { size, data } = encode(text, { ecc: 'M', border: 0 })
  return { size, isDark: (row, column) => data[row]?.[column] === true }
}
