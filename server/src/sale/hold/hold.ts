import { ERRORS } from '@foyer/contract/errors.ts'
import { fill } from '@foyer/contract/fill.ts'
import { checkout, refusals } from '@foyer/contract/messages.ts'
import { allocate, type Counter } from '@foyer/domain/basket/allocate.ts'
import { isOnSale } from '@foyer/domain/basket/on-sale.ts'
import { reserveRefusal } from '@foyer/domain/basket/reserve-refusal.ts'
import { dayOf } from '@foyer/domain/format/dates.ts'
import type { Offer } from '@foyer/domain/money/totals.ts'
import { sql } from 'kysely'
import { runQuery } from '../../db/transaction/batch.ts'
import { type Db, inTx, sendWithCommit, type Tx } from '../../db/transaction/tx.ts'
import { canChange } from '../customer/customer.ts'
import { hasMaximum } from '../customer/limit.ts'
import { plansOfLines } from '../plans.ts'
import { lockSale } from '../sale.ts'
import { smallTotalTermsOf } from '../small-total.ts'
import { pricesOf, type Terms, typeTermsOf } from '../terms.ts'
import { lockQuotas, quotaIdsOf, unlockLines, usesOf, writeQuotaUsesQuery } from './access-codes.ts'
import { type Admission, admitEverybody, type HoldAttempt } from './admit.ts'
import { type Batch, type HoldOutcome, lockBatch, refuse, undecidedLines, undecidedSales } from './batch.ts'
import { takeChosenPrices } from './chosen-prices.ts'
import { releaseCodes, reserveCodes, withCodes } from './codes.ts'
import { demandsOf, lockCountersQuery, lockPools, releaseExpired, shortText } from './counters.ts'
import { alreadyBought, mayHaveSmallTotal, withTooMany, withVouchers } from './lines.ts'
import { refusalText } from './rules.ts'
import { freeSeatsOf, takeSeats } from './seats.ts'
import {
  type NewPrice,
  newPriceText,
  priceByTiers,
  pricesAfter,
  readTiers,
  tierQuotasOf,
  writeShownPricesQuery,
} from './tier-prices.ts'
import { writeHoldsQuery, writeRefusalsQuery, writeTriesQuery } from './write.ts'

/**
 * Holds all of each basket's stock or none of it, for `holdSeconds` from `now`. All baskets share one transaction, whose
 * statement count does not grow with the number of baskets, except for seats and codes. Sales are locked in id order, then
 * each counter once; baskets are decided in the order of `attempts`. Returns outcomes in that order. A basket that already
 * holds stock keeps its hold and expiry.
 */
export const holdAll = <Attempt extends HoldAttempt>(
  db: Db,
  attempts: readonly Attempt[],
  holdSeconds: number,
  now: Date,
  admission: Admission<Attempt> = admitEverybody,
): Promise<HoldOutcome[]> => inTx(db, (tx) => holdInTx(tx, attempts, holdSeconds, now, admission))

/** The same in the caller's transaction, which writes the holds when it commits. `isSold`: where the tickets are sold. */
export async function holdInTx<Attempt extends HoldAttempt>(
  tx: Tx,
  attempts: readonly Attempt[],
  holdSeconds: number,
  now: Date,
  admission: Admission<Attempt> = admitEverybody,
  isSold = isOnSale,
): Promise<HoldOutcome[]> {
  const batch = await lockBatch(tx, attempts, now, admission)
  denyOthers(batch)
  await keepExistingHolds(tx, batch)
  requireCaptchas(batch)
  await assignToAccounts(tx, batch)
  await priceChosen(tx, batch)
  await applyRules(tx, batch, now, isSold)
  await allocateStock(tx, batch, now)
  await takeAllSeats(tx, batch)
  await readSmallTotals(tx, batch)
  await reserveAllCodes(tx, batch, now)
  sendHolds(tx, batch, now, new Date(now.getTime() + holdSeconds * 1000))
  return outcomesInOrder(batch)
}

