import { createHash } from 'node:crypto'
import { PICTURE_WIDTHS } from '@foyer/contract/pages.ts'
import { LIMITS } from '@foyer/domain/limits.ts'
import { type Fail, fail } from '@foyer/domain/result.ts'
import sharp, { type Sharp } from 'sharp'
import { oneAtATime } from '../one-at-a-time.ts'
import { inWidth, webp, within } from './scale.ts'

export type PictureProblem = 'picture_too_large' | 'picture_kind' | 'picture_unreadable' | 'picture_too_small'

type File = { name: string; type: 'image/webp' | 'image/jpeg' | 'image/png'; bytes: Uint8Array }
/** A picture checked, scaled and without metadata. `sha256` is the hash of its largest file. */
export type ReadyPicture = { ok: true; sha256: string; width: number; height: number; files: File[] }

/** Longer than any real picture takes. */
const SECONDS = 20
const MAX_SIDE = LIMITS.pictureLongestSide

sharp.cache(false)

/** One picture at a time: a decoded picture takes much more memory than its file. */
const inTurn = oneAtATime()

/** The kinds we take, by their first bytes. A vector picture is a program, so SVG is not one of them. */
const KINDS: readonly ((head: Buffer) => boolean)[] = [
  (head) => head.subarray(0, 3).equals(Buffer.from([0xff, 0xd8, 0xff])),
  (head) => head.subarray(0, 8).equals(Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])),
  (head) => head.toString('latin1', 0, 4) === 'RIFF' && head.toString('latin1', 8, 12) === 'WEBP',
  (head) => /^GIF8[79]a$/.test(head.toString('latin1', 0, 6)),
  (head) => head.toString('latin1', 4, 12) === 'ftypavif',
]

/**
 * Checks a picture by decoding it, whatever its name or type claims, and makes the files that are stored: metadata is dropped,
 * and an animation becomes its first frame.
 */
export function readPicture(bytes: Uint8Array): Promise<ReadyPicture | Fail<PictureProblem>> {
  return inTurn(() => read(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)))
}

async function read(bytes: Buffer): Promise<ReadyPicture | Fail<PictureProblem>> {
  // guard: picture-bytes
  if (bytes.length > LIMITS.pictureBytes) return fail('picture_too_large')
  // guard: picture-kind
  if (!KINDS.some((is) => is(bytes))) return fail('picture_kind')
  try {
    const { width, height } = await decoder(bytes).metadata()
    if (width * height > LIMITS.picturePixels) return fail('picture_too_large')
    if (Math.min(width, height) < LIMITS.pictureSmallestSide) return fail('picture_too_small')
    const largest = isOurs(bytes, width, height)
      ? await checked(bytes)
      : await webp(decoder(bytes).autoOrient(), MAX_SIDE)
    const metadata = await sharp(largest).metadata()
    const files: File[] = []
    for (const size of PICTURE_WIDTHS)
      files.push({
        name: String(size),
        type: 'image/webp',
        bytes: size === MAX_SIDE || metadata.width <= size ? largest : await inWidth(largest, size),
      })
    files.push(await forMail(largest, metadata.hasAlpha))
    const sha256 = createHash('sha256').update(largest).digest('hex')
    return { ok: true, sha256, width: metadata.width, height: metadata.height, files }
  } catch {
    return fail('picture_unreadable')
  }
}

const decoder = (bytes: Buffer): Sharp =>
  sharp(bytes, { limitInputPixels: LIMITS.picturePixels, failOn: 'error', sequentialRead: true }).timeout({
    seconds: SECONDS,
  })

/** Mail programs and PDFs cannot show WebP. A logo keeps its transparency. */
async function forMail(largest: Buffer, isTransparent: boolean): Promise<File> {
  const picture = within(sharp(largest), isTransparent ? 600 : 1200)
  return isTransparent
    ? { name: 'mail', type: 'image/png', bytes: await picture.png({ palette: true }).toBuffer() }
    : { name: 'mail', type: 'image/jpeg', bytes: await picture.jpeg({ quality: 80 }).toBuffer() }
}

/** The parts of a WebP file that hold the picture itself. */
const PICTURE_CHUNKS = new Set(['VP8 ', 'VP8L', 'VP8X', 'ALPH'])

/**
 * Whether the file could come from an export of a shop: small enough, one frame, no metadata and nothing after its end. It is
 * stored byte for byte, so that a catalogue that is exported and imported names the same pictures.
 */
function isOurs(bytes: Buffer, width: number, height: number): boolean {
  if (Math.max(width, height) > MAX_SIDE || bytes.toString('latin1', 8, 12) !== 'WEBP') return false
  if (bytes.readUInt32LE(4) + 8 !== bytes.length) return false
  let at = 12
  while (at + 8 <= bytes.length) {
    if (!PICTURE_CHUNKS.has(bytes.toString('latin1', at, at + 4))) return false
    const size = bytes.readUInt32LE(at + 4)
    at += 8 + size + (size % 2)
  }
  return at === bytes.length
}

/** Decodes the whole file, which throws if any of it is wrong. */
async function checked(bytes: Buffer): Promise<Buffer> {
  await decoder(bytes).stats()
  return bytes
}
