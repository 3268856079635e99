import QRCode from 'qrcode'

export type QrModules = {
  /** Modules per side, without the quiet zone. */
  size: number
  isDark(row: number, column: number): boolean
}

/** White around the code, in modules: with less, strict readers do not find it. */
export const QUIET_ZONE = 4

/** A text as a QR code of error correction level M; digits and capitals make the smallest codes. */
export function qrModules(text: string): QrModules {
  const { size, data } = QRCode.create(text, { errorCorrectionLevel: 'M' }).modules
  return { size, isDark: (row, column) => data[row * size + column] === 1 }
}
