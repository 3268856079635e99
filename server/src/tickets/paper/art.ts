import type { ShopIdentity } from '@foyer/contract/pages.ts'
import { shadesOf } from '@foyer/domain/brand/accent.ts'
import type { Db } from '../../db/transaction/tx.ts'
import { pictureFiles, storedPicture } from '../../pictures/files.ts'
import { logoSize } from '../../pictures/small.ts'
import { BLACK, type Doc } from './document.ts'

/** The pictures of an event and its organiser by their hashes, and the organiser's colour. */
export type Art = { picture: string | null; logo: string | null; accent: string | null }

type Logo = { bytes: Buffer; width: number; height: number }
/** These as they are drawn on paper. */
export type PaperArt = { picture: Buffer | null; logo: Logo | null; colour: string }

export const NO_ART: PaperArt = { picture: null, logo: null, colour: BLACK }

/** Reads the pictures for a paper. Its colour is the organiser's or the shop's, in a shade dark enough for text on white. */
export async function readArt(db: Db, art: Art, shop: ShopIdentity): Promise<PaperArt> {
  const accent = art.accent ?? shop.accent ?? null
  return {
    picture: art.picture === null ? null : ((await pictureFiles(db)(art.picture, 'banner'))?.bytes ?? null),
    logo: art.logo === null ? null : await logoOf(db, art.logo),
    colour: accent === null ? BLACK : shadesOf(accent, 'light').accent,
  }
}

async function logoOf(db: Db, sha256: string): Promise<Logo | null> {
  const [stored, file] = [await storedPicture(db, sha256), await pictureFiles(db)(sha256, 'logo')]
  return stored && file && { bytes: file.bytes, ...logoSize(stored) }
}

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
