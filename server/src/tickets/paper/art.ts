import { BLACK, type Doc } from './document.ts'

/** The pictures of an event and its organiser by their hashes, and the organiser's colour. */
export type Art = { picture: string | null; logo: string | null; accent: string | null }

export type Logo<Bytes = Buffer> = { bytes: Bytes; width: number; height: number }
/** These as they are drawn on paper. */
export type PaperArt<Bytes = Buffer> = { picture: Bytes | null; logo: Logo<Bytes> | null; colour: string }

export const NO_ART: PaperArt = { picture: null, logo: null, colour: BLACK }

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
  doc.save().roundedRect(x, y, width, height, 6).clip()
  doc.image(image as Buffer, x, y, { cover: box, align: 'center', valign: 'center' }).restore()
}