/** Only its customer may reserve a sale that has one; the link alone is not enough. */
function denyOthers(batch: Batch): void {
  const allowed = new Set<number>()
  for (const attempt of batch.attempts) {
    const { saleId, visitor } = attempt
    if (visitor === undefined || canChange(visitor, batch.sales.get(saleId)!)) allowed.add(saleId)
    else batch.denied.add(attempt)
  }
  for (const id of batch.sales.keys()) if (!allowed.has(id)) batch.outcomes.set(id, { kind: 'not_yours' })
}

/** Decides paid sales and sales that already hold stock. A held sale still in the basket state moves to its step. */
async function keepExistingHolds(tx: Tx, batch: Batch): Promise<void> {
  const inBasket: number[] = []
  for (const { id, reference, state, held_until: heldUntil, paid_at } of undecidedSales(batch).values()) {
    if (paid_at !== null) batch.outcomes.set(id, { kind: 'paid' })
    else if (heldUntil !== null) {
      batch.outcomes.set(id, { kind: 'held', reference, fresh: false, heldUntil })
      if (state === 'basket' || state === 'captcha') inBasket.push(id)
    }
  }
  if (inBasket.length > 0) await tx.updateTable('sales').set({ state: 'reserve' }).where('id', 'in', inBasket).execute()
}

/** Two tabs may try to reserve one sale at once; one admitted attempt is enough to continue. */
function requireCaptchas(batch: Batch): void {
  const lines = undecidedLines(batch)
  const candidates = batch.attempts.flatMap((attempt) => {
    const own = lines.get(attempt.saleId)
    if (own === undefined || batch.denied.has(attempt)) return []
    return [{ attempt, sale: batch.sales.get(attempt.saleId)!, highDemand: own.some((line) => line.highDemand) }]
  })
  const admitted = batch.admit(candidates)
  const admittedSales = new Set<number>()
  candidates.forEach(({ attempt }, n) => {
    if (admitted[n]) admittedSales.add(attempt.saleId)
    else batch.stopped.add(attempt)
  })
  for (const saleId of lines.keys()) if (!admittedSales.has(saleId)) batch.outcomes.set(saleId, { kind: 'captcha' })
}

/** Assigns a sale without a customer to the account that its browser is signed in to. */
async function assignToAccounts(tx: Tx, batch: Batch): Promise<void> {
  const assigned = new Map<number, number>()
  const sales = undecidedSales(batch)
  for (const attempt of batch.attempts) {
    const { saleId, userId } = attempt
    const sale = sales.get(saleId)
    if (!sale || batch.denied.has(attempt) || sale.user_id !== null || userId === null) continue
    sale.user_id = userId
    assigned.set(saleId, userId)
  }
  if (assigned.size > 0)
    await sql`
      update sales set user_id = assigned.user_id
      from unnest(${sql.val([...assigned.keys()])}::bigint[], ${sql.val([...assigned.values()])}::bigint[])
        as assigned(sale_id, user_id)
      where sales.id = assigned.sale_id`.execute(tx)
}

/** Prices the lines of types whose price is the buyer's choice. Such a type is rare: the others cost no statement. */
async function priceChosen(tx: Tx, batch: Batch): Promise<void> {
  for (const { saleId, lines, refusal } of await takeChosenPrices(tx, undecidedLines(batch))) {
    batch.lines.set(saleId, lines)
    if (refusal !== null) refuse(batch, saleId, refusal)
  }
  for (const [saleId, lines] of await readTiers(tx, undecidedLines(batch))) batch.lines.set(saleId, lines)
}

