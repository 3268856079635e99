import { OFFICE_PAGES } from '@foyer/contract/office/pages.ts'
import { isSoldAtCounter } from '@foyer/domain/basket/on-sale.ts'
import { formatMinor } from '@foyer/domain/format/money.ts'
import { parseAmount } from '@foyer/domain/money/chosen-amount.ts'
import { currencyCode, type Minor } from '@foyer/domain/money/money.ts'
import { type Chosen, type CounterPayment, chosenIn, seatIdsIn } from '@foyer/domain/office/counter.ts'
import { fail } from '@foyer/domain/result.ts'
import { addTickets } from '../../basket/tickets.ts'
import { combineWrites } from '../../db/transaction/batch.ts'
import { runBeforeCommit, type Tx } from '../../db/transaction/tx.ts'
import { takeByHand } from '../../payment/start/by-hand.ts'
import { admitEveryone } from '../../sale/hold/admit.ts'
import { holdInTx } from '../../sale/hold/hold.ts'
import { holdAtTerms } from '../../sale/hold/sell.ts'
import { lockSale, record, type SaleRow } from '../../sale/sale.ts'
import { newReference } from '../../sale/session/current-or-new.ts'
import { readSnapshot, type Snapshot } from '../../sale/snapshot/snapshot.ts'
import type { Terms } from '../../sale/terms/terms.ts'
import { issueTo, lockToIssue } from '../../tickets/delivery/issue.ts'
import { grantOf, type OfficeContext, type OfficeHandlers, RolledBack } from '../handle.ts'
import { counterPricesOf } from './counter-price.ts'
import { onlineOnlyRefusal } from './online-only.ts'
import { takeChosenSeats } from './seats.ts'
import { type ShiftRow, shiftToSell } from './shift.ts'

export const salePath = (ctx: OfficeContext, orderId: number): string =>
  `${OFFICE_PAGES.counter_sale.path}?organiser_id=${grantOf(ctx).organiserId}&order_id=${orderId}`

export const counterSale: OfficeHandlers['counter_sale'] = {
  async change(tx, { chosen, seats, total, how, given, note, opens }, ctx) {
    const wanted = chosenIn(chosen)
    if (wanted.length === 0) return fail('counter_empty')
    if (!(await areOwnTypes(tx, ctx, wanted))) return fail('not_found')
    if (how === 'free' && note === '') return fail('counter_note_missing')
    const shift = await shiftToSell(tx, ctx, opens)
    if (shift === undefined) return fail('no_shift')
    const sale = await holdAtCounter(tx, ctx, shift, { wanted, seatIds: seatIdsIn(seats), how, note })
    const snapshot = how === 'free' ? await priceAsGift(tx, sale, ctx.now) : await priceAtCounter(tx, sale, ctx.now)
    const { totalMinor } = snapshot.totals
    // guard: counter-total-as-shown
    if (how !== 'free' && totalMinor !== total)
      throw new RolledBack(
        fail('counter_price_changed', { total: formatMinor(totalMinor, currencyCode(shift.currency)) }),
      )
    const givenMinor = how === 'cash' ? cashGiven(given, totalMinor, shift) : null
    await tx.updateTable('counter_sales').set({ given_minor: givenMinor }).where('sale_id', '=', sale.id).execute()
    await takeByHand(tx, snapshot, {
      provider: totalMinor === 0 ? 'free' : how,
      now: ctx.now,
    })
    await issueAtCounter(tx, ctx, sale.id)
    return {
      reply: { success: true, next: salePath(ctx, sale.id) },
      log: {
        subject: ['order', sale.id],
        after: { how, total_minor: totalMinor, shift_id: shift.id, ...(note && { note }) },
      },
    }
  },
}

/** Whether all of these types belong to events of the organiser that this person may see. */
export async function areOwnTypes(tx: Tx, ctx: OfficeContext, wanted: readonly Chosen[]): Promise<boolean> {
  const { organiserId, eventIds } = grantOf(ctx)
  const found = await tx
    .selectFrom('ticket_types as type')
    .innerJoin('events as event', 'event.id', 'type.event_id')
    .select('type.id')
    .where(
      'type.id',
      'in',
      wanted.map(({ ticketTypeId }) => ticketTypeId),
    )
    // guard: counter-own-events
    .where('event.organiser_id', '=', organiserId)
    .$if(eventIds !== null, (query) => query.where('event.id', 'in', [-1, ...eventIds!]))
    .execute()
  return found.length === wanted.length
}

