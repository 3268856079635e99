import type { SmallPicture } from '@foyer/contract/pages.ts'
import sharp, { type Sharp } from 'sharp'

/** For emails, twice the size that they are shown in. For link previews, what they ask for (ogp.me; 1.91 to 1). */
const CROPS = {
  banner: { width: 1040, height: 390 },
  thumb: { width: 384, height: 288 },
  card: { width: 1200, height: 630 },
} as const
export const CARD = CROPS.card
/** The largest logo of an email or a paper, in CSS pixels, without its border. */
const LOGO = { width: 168, height: 44 }
const LOGO_BORDER = 6
const DENSITY = 2
const GROUNDS = { light: '#ffffff', dark: '#211a20' } as const
/** The brightness (0 to 255) from which a logo would be lost on white. */
const PALE = 190

/** A stored picture: its size and the file that emails can show, a PNG if it is transparent. */
export type Stored = { width: number; height: number; type: string }

/** The size of a logo where it is shown. One with transparency has a border of its ground. */
export function logoSize({ width, height, type }: Stored): { width: number; height: number } {
  const scale = Math.min(LOGO.width / width, LOGO.height / height)
  const border = type === 'image/png' ? 2 * LOGO_BORDER : 0
  return {
    width: Math.max(1, Math.round(width * scale)) + border,
    height: Math.max(1, Math.round(height * scale)) + border,
  }
}

type File = { type: string; bytes: Buffer }

/** A picture as a JPEG of this crop. A transparent one stands on white. */
const cropped = (picture: Sharp, kind: keyof typeof CROPS): Promise<Buffer> =>
  picture
    .flatten({ background: GROUNDS.light })
    .resize({ ...CROPS[kind], fit: 'cover' })
    .jpeg({ quality: 68, mozjpeg: true })
    .toBuffer()

/** A drawn poster as the picture of link previews, which show no SVG: a JPEG. */
export const posterCard = (svg: string): Promise<Buffer> => cropped(sharp(Buffer.from(svg), { density: 216 }), 'card')

/** Makes a small file from the stored one. */
export async function smallPicture(kind: SmallPicture, bytes: Buffer, stored: Stored): Promise<File> {
  if (kind !== 'logo') return { type: 'image/jpeg', bytes: await cropped(sharp(bytes), kind) }
  const { width, height } = logoSize(stored)
  const border = stored.type === 'image/png' ? LOGO_BORDER * DENSITY : 0
  const ground = GROUNDS[(await isPale(bytes)) ? 'dark' : 'light']
  const logo = await sharp(bytes)
    .resize({ width: width * DENSITY - 2 * border, height: height * DENSITY - 2 * border, fit: 'fill' })
    .flatten({ background: ground })
    .extend({ top: border, bottom: border, left: border, right: border, background: ground })
    .png({ palette: true })
    .toBuffer()
  return { type: 'image/png', bytes: logo }
}

/** A file as a PNG that fits a box, at each of these densities. */
export const pngsOf = (bytes: Buffer, box: { width: number; height: number }, densities: readonly number[]) =>
  Promise.all(
    densities.map((density) =>
      sharp(bytes)
        .resize({ width: box.width * density, height: box.height * density, fit: 'inside' })
        .png()
        .toBuffer(),
    ),
  )

/** Whether what is visible of a transparent picture is nearly white. An opaque picture has a ground of its own. */
async function isPale(bytes: Buffer): Promise<boolean> {
  const { data, info } = await sharp(bytes)
    .resize(64, 64, { fit: 'inside' })
    .toColourspace('srgb')
    .ensureAlpha()
    .raw()
    .toBuffer({
      resolveWithObject: true,
    })
  let light = 0
  let visible = 0
  for (let at = 0; at < data.length; at += info.channels) {
    const [red = 0, green = 0, blue = 0, alpha = 0] = data.subarray(at, at + 4)
    light += (0.2126 * red + 0.7152 * green + 0.0722 * blue) * alpha
    visible += alpha
  }
  return visible > 0 && light / visible >= PALE
}
