import { OFFICE_PAGES } from '@foyer/contract/office/pages.ts'
import { isGivenAway } from '@foyer/domain/basket/on-sale.ts'
import { MAX_RECIPIENTS, type Recipient, recipientsIn } from '@foyer/domain/office/recipients.ts'
import { fail } from '@foyer/domain/result.ts'
import { runBeforeCommit, type Tx } from '../../db/transaction/tx.ts'
import { sentenceOf } from '../../http/handle.ts'
import { takeByHand } from '../../payment/start/by-hand.ts'
import { admitEveryone } from '../../sale/hold/admit.ts'
import { holdInTx } from '../../sale/hold/hold.ts'
import { lockSale, type SaleRow } from '../../sale/sale.ts'
import { newReference } from '../../sale/session/current-or-new.ts'
import { addChosen, areOwnTypes, priceAsGift } from '../counter/sell.ts'
import { datesIn, isOwnDate, typesOf } from '../counter/view.ts'
import { mayAlso } from '../event/state.ts'
import { grantOf, type OfficeContext, type OfficeHandlers, RolledBack, staffOf } from '../handle.ts'
import { formKey } from '../order/form-key.ts'
import { countStaffMails } from '../order/mail-order.ts'
import { ownOrder } from '../order/own-order.ts'
import { allocationsOf, type Gift, giftsOf, seatingOf } from './seats.ts'

const MAX_DATES = 200

export const officeGive: OfficeHandlers['office_give'] = {
  async read({ date_id, order_id, given }, ctx) {
    const { db } = ctx.deps
    const own = order_id === undefined || !mayAlso(ctx, 'give_tickets') ? undefined : await ownOrder(db, ctx, order_id)
    if (order_id !== undefined && own === undefined) return fail('not_found')
    const ordered = own?.lines.flatMap((line) => line.date_id ?? []) ?? []
    if (date_id !== undefined && !(await isOwnDate(db, ctx, date_id))) return fail('not_found')
    const types = (await typesOf(db, ctx)).filter((type) => isGivenAway(type, ctx.now))
    const dates = datesIn(types, ctx.now)
    const chosenDate =
      dates.find((date) => date.date_id === date_id) ??
      dates.find((date) => date_id === undefined && ordered.includes(date.date_id)) ??
      dates[0]
    const offered = types.filter(({ dateId }) => dateId === chosenDate?.date_id)
    return {
      form_key: formKey(ctx),
      dates: dates.slice(0, MAX_DATES).map(({ is_today: _, ...date }) => date),
      date_id: chosenDate?.date_id ?? null,
      types: offered.map(({ id, name, left }) => ({ ticket_id: id, name, left })),
      allocations:
        chosenDate && offered.some(({ seated }) => seated) ? await allocationsOf(db, chosenDate.date_id) : null,
      given: given ?? null,
      most: MAX_RECIPIENTS,
      people: own === undefined ? '' : asLine(own.order),
      order_id: order_id ?? null,
    }
  },
}

/** Empty for a walk-in without an address. */
const asLine = ({ name, email }: Pick<Recipient, 'name' | 'email'>): string =>
  email === '' ? '' : [name, email].filter(Boolean).join(', ')

/**
 * Gives tickets to everyone on the list, with an order for each person, in one transaction: if it fails, nobody has any, and the
 * form can be sent again. Where seats are chosen, it first answers who would sit where.
 */