/** Refuses baskets that break a rule of the basket page: empty, not on sale, quantities, required tickets, the customer's maximum. */
async function applyRules(tx: Tx, batch: Batch, now: Date, isSold: typeof isOnSale): Promise<void> {
  const sales = [...undecidedSales(batch).values()]
  const linesOf = (id: number) => batch.lines.get(id) ?? []
  await unlockLines(tx, undecidedLines(batch), now)
  const withAccount = sales.filter(({ user_id }) => user_id !== null)
  const needOthers = withAccount.filter(({ id }) => linesOf(id).some((line) => line.requirements.length > 0))
  const limited = withAccount.filter(({ id }) => hasMaximum(linesOf(id)))
  const withVouchersIds = sales
    .filter(({ id }) => linesOf(id).length === 0 || linesOf(id)[0]!.withVouchers)
    .map(({ id }) => id)

  const userIds = needOthers.map(({ user_id }) => user_id!)
  const bought = await alreadyBought(tx, userIds)
  const vouchers = await withVouchers(tx, withVouchersIds)
  for (const [id, charities] of vouchers) batch.voucherCharities.set(id, charities)
  const tooMany = await withTooMany(tx, limited)

  for (const { id, user_id } of sales) {
    const own = linesOf(id)
    const refusal = reserveRefusal(own, bought.get(user_id ?? 0) ?? new Set(), now, isSold)
    if (own.length === 0 && !vouchers.has(id)) refuse(batch, id, ERRORS.basket_empty[1])
    else if (refusal) refuse(batch, id, refusalText(refusal))
    else if (tooMany.has(id)) refuse(batch, id, checkout['account.perCustomer'])
  }
}

/** First come, first served: allocates stock in the order of the attempts. */
async function allocateStock(tx: Tx, batch: Batch, now: Date): Promise<void> {
  const lines = undecidedLines(batch)
  const released = await releaseExpired(tx, lines, batch.free, now)
  const free = released ? await runQuery(tx, lockCountersQuery([...lines.keys()])) : batch.free
  const all = [...lines.values()].flat()
  const pooled = await lockPools(tx, all)
  const quotas = await lockQuotas(tx, quotaIdsOf(all), tierQuotasOf(all))
  const counters = { types: new Map([...free, ...pooled.types]), pools: pooled.pools, quotas }
  if (all.some(({ pricing }) => pricing === 'tiers')) takeTierPrices(batch, quotas, now)
  const decided = undecidedLines(batch)
  const requests = [...decided].map(([saleId, own]) => ({ saleId, demands: demandsOf(own, counters) }))
  const { outcome, taken } = allocate(requests)
  for (const [saleId, allocation] of outcome) {
    if (allocation.ok) continue
    const own = decided.get(saleId)!
    if (allocation.short.some(({ ofTier }) => ofTier))
      refuseUntilSeen(batch, saleId, pricesAfter(saleId, own, quotas, taken, now))
    else refuse(batch, saleId, shortText(own, allocation.short))
  }
}

/** Prices types with tiers, under the locks of their quotas. */
function takeTierPrices(batch: Batch, quotas: ReadonlyMap<number, Counter>, now: Date): void {
  for (const [saleId, own] of undecidedLines(batch)) {
    const { lines, dearer } = priceByTiers(saleId, own, quotas, now)
    batch.lines.set(saleId, lines)
    if (dearer.length > 0) refuseUntilSeen(batch, saleId, dearer)
  }
}

/** Refuses a basket whose price has gone up. It shows the new price from now on, and the buyer may reserve again. */
function refuseUntilSeen(batch: Batch, saleId: number, prices: readonly NewPrice[]): void {
  batch.newPrices.push(...prices)
  refuse(batch, saleId, newPriceText(batch.lines.get(saleId)!, prices))
}

async function takeAllSeats(tx: Tx, batch: Batch): Promise<void> {
  for (const [saleId, own] of undecidedLines(batch)) {
    const refused = await takeSeats(
      tx,
      saleId,
      own.filter(({ seated }) => seated),
    )
    if (refused === null) continue
    await freeSeatsOf(tx, saleId)
    refuse(batch, saleId, fill(refusals.seatTaken, { event: refused.eventTitle }))
  }
}

/** Reads what happens to a total too small for a card, only for baskets whose total may be one. */
async function readSmallTotals(tx: Tx, batch: Batch): Promise<void> {
  const saleIds = [...undecidedLines(batch)].flatMap(([id, lines]) => (mayHaveSmallTotal(lines) ? [id] : []))
  if (saleIds.length === 0) return
  for (const [id, terms] of await smallTotalTermsOf(tx, saleIds)) batch.smallTotals.set(id, terms)
}

