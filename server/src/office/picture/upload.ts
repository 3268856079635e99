import { type Fail, fail } from '@foyer/domain/result.ts'
import { hit } from '../../http/rate-limit.ts'
import { type PictureProblem, type ReadyPicture, readPicture } from '../../pictures/read.ts'
import { type OfficeContext, staffOf } from '../handle.ts'

/** Decoding takes a second of a core: more than anybody changes by hand. */
const PER_MINUTE = 20

type Sent = { upload: string; remove: boolean }

const read = new WeakMap<Sent, ReadyPicture>()

/** Reads a picture before the transaction of its call, which must not wait for it. */
export async function readUpload(
  body: Sent,
  ctx: OfficeContext,
): Promise<Fail<PictureProblem | 'too_many_requests'> | null> {
  if (body.upload === '' || body.remove) return null
  if ((await hit(ctx.deps, `picture:staff:${staffOf(ctx).id}`, 60)) > PER_MINUTE) return fail('too_many_requests')
  const picture = await readPicture(Buffer.from(body.upload, 'base64'))
  if (!picture.ok) return picture
  read.set(body, picture)
  return null
}

/** The picture that came with a call, once it is read; null if none did. */
export const uploadOf = (body: Sent): ReadyPicture | null => read.get(body) ?? null
