import { createHash } from 'node:crypto'
import { type Db, inTx } from '../../db/transaction/tx.ts'
import type { Deps } from '../../deps.ts'

export type Bounce = {
  /** The Message-ID of our email, with its brackets. */
  messageId: string
  reason: string
  /** The address takes no email at all, rather than not this one. */
  isPermanent: boolean
}

/**
 * Records that an email did not arrive. Only its Message-ID identifies it, which nobody can guess. The recipient is taken from
 * our own row, never from the report. Returns whether this call recorded it.
 */
export const recordBounce = (
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  { messageId, reason, isPermanent }: Bounce,
): Promise<boolean> =>
  inTx(db, async (tx) => {
    if (messageId.includes('\0')) return false
    const now = clock.now()
    const mail = await tx
      .updateTable('mails')
      .set({ status: 'refused', last_error: reason.replaceAll('\0', '').slice(0, 500), bounced_at: now })
      .where('message_id', '=', messageId)
      .where('bounced_at', 'is', null)
      .returning(['id', 'recipient'])
      .executeTakeFirst()
    if (mail === undefined) return false
    await tx.updateTable('mailing_people').set({ state: 'refused' }).where('mail_id', '=', mail.id).execute()
    if (isPermanent) await suppress(tx, mail.recipient, now)
    return true
  })

/** News is no longer sent to this address. */
export async function suppress(tx: Pick<Db, 'insertInto'>, email: string, now: Date): Promise<void> {
  if (email === '') return
  const email_hash = createHash('sha256').update(email).digest('hex')
  await tx
    .insertInto('suppressions')
    .values({ email_hash, why: 'bounced', since: now })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}
