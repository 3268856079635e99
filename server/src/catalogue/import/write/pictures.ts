import { sql } from 'kysely'
import type { Tx } from '../../../db/transaction/tx.ts'
import { storePicture } from '../../../pictures/store.ts'
import type { Plan } from '../plan.ts'

/**
 * The hash of a picture that a file names; the picture is stored if it came with the file. Undefined if the file doesn't
 * mention one. A hash alone is accepted only for an organiser who shows that picture already, because hashes are visible on
 * public pages.
 */
export async function pictureOf(
  tx: Tx,
  plan: Plan,
  src: string | null | undefined,
  organiserId: number | undefined,
  now: Date,
): Promise<string | null | undefined | 'unknown'> {
  if (src === undefined || src === null) return src
  const picture = plan.pictures?.get(src)
  if (picture) return storePicture(tx, picture, now)
  const sha256 = /^sha256:([0-9a-f]{64})$/.exec(src)?.[1]
  if (sha256 === undefined || organiserId === undefined) return 'unknown'
  const { rows } = await sql<{ own: boolean }>`
    select exists (select from events where organiser_id = ${organiserId} and picture = ${sha256})
        or exists (select from organisers where id = ${organiserId} and ${sha256} in (logo, cover)) as own`.execute(tx)
  // guard: picture-of-others
  if (!rows[0]!.own) return 'unknown'
  return sha256
}

/** Null if the file removes the picture; undefined if it doesn't mention one. */
export const srcOf = (picture: { src: string } | null | undefined): string | null | undefined =>
  picture === null ? null : picture?.src