/** Makes a sale of these tickets, without a customer, and holds them by the same functions as an online buyer's. Throws `RolledBack`. */
export async function holdAtCounter(
  tx: Tx,
  { deps, now }: OfficeContext,
  shift: ShiftRow,
  {
    wanted,
    seatIds,
    how,
    note,
  }: { wanted: readonly Chosen[]; seatIds: readonly number[]; how: CounterPayment; note: string },
): Promise<SaleRow> {
  const refusal = await onlineOnlyRefusal(tx, wanted)
  // guard: counter-online-only
  if (refusal) throw new RolledBack(refusal)
  const sale = await tx
    .insertInto('sales')
    .values({ reference: newReference(deps), created_at: now, updated_at: now })
    .returningAll()
    .executeTakeFirstOrThrow()
  await tx.insertInto('counter_sales').values({ sale_id: sale.id, shift_id: shift.id, how, note, at: now }).execute()
  const seats = await takeChosenSeats(tx, wanted, seatIds)
  for (const chosen of wanted)
    await addChosen(tx, sale, { ...chosen, seats: seats.get(chosen.ticketTypeId) ?? [] }, now, isSoldAtCounter)
  // A drawer holds one currency.
  if (sale.currency !== shift.currency) throw new RolledBack(fail('other_currency'))
  const attempt = { saleId: sale.id, userId: null }
  const [outcome] = await holdInTx(tx, [attempt], deps.config.holdSeconds, now, admitEveryone, isSoldAtCounter)
  if (outcome?.kind !== 'held')
    throw new RolledBack(fail('counter_refused', { why: outcome?.kind === 'refused' ? outcome.text : '' }))
  await runBeforeCommit(tx)
  return lockSale(tx, sale.id)
}

/** Adds tickets to a sale as an online buyer's browser would; without seats, the shop chooses them. Throws `RolledBack` if they are refused. */
export async function addChosen(
  tx: Tx,
  sale: SaleRow,
  { ticketTypeId, qty, seats = [] }: Chosen & { seats?: string[] },
  now: Date,
  isSold: typeof isSoldAtCounter,
): Promise<void> {
  const line = { ticket_id: ticketTypeId, quantity: qty, seats, section: '', amount: undefined }
  const added = await addTickets(tx, sale, line, null, now, { isSold, anySeats: true })
  if (!added.ok) throw new RolledBack(added)
  sale.currency = added.sale?.currency ?? sale.currency
  await combineWrites(
    ...(added.writes ?? []),
    tx.updateTable('sales').set({ currency: sale.currency }).where('id', '=', sale.id),
  ).execute(tx)
}

/** Sets the held prices to zero. Places of price tiers are left to those who pay. */
export async function priceAsGift(tx: Tx, sale: SaleRow, now: Date): Promise<Snapshot> {
  const { offers: _, ...terms } = counterTerms(sale)
  const { lines } = (await readSnapshot(tx, sale.id))!
  const prices = Object.fromEntries(lines.map(({ ticketTypeId }): [number, [Minor, Minor]] => [ticketTypeId, [0, 0]]))
  return withTerms(tx, sale, { ...terms, prices }, now)
}

/** Sets the prices of the counter, and drops terms that apply online only: delivery by post, and the rule for totals too small for a card. */
export async function priceAtCounter(tx: Tx, sale: SaleRow, now: Date): Promise<Snapshot> {
  const snapshot = (await readSnapshot(tx, sale.id))!
  const { smallTotal, deliveryMinor } = (sale.terms ?? {}) as Terms
  const prices = await counterPricesOf(tx, snapshot.lines)
  const isSame = snapshot.lines.every(({ ticketTypeId, priceMinor, bookingFeeMinor }) => {
    const [price, fee] = prices.get(ticketTypeId)!
    return price === priceMinor && fee === bookingFeeMinor
  })
  if (isSame && smallTotal === undefined && deliveryMinor === undefined) return snapshot
  return withTerms(tx, sale, { ...counterTerms(sale), prices: Object.fromEntries(prices) }, now)
}

function counterTerms(sale: SaleRow): Terms {
  const { smallTotal: _, deliveryMinor: __, ...terms } = (sale.terms ?? {}) as Terms
  return terms
}

async function withTerms(tx: Tx, sale: SaleRow, terms: Terms, now: Date): Promise<Snapshot> {
  if (!(await holdAtTerms(tx, sale, terms, now)))
    throw new Error(`sale ${sale.id} could not be held at the counter's terms`)
  return (await readSnapshot(tx, sale.id))!
}

/** The cash that was handed over. An empty field means the exact amount. */
function cashGiven(given: string, totalMinor: Minor, shift: ShiftRow): Minor {
  const currency = currencyCode(shift.currency)
  const minor = given === '' ? totalMinor : parseAmount(given, currency)
  if (minor === null) throw new RolledBack(fail('bad_amount'))
  if (minor < totalMinor) throw new RolledBack(fail('counter_too_little', { total: formatMinor(totalMinor, currency) }))
  return minor
}

/** Issues the tickets now instead of in a job, because their buyer is waiting. */
export async function issueAtCounter(tx: Tx, { deps, now }: OfficeContext, saleId: number): Promise<void> {
  const issued = await issueTo(tx, await lockToIssue(tx, saleId), { now, random: deps.random, inHistory: true })
  if (!issued.ok) throw new Error(`sale ${saleId} was paid at the counter and has no tickets`)
  await tx
    .updateTable('sales')
    .set({ state: 'order_completed', wallet_delivered_at: now, marketing_asked: true })
    .where('id', '=', saleId)
    .execute()
  await record(tx, saleId, 'sold_at_counter', now)
}
