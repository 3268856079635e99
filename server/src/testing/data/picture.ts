import sharp from 'sharp'
import { inTx } from '../../db/transaction/tx.ts'
import type { Deps } from '../../deps.ts'
import { readPicture } from '../../pictures/read.ts'
import { storePicture } from '../../pictures/store.ts'

/** Stores a picture of one colour; returns its hash. */
export async function createPicture(
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  background = '#c04a2b',
): Promise<string> {
  const bytes = await sharp({ create: { width: 120, height: 90, channels: 3, background } })
    .png()
    .toBuffer()
  const picture = await readPicture(bytes)
  if (!picture.ok) throw new Error(picture.code)
  return inTx(db, (tx) => storePicture(tx, picture, clock.now()))
}
