import { type Fail, fail } from '@foyer/domain/result.ts'
import { hit } from '../../http/limits/rate-limit.ts'
import { type PictureProblem, type ReadyPicture, readPicture } from '../../pictures/read.ts'
import { type OfficeContext, staffOf } from '../handle.ts'

/** Decoding takes about a second of CPU time. Nobody changes more pictures than this by hand. */
const MAX_PER_MINUTE = 20

type Sent = { upload: string; remove: boolean }

const decoded = new WeakMap<Sent, ReadyPicture>()

/** Reads a picture before the transaction of its call, which must not wait for it. */
export async function readUpload(
  body: Sent,
  ctx: OfficeContext,
): Promise<Fail<PictureProblem | 'too_many_requests'> | null> {
  if (body.upload === '' || body.remove) return null
  if ((await hit(ctx.deps, `picture:staff:${staffOf(ctx).id}`, 60)) > MAX_PER_MINUTE) return fail('too_many_requests')
  const picture = await readPicture(Buffer.from(body.upload, 'base64'))
  if (!picture.ok) return picture
  decoded.set(body, picture)
  return null
}

/** The picture that was sent with a call, as `readUpload` has decoded it; null if none was sent. */
export const uploadOf = (body: Sent): ReadyPicture | null => decoded.get(body) ?? null
