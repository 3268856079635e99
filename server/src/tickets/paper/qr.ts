import { drawQr } from '@foyer/contract/qr-code.ts'
import type { QrDrawing } from '@foyer/contract/types.ts'
import { encode } from 'uqr'
import { withBestMask } from './qr-mask.ts'

export type QrModules = {
  /** Modules per side, without the quiet zone. */
  size: number
  isDark(row: number, column: number): boolean
}

/** Encodes a text as a QR code with at least error correction level M; digits and capitals give the smallest codes. */
export function qrModules(text: string): QrModules {
  const { size, modules } = withBestMask((maskPattern) => encode(text, { ecc: 'M', border: 0, maskPattern }))
  return { size, isDark: (row, column) => modules[row * size + column] === 1 }
}

/** A QR code with the mask that is easiest to read, for a page. */
export function qrDrawing(text: string): QrDrawing {
  const { size, isDark } = qrModules(text)
  return drawQr(size, isDark)
}
