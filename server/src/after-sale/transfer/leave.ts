import { createHash } from 'node:crypto'
import { niceDate } from '@foyer/domain/format/dates.ts'
import { inTx, type Tx } from '../../db/transaction/tx.ts'
import type { Deps } from '../../deps.ts'
import type { Worker } from '../../jobs/jobs.ts'
import { queueMail } from '../../mail/outbox.ts'
import { transferMail } from '../../mail/templates/transfer.ts'
import { customerOf } from '../../sale/customer/customer.ts'
import { lockSale, record } from '../../sale/sale.ts'
import { placeOf } from '../../tickets/read.ts'
import { renewCode } from '../../tickets/retire.ts'

/** What the database keeps of a claim link: enough to know it again, and nothing to claim with. */
export const claimHash = (token: string): string => createHash('sha256').update(token).digest('base64url')

/** One mail for each transfer; taking it back looks for it by this name. */
export const transferMailKey = (transferId: number): string => `transfer:${transferId}`

type NeededDeps = Pick<Deps, 'random' | 'config'>

/**
 * Lets a transfer leave: from this moment the old codes open no door, the new ones wait for whoever claims them, and the mail
 * with the claim link is in the outbox, all in one transaction. Only once: a transfer that is not waiting any more stays as it
 * is. Tickets that were refunded or used in the meantime stay behind; with none left, there is no transfer. The caller holds
 * the sale's lock.
 */
export async function letLeave(
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
  const handed = await tx
    .selectFrom('transfer_tickets')
    .select('ticket_id')
    .where('transfer_id', '=', transferId)
    .orderBy('ticket_id')
    .execute()
  let left = 0
  for (const { ticket_id } of handed)
    if (await renewCode(tx, ticket_id, { why: 'transferred', now, random })) left++
    else
      await tx
        .deleteFrom('transfer_tickets')
        .where('transfer_id', '=', transferId)
        .where('ticket_id', '=', ticket_id)
        .execute()
  if (left === 0) {
    await tx.updateTable('transfers').set({ status: 'taken_back' }).where('id', '=', transferId).execute()
    return false
  }

  const token = Buffer.from(random.bytes(32)).toString('base64url')
  await tx
    .updateTable('transfers')
    .set({ status: 'sent', qty: left, sent_at: now, claim_token_hash: claimHash(token) })
    .where('id', '=', transferId)
    .execute()
  const facts = await transferredEvent(tx, transfer.ticket_type_id)
  const sale = await tx.selectFrom('sales').selectAll().where('id', '=', transfer.sale_id).executeTakeFirstOrThrow()
  const sender = await customerOf(tx, sale)
  await queueMail(tx, {
    ...transferMail({
      from: sender?.full_name ?? '',
      isGift: transfer.is_gift,
      message: transfer.message,
      title: facts.title,
      niceDate: niceDate(facts.starts_at, facts.timezone, { allDay: facts.all_day }),
      place: placeOf(facts),
      tickets: [{ name: facts.name, qty: left }],
      claimUrl: `${config.publicUrl}/claim/${token}/`,
    }),
    key: transferMailKey(transferId),
    kind: 'transfer',
    recipient: transfer.email,
    saleId: transfer.sale_id,
    now,
  })
  await record(tx, transfer.sale_id, 'transfer_sent', now, { transfer_id: transferId, qty: left })
  return true
}

/** What the mails about a transfer say of its event. */
export function transferredEvent(tx: Tx, ticketTypeId: number) {
  return tx
    .selectFrom('ticket_types as type')
    .innerJoin('event_dates as date', 'date.id', 'type.date_id')
    .innerJoin('events as event', 'event.id', 'type.event_id')
    .leftJoin('venues as venue', 'venue.id', 'event.venue_id')
    .select([
      'type.name',
      'date.starts_at',
      'date.all_day',
      'event.title',
      'event.timezone',
      'event.online_url',
      'venue.name as venue',
      'venue.town',
    ])
    .where('type.id', '=', ticketTypeId)
    .executeTakeFirstOrThrow()
}

/** The job of a scheduled gift. Whenever it runs, at its minute or after a night without a server, the gift leaves once. */
export const sendTransfer: Worker = async (job, deps) => {
  const transferId = Number(job.payload.transfer_id)
  await inTx(deps.db, async (tx) => {
    const transfer = await tx.selectFrom('transfers').select('sale_id').where('id', '=', transferId).executeTakeFirst()
    if (!transfer) return
    // The sale before the transfer, as everywhere: taking back and claiming lock it too.
    await lockSale(tx, transfer.sale_id)
    await letLeave(tx, deps, transferId, deps.clock.now())
  })
}