export const giveTickets: OfficeHandlers['give_tickets'] = {
  async change(tx, { ticket_id, quantity, allocation_id, people: typed, reason, confirmed }, ctx) {
    const { people, wrong } = recipientsIn(typed)
    if (wrong !== null) return fail('give_line_wrong', { n: wrong })
    if (people.length === 0) return fail('give_nobody')
    if (people.length > MAX_RECIPIENTS) return fail('give_too_many', { n: MAX_RECIPIENTS })
    if (reason === '') return fail('counter_note_missing')
    if (!(await areOwnTypes(tx, ctx, [{ ticketTypeId: ticket_id, qty: quantity }]))) return fail('not_found')
    const emails = people.map(({ email }) => email)
    await countStaffMails(tx, ctx, emails)
    const sales = await salesFor(tx, ctx, people)
    const gifts = await giftsOf(tx, people, { ticketTypeId: ticket_id, quantity, allocationId: allocation_id })
    for (const [i, sale] of sales.entries()) {
      const { qty, labels: seats } = gifts[i]!
      await addChosen(tx, sale, { ticketTypeId: ticket_id, qty, seats }, ctx.now, isGivenAway)
    }
    await holdGifts(tx, ctx, sales, gifts)
    if (gifts.some(({ labels }) => labels.length > 0)) {
      const unconfirmed = fail('give_check', {
        who: await seatingOf(
          tx,
          people,
          sales.map(({ id }) => id),
        ),
      })
      // guard: given-as-confirmed
      if (confirmed.replaceAll('\r\n', '\n') !== sentenceOf(unconfirmed)) throw new RolledBack(unconfirmed)
    }
    for (const [i, { id }] of sales.entries()) await give(tx, ctx, id, people[i]!, reason)
    const { event_id, date_id } = await tx
      .selectFrom('ticket_types')
      .select(['event_id', 'date_id'])
      .where('id', '=', ticket_id)
      .executeTakeFirstOrThrow()
    const query = `organiser_id=${grantOf(ctx).organiserId}&date_id=${date_id}&given=${people.length}`
    return {
      reply: { success: true, next: `${OFFICE_PAGES.give.path}?${query}` },
      log: {
        subject: ['event', event_id],
        after: {
          ticket_type_id: ticket_id,
          people: people.length,
          tickets: gifts.reduce((sum, { qty }) => sum + qty, 0),
          reason,
        },
      },
    }
  },
}

/** They have no customer until they are held, so that complimentary tickets don't count towards a customer's maximum. */
const salesFor = (tx: Tx, { deps, now }: OfficeContext, people: readonly Recipient[]): Promise<SaleRow[]> =>
  tx
    .insertInto('sales')
    .values(
      people.map(() => ({
        reference: newReference(deps),
        marketing_asked: true,
        created_at: now,
        updated_at: now,
      })),
    )
    .returningAll()
    .execute()

/** Holds all of them as an online buyer's sale would be held. */
async function holdGifts(
  tx: Tx,
  { deps, now }: OfficeContext,
  sales: readonly SaleRow[],
  gifts: readonly Gift[],
): Promise<void> {
  const isSeated = (i: number) => gifts[i]!.labels.length > 0
  // Those with chosen seats come first, so that nobody else's best seats are among them.
  const order = sales.map((_, i) => i).sort((a, b) => Number(isSeated(b)) - Number(isSeated(a)))
  const attempts = order.map((i) => ({ saleId: sales[i]!.id, userId: null }))
  const outcomes = await holdInTx(tx, attempts, deps.config.holdSeconds, now, admitEveryone, isGivenAway)
  const refused = outcomes.find(({ kind }) => kind !== 'held')
  // guard: given-all-or-none
  if (refused !== undefined)
    throw new RolledBack(fail('counter_refused', { why: refused.kind === 'refused' ? refused.text : '' }))
  await runBeforeCommit(tx)
}

/** Sells a held sale at no charge. The job that runs after every order issues and emails its tickets. */
async function give(
  tx: Tx,
  ctx: OfficeContext,
  saleId: number,
  { name, email }: Recipient,
  reason: string,
): Promise<void> {
  await tx.updateTable('sales').set({ guest_email: email, guest_name: name }).where('id', '=', saleId).execute()
  const snapshot = await priceAsGift(tx, await lockSale(tx, saleId), ctx.now)
  if (snapshot.totals.totalMinor !== 0) throw new Error(`sale ${saleId} is complimentary but has a price`)
  await takeByHand(tx, snapshot, { provider: 'free', now: ctx.now })
  await tx.updateTable('orders').set({ channel: 'complimentary' }).where('sale_id', '=', saleId).execute()
  await tx
    .insertInto('order_notes')
    .values({
      sale_id: saleId,
      organiser_id: grantOf(ctx).organiserId,
      staff_id: staffOf(ctx).id,
      words: reason,
      at_door: false,
      written_at: ctx.now,
    })
    .execute()
}
