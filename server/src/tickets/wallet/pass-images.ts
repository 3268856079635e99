import type { Db } from '../../db/transaction/tx.ts'
import { pictureFiles } from '../../pictures/files.ts'
import { pngsOf } from '../../pictures/small.ts'
import type { Art } from '../paper/art.ts'

/** The largest of a pass, in points; a picture of 4:3 is within the shapes that a pass takes. */
const BOXES = { thumbnail: { width: 90, height: 90 }, logo: { width: 160, height: 50 } } as const
const DENSITIES = [1, 2, 3] as const

/** The pictures of a pass by their file names: the event's beside its title, the organiser's logo at the top. */
export async function passImages(db: Db, { picture, logo }: Art): Promise<Record<string, Buffer>> {
  const images: Record<string, Buffer> = {}
  const add = async (name: keyof typeof BOXES, sha256: string | null, file: 'thumb' | 'logo') => {
    const stored = sha256 === null ? null : await pictureFiles(db)(sha256, file)
    if (stored === null) return
    const pngs = await pngsOf(stored.bytes, BOXES[name], DENSITIES)
    for (const [at, png] of pngs.entries()) images[`${name}${at === 0 ? '' : `@${at + 1}x`}.png`] = png
  }
  await add('thumbnail', picture, 'thumb')
  await add('logo', logo, 'logo')
  return images
}
