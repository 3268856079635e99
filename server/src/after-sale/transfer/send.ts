import { createHash } from 'node:crypto'
import { longWhen } from '@foyer/domain/format/dates.ts'
import { HELD } from '../../db/held-online.ts'
import { inTx, type Tx } from '../../db/transaction/tx.ts'
import type { Deps } from '../../deps.ts'
import type { Worker } from '../../jobs/jobs.ts'
import { transferMail } from '../../mail/templates/transfer.ts'
import { mailBuyer } from '../../sale/mail-buyer.ts'
import { lockSale, record } from '../../sale/sale.ts'
import { pictureOf } from '../../tickets/mail-facts.ts'
import { placeOf } from '../../tickets/read.ts'
import { renewCode } from '../../tickets/retire.ts'
import { senderOf } from '../sender.ts'

/** The database keeps only a hash of a claim link: it recognises the link but cannot be used to claim. */
export const claimHash = (token: string): string => createHash('sha256').update(token).digest('base64url')

/** The key of a transfer's one mail; taking the transfer back finds the mail by it. */
export const transferMailKey = (transferId: number): string => `transfer:${transferId}`

type NeededDeps = Pick<Deps, 'random' | 'config'>

/**
 * Sends a transfer in one transaction: old codes stop working, new ones wait for the claim, and the mail with the claim link
 * goes to the outbox. Works once; a transfer that is no longer waiting stays unchanged. Tickets refunded or used in the
 * meantime stay behind; if none are left, the transfer is not made. The caller holds the sale's lock.
 */
export async function dispatchTransfer(
  tx: Tx,
  { random, config }: NeededDeps,
  transferId: number,
  now: Date,
): Promise<boolean> {
  const transfer = await tx
    .selectFrom('transfers')
    .selectAll()
    .where('id', '=', transferId)
    .where('status', '=', 'scheduled')
    .forUpdate()
    .executeTakeFirst()
  if (!transfer) return false
  const transferred = await tx
    .selectFrom('transfer_tickets')
    .select('ticket_id')
    .where('transfer_id', '=', transferId)
    .orderBy('ticket_id')
    .execute()
  let remaining = 0
  for (const { ticket_id } of transferred)
    if (await renewCode(tx, ticket_id, { why: 'transferred', now, random })) remaining++
    else
      await tx
        .deleteFrom('transfer_tickets')
        .where('transfer_id', '=', transferId)
        .where('ticket_id', '=', ticket_id)
        .execute()
  if (remaining === 0) {
    await tx.updateTable('transfers').set({ status: 'taken_back' }).where('id', '=', transferId).execute()
    return false
  }

  const token = Buffer.from(random.bytes(32)).toString('base64url')
  await tx
    .updateTable('transfers')
    .set({ status: 'sent', qty: remaining, sent_at: now, claim_token_hash: claimHash(token) })
    .where('id', '=', transferId)
    .execute()
  const facts = await transferredEvent(tx, transfer.ticket_type_id)
  const sale = await tx.selectFrom('sales').selectAll().where('id', '=', transfer.sale_id).executeTakeFirstOrThrow()
  const sender = await senderOf(tx, sale)
  await mailBuyer(tx, config, sale, async () => ({
    ...transferMail({
      from: sender.name,
      isGift: transfer.is_gift,
      message: sender.isProved ? transfer.message : '',
      title: facts.title,
      niceDate: longWhen(facts, facts),
      place: placeOf(facts),
      picture: pictureOf(facts),
      tickets: [{ name: facts.name, qty: remaining }],
      claimUrl: `${config.publicUrl}/claim/${token}/`,
    }),
    key: transferMailKey(transferId),
    kind: 'transfer',
    recipient: transfer.email,
    saleId: transfer.sale_id,
    now,
  }))
  await record(tx, transfer.sale_id, 'transfer_sent', now, { transfer_id: transferId, qty: remaining })
  return true
}

/** Returns what the mails about a transfer say about its event. */
export function transferredEvent(tx: Tx, ticketTypeId: number) {
  return tx
    .selectFrom('ticket_types as type')
    .innerJoin('event_dates as date', 'date.id', 'type.date_id')
    .innerJoin('events as event', 'event.id', 'type.event_id')
    .leftJoin('venues as venue', 'venue.id', 'event.venue_id')
    .select([
      'type.name',
      'date.starts_at',
      'date.ends_at',
      'date.all_day',
      'event.title',
      'event.timezone',
      ...HELD,
      'event.online_url',
      'event.picture',
      'event.picture_alt',
      'venue.name as venue',
      'venue.town',
    ])
    .where('type.id', '=', ticketTypeId)
    .executeTakeFirstOrThrow()
}

/** The job of a scheduled gift. The gift is sent once, even if the job runs late, for example because the server was down. */
export const sendTransfer: Worker<'send_transfer'> = async ({ payload: { transfer_id: transferId } }, deps) => {
  await inTx(deps.db, async (tx) => {
    const transfer = await tx.selectFrom('transfers').select('sale_id').where('id', '=', transferId).executeTakeFirst()
    if (!transfer) return
    // Locks the sale before the transfer, in the same order as taking back and claiming.
    await lockSale(tx, transfer.sale_id)
    await dispatchTransfer(tx, deps, transferId, deps.clock.now())
  })
}
