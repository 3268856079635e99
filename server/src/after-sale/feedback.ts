import { fill } from '@foyer/contract/fill.ts'
import { mails } from '@foyer/contract/messages.ts'
import { fail } from '@foyer/domain/result.ts'
import { inTx, type Tx } from '../db/transaction/tx.ts'
import type { Deps } from '../deps.ts'
import type { Handler } from '../http/handle.ts'
import { hit } from '../http/limits/rate-limit.ts'
import { withLanguage } from '../language.ts'
import { queueMail } from '../mail/outbox.ts'
import { orderRows } from '../mail/templates/order-facts.ts'
import { countTypedMails } from '../mail/typed-address.ts'
import { orderNumberOf } from '../sale/order/order-number.ts'
import { lockSale } from '../sale/sale.ts'
import { boughtSale } from './paid-sale.ts'

/** Limits feedback per window, because each message reaches an organiser's mailbox. */
export const MESSAGES = { max: 5, windowSeconds: 3600 }

/**
 * Stores feedback and mails it to each organiser of the order who has an address. The same text again counts as a double
 * click.
 */
export const feedback: Handler<'send_customer_feedback'> = async ({ message }, ctx) => {
  const { deps, now } = ctx
  const bought = await boughtSale(ctx)
  if (!bought) return fail('not_paid')
  const { sale, buyer } = bought
  if (message === '') return fail('message_missing')
  if ((await hit(deps, `feedback:sale:${sale.id}`, MESSAGES.windowSeconds)) > MESSAGES.max)
    return fail('too_many_requests')
  await inTx(deps.db, async (tx) => {
    const id = await storeFeedback(tx, sale.id, { message, sent_at: now })
    if (id === null) return
    for (const organiser of await organisersOf(tx, sale.id))
      await mailFeedback(tx, deps, { id, message, who: buyer.full_name, saleId: sale.id, organiser, now })
  })
  return { success: true }
}

/** Locks the sale and stores feedback. Returns its id, or null if the same text is stored already. */
export async function storeFeedback(
  tx: Tx,
  saleId: number,
  feedback: { message: string; sent_at: Date; event_id?: number; author?: string },
): Promise<number | null> {
  await lockSale(tx, saleId)
  const stored = await tx
    .selectFrom('feedback')
    .select('id')
    .where('sale_id', '=', saleId)
    .where('message', '=', feedback.message)
    .executeTakeFirst()
  if (stored) return null
  const { id } = await tx
    .insertInto('feedback')
    .values({ sale_id: saleId, ...feedback })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

type StoredFeedback = {
  id: number
  message: string
  who: string
  saleId: number
  organiser: { id: number; contact_email: string }
  now: Date
}

/**
 * Emails an organiser the feedback of a buyer. The email is not linked to the sale, because a bounce would then be shown to the
 * buyer as a mail that did not reach them. Beyond the limit of its address, feedback is only in the office.
 */
export async function mailFeedback(
  tx: Tx,
  { config }: Pick<Deps, 'config'>,
  { id, message, who, saleId, organiser, now }: StoredFeedback,
): Promise<void> {
  const to = { recipients: [organiser.contact_email], of: organiser.id, at: now }
  if (!(await countTypedMails(tx, config, { mail: 'feedback', ...to })).ok) return
  const number = await orderNumberOf(tx, saleId)
  // An organiser's emails are English, as the office is.
  await withLanguage('en', () =>
    queueMail(tx, config, {
      subject: number === null ? mails['feedback.heading'] : fill(mails['feedback.subject'], { number }),
      heading: mails['feedback.heading'],
      preview: message.slice(0, 90),
      blocks: [
        { kind: 'quote', who: fill(mails['feedback.from'], { who }), text: message },
        { kind: 'facts', rows: orderRows({ number }) },
      ],
      key: `feedback:${id}:${organiser.id}`,
      kind: 'feedback',
      recipient: organiser.contact_email,
      now,
    }),
  )
}

const organisersOf = (tx: Tx, saleId: number) =>
  tx
    .selectFrom('organisers as organiser')
    .select(['organiser.id', 'organiser.contact_email'])
    .where('organiser.contact_email', '<>', '')
    .where((eb) =>
      eb.or([
        eb(
          'organiser.id',
          'in',
          eb
            .selectFrom('sale_lines as line')
            .innerJoin('ticket_types as type', 'type.id', 'line.ticket_type_id')
            .innerJoin('events as event', 'event.id', 'type.event_id')
            .select('event.organiser_id')
            .where('line.sale_id', '=', saleId),
        ),
        eb(
          'organiser.id',
          'in',
          eb
            .selectFrom('sale_vouchers as line')
            .innerJoin('gift_voucher_designs as design', 'design.id', 'line.design_id')
            .select('design.organiser_id')
            .where('line.sale_id', '=', saleId),
        ),
      ]),
    )
    .orderBy('organiser.id')
    .execute()
