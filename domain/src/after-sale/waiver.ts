import { isFullName } from '../people/full-name.ts'

/** How a waiver can be signed: by typing a name or by drawing. */
export const SIGNATURE_KINDS = ['typed', 'drawn'] as const
export type SignatureKind = (typeof SIGNATURE_KINDS)[number]

/**
 * A drawn signature is stored as its strokes in an area of this size: 'M10 20L14 22L19 21 M40 8L44 9', whole numbers only.
 * This keeps the whole drawing, takes little space, and can contain nothing but lines.
 */
export const DRAWING = { width: 600, height: 200, maxLength: 20_000 } as const

const STROKES = /^M\d{1,3} \d{1,3}(?:L\d{1,3} \d{1,3})+(?: M\d{1,3} \d{1,3}(?:L\d{1,3} \d{1,3})+)*$/

export const isDrawing = (signature: string): boolean =>
  signature.length <= DRAWING.maxLength && STROKES.test(signature)

export type Point = readonly [x: number, y: number]

const pointText = ([x, y]: Point) => `${Math.round(x)} ${Math.round(y)}`
const clamp = (value: number, max: number) => Math.min(Math.max(0, value), max)

/** Strokes in their stored form. A stroke of one point becomes the shortest line; points outside the area move to its edge. */
export const drawingOf = (strokes: readonly (readonly Point[])[]): string =>
  strokes
    .filter((stroke) => stroke.length > 0)
    .map((stroke) => {
      const points = stroke.map(([x, y]): Point => [clamp(x, DRAWING.width), clamp(y, DRAWING.height)])
      const [first] = points as [Point, ...Point[]]
      return `M${[...points, ...(points.length === 1 ? [first] : [])].map(pointText).join('L')}`
    })
    .join(' ')

export type WaiverSignature = {
  /** the participant */
  name: string
  isMinor: boolean
  /** the adult who signs for a minor; otherwise the same as `name` */
  signedBy: string
  kind: SignatureKind
  signature: string
}

export type WaiverProblems = {
  name?: 'error.invalidFullName'
  signedBy?: 'error.invalidFullName'
  signature?: 'signature_missing'
}

/** Why a signature is refused, by field. A minor needs an adult's name; no adult can sign for another adult. */
export function waiverProblems(form: WaiverSignature): WaiverProblems {
  const problems: WaiverProblems = {}
  if (!isFullName(form.name)) problems.name = 'error.invalidFullName'
  if (form.isMinor ? !isFullName(form.signedBy) : form.signedBy.trim() !== form.name.trim())
    problems.signedBy = 'error.invalidFullName'
  const signed = form.kind === 'drawn' ? isDrawing(form.signature) : form.signature.trim() !== ''
  if (!signed) problems.signature = 'signature_missing'
  return problems
}