/** Refuses a basket whose code is spent; otherwise the total would be higher than the one the buyer saw. */
async function reserveAllCodes(tx: Tx, batch: Batch, now: Date): Promise<void> {
  const lines = undecidedLines(batch)
  for (const saleId of await withCodes(tx, lines)) {
    const terms = { ...termsShown(batch, saleId, now), prices: pricesOf(lines.get(saleId)!) }
    const { lost, discounts } = await reserveCodes(tx, await lockSale(tx, saleId), terms, { now })
    if (discounts.length > 0) batch.discounts.set(saleId, discounts)
    if (lost.length === 0) continue
    await releaseCodes(tx, saleId)
    await freeSeatsOf(tx, saleId)
    refuse(batch, saleId, lost.map((code) => fill(refusals.codeLost, { code })).join(' '))
  }
}

/** The terms that the buyer of a basket sees now and that its hold keeps, whatever an organiser changes meanwhile. */
function termsShown(batch: Batch, saleId: number, now: Date): Terms {
  const lines = batch.lines.get(saleId)!
  const terms: Terms = typeTermsOf(lines)
  const charities = { ...batch.voucherCharities.get(saleId) }
  const offers = new Map<number, Offer[]>()
  for (const { organiserId, offers: own, charity } of lines) {
    if (own) offers.set(organiserId, own)
    if (charity) charities[organiserId] = charity
  }
  if (offers.size > 0) terms.offers = [...offers.values()].flat()
  if (Object.keys(charities).length > 0) terms.charities = charities
  const discounts = batch.discounts.get(saleId)
  if (discounts) terms.discounts = discounts
  const smallTotal = batch.smallTotals.get(saleId)
  if (smallTotal) terms.smallTotal = smallTotal
  if (lines.some(({ plans }) => plans !== null)) {
    const optionsOf = (eventId: number) => lines.find((line) => line.eventId === eventId)!.plans ?? []
    terms.plans = plansOfLines(lines, optionsOf, dayOf(now))
  }
  return terms
}

/** Holds every basket still undecided. Holds, refusals and counted tries are written together with the commit. */
function sendHolds(tx: Tx, batch: Batch, now: Date, heldUntil: Date): void {
  const lines = undecidedLines(batch)
  const held = [...lines].map(([id, own]) => ({
    ...batch.sales.get(id)!,
    lines: own,
    terms: termsShown(batch, id, now),
  }))
  for (const { id, reference } of held) batch.outcomes.set(id, { kind: 'held', reference, fresh: true, heldUntil })
  const refused = [...batch.outcomes].flatMap(([id, outcome]) =>
    outcome.kind === 'refused' ? [{ ...batch.sales.get(id)!, text: outcome.text }] : [],
  )
  const stopped = [...batch.outcomes].flatMap(([id, { kind }]) => (kind === 'captcha' ? [batch.sales.get(id)!] : []))
  sendWithCommit(
    tx,
    writeHoldsQuery(held, { now, heldUntil }),
    writeQuotaUsesQuery(usesOf(held)),
    writeRefusalsQuery(refused, now),
    writeShownPricesQuery(batch.newPrices),
    writeTriesQuery(stopped),
  )
}

/** If two tabs reserve at once, only the first gets a fresh hold. */
function outcomesInOrder(batch: Batch): HoldOutcome[] {
  const answered = new Set<number>()
  return batch.attempts.map((attempt): HoldOutcome => {
    if (batch.denied.has(attempt)) return { kind: 'not_yours' }
    if (batch.stopped.has(attempt)) return { kind: 'captcha' }
    const outcome = batch.outcomes.get(attempt.saleId)!
    const again = answered.has(attempt.saleId)
    answered.add(attempt.saleId)
    return again && outcome.kind === 'held' ? { ...outcome, fresh: false } : outcome
  })
}
