import { LIGHT } from '../../mail/theme.ts'
import type { Doc } from './document.ts'

/** The pictures of an event and its organiser by their hashes, and the organiser's colour. */
export type Art = { picture: string | null; logo: string | null; accent: string | null }

export type Logo<Bytes = Buffer> = { bytes: Bytes; width: number; height: number }
/** These as they are drawn on paper. */
export type PaperArt<Bytes = Buffer> = { picture: Bytes | null; logo: Logo<Bytes> | null; colour: string }

export const NO_ART: PaperArt = { picture: null, logo: null, colour: LIGHT.accent }

/** A document embeds each file once, however many tickets show it. */
const imagesOfDocument = new WeakMap<Doc, Map<Buffer, unknown>>()

/** Draws a picture into a box, whole and at the box's right or left edge, or cut to fill it. */
export function drawPicture(
  doc: Doc,
  bytes: Buffer,
  {
    x,
    y,
    width,
    height,
    align,
  }: { x: number; y: number; width: number; height: number; align: 'left' | 'right' | 'fill' },
): void {
  const images = imagesOfDocument.get(doc) ?? new Map<Buffer, unknown>()
  imagesOfDocument.set(doc, images)
  // pdfkit caches images by file name only. Its types don't show that it also accepts an opened image.
  const image = images.get(bytes) ?? (doc as unknown as { openImage(src: Buffer): unknown }).openImage(bytes)
  images.set(bytes, image)
  const box: [number, number] = [width, height]
  if (align !== 'fill') return void doc.image(image as Buffer, x, y, { fit: box, align: align as 'right' })
  doc.save().rect(x, y, width, height).clip()
  doc.image(image as Buffer, x, y, { cover: box, align: 'center', valign: 'center' }).restore()
}

/** The shop's mark, a lit doorway, as in `web/src/ui/display/logo.tsx`: wall, light and door. */
const MARK = [
  'M4 31V14a12 12 0 0 1 24 0v17Z',
  'M9.5 27V14a6.5 6.5 0 0 1 13 0v13l3.5 4h-20Z',
  'M16 8.2v20.8l-6.5 -2V14A6.5 6.5 0 0 1 16 8.2Z',
] as const

/** Draws the shop's mark into a square. */
export function drawMark(
  doc: Doc,
  { x, y, size }: { x: number; y: number; size: number },
  colours: readonly [wall: string, light: string, door: string] = ['#6D1B52', '#F4C365', '#551340'],
): void {
  doc
    .save()
    .translate(x, y)
    .scale(size / 32)
  MARK.forEach((path, n) => void doc.path(path).fill(colours[n]!))
  doc.restore()
}
