import { DAY_MS } from '@foyer/domain/format/calendar-days.ts'
import { sql } from 'kysely'
import { inTx, type Tx } from '../db/transaction/tx.ts'
import type { Deps } from '../deps.ts'
import type { ReadyPicture } from './read.ts'

/** Stores a picture, unless the shop has it already. A reference to it in the same transaction keeps it. */
export async function storePicture(tx: Tx, picture: ReadyPicture, now: Date): Promise<string> {
  const { sha256, width, height, files } = picture
  await tx
    .insertInto('pictures')
    .values({ sha256, width, height, stored_at: now })
    // Locks the row, so that it cannot be removed at this moment.
    .onConflict((conflict) => conflict.column('sha256').doUpdateSet({ unused_since: null }))
    .execute()
  await tx
    .insertInto('picture_files')
    .values(files.map((file) => ({ sha256, ...file })))
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  return sha256
}

const IN_USE = sql<boolean>`(
  exists (select from events where events.picture = pictures.sha256)
  or exists (select from organisers where pictures.sha256 in (organisers.logo, organisers.cover))
  or exists (select from shop where shop.logo = pictures.sha256))`

/** Removes pictures that have been unused for as long as messages are kept, because emails may still show them until then. */
export function removeUnusedPictures({ db, clock, config }: Pick<Deps, 'db' | 'clock' | 'config'>): Promise<void> {
  const now = clock.now()
  const oldest = new Date(now.getTime() - config.retention.messages * DAY_MS)
  return inTx(db, async (tx) => {
    await tx
      .updateTable('pictures')
      .set({ unused_since: sql<Date | null>`case when ${IN_USE} then null else ${now}::timestamptz end` })
      .where(sql<boolean>`${IN_USE} = (unused_since is not null)`)
      .execute()
    await tx
      .deleteFrom('pictures')
      .where('unused_since', '<', oldest)
      .where(({ not }) => not(IN_USE))
      .execute()
  })
}
