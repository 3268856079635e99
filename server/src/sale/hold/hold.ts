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
import { unnestRows } from '../../db/transaction/column-lists.ts'
import { type Db, inTx, sendWithCommit, type Tx } from '../../db/transaction/tx.ts'
import { canChange } from '../customer/customer.ts'
import { hasMaximum } from '../customer/limit.ts'
import { lockSale } from '../sale.ts'
import { plansOfLines } from '../terms/plans.ts'
import { smallTotalTermsOf } from '../terms/small-total.ts'
import { pricesOf, type Terms, typeTermsOf } from '../terms/terms.ts'
import { lockQuotas, quotaIdsOf, quotaUsesOf, unlockLines, writeQuotaUsesQuery } from './access-codes.ts'
import { type Admission, admitEveryone, type HoldAttempt, passesOf, usePassesQuery } from './admit.ts'
import { type Batch, type HoldOutcome, lockBatch, refuse, undecidedLines, undecidedSales } from './batch.ts'
import { applyChosenPrices } from './chosen-prices.ts'
import { releaseCodes, reserveCodes, salesWithCodes } from './codes.ts'
import { lockCountersQuery, lockPools, releaseExpiredHolds, shortageText, stockDemands } from './counters.ts'
import {
  boughtTypesOf,
  mayHaveSmallTotal,
  salesAboveMaximum,
  salesWithClosedVouchers,
  voucherCharitiesOf,
} from './lines.ts'
import { refusalText } from './rules.ts'
import { freeSeats, takeSeats } from './seats.ts'
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
 * statement count does not grow with the number of baskets, except for codes. Sales are locked in id order, then
 * each counter once; baskets are decided in the order of `attempts`. Returns outcomes in that order. A basket that already
 * holds stock keeps its hold and expiry.
 */
export const holdAll = <Attempt extends HoldAttempt>(
  db: Db,
  attempts: readonly Attempt[],
  holdSeconds: number,
  now: Date,
  admission: Admission<Attempt> = admitEveryone,
): Promise<HoldOutcome[]> => inTx(db, (tx) => holdInTx(tx, attempts, holdSeconds, now, admission))

/**
 * The same in the caller's transaction, which writes the holds when it commits. `isAvailable`: whether a type can be bought
 * through this channel.
 */
export async function holdInTx<Attempt extends HoldAttempt>(
  tx: Tx,
  attempts: readonly Attempt[],
  holdSeconds: number,
  now: Date,
  admission: Admission<Attempt> = admitEveryone,
  isAvailable = isOnSale,
): Promise<HoldOutcome[]> {
  const batch = await lockBatch(tx, attempts, now, admission)
  denyOthers(batch)
  await keepExistingHolds(tx, batch)
  // guard: waiting-room-pass
  if (admission.isBehindRooms) await requirePasses(tx, batch, now)
  requireCaptchas(batch)
  await assignToAccounts(tx, batch)
  await readPrices(tx, batch)
  await applyRules(tx, batch, now, isAvailable)
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
  const basketIds: number[] = []
  for (const { id, reference, state, held_until: heldUntil, paid_at } of undecidedSales(batch).values()) {
    if (paid_at !== null) batch.outcomes.set(id, { kind: 'paid' })
    else if (heldUntil !== null) {
      batch.outcomes.set(id, { kind: 'held', reference, fresh: false, heldUntil })
      if (state === 'basket' || state === 'captcha') basketIds.push(id)
    }
  }
  if (basketIds.length > 0)
    await tx.updateTable('sales').set({ state: 'reserve' }).where('id', 'in', basketIds).execute()
}

/** Buyers of an event with a waiting room need a pass of it. Baskets without such tickets cost no statement. */
async function requirePasses(tx: Tx, batch: Batch, now: Date): Promise<void> {
  const lines = undecidedLines(batch)
  const wanting = batch.attempts.flatMap((attempt) => {
    const roomIds = new Set(lines.get(attempt.saleId)?.flatMap(({ roomId }) => roomId ?? []))
    return roomIds.size === 0 || batch.denied.has(attempt) ? [] : [{ attempt, roomIds }]
  })
  if (wanting.length === 0) return
  const admitted = new Set<number>()
  for (const { attempt, passes, missing } of await passesOf(tx, wanting, now)) {
    if (missing === null) admitted.add(attempt.saleId)
    else batch.notAdmitted.set(attempt, { kind: 'queue', slug: missing })
    if (missing === null) batch.passes.set(attempt.saleId, passes)
  }
  for (const [{ saleId }, outcome] of batch.notAdmitted) if (!admitted.has(saleId)) batch.outcomes.set(saleId, outcome)
}

/** Two tabs may try to reserve one sale at once; one admitted attempt is enough to continue. */
function requireCaptchas(batch: Batch): void {
  const lines = undecidedLines(batch)
  const candidates = batch.attempts.flatMap((attempt) => {
    const saleLines = lines.get(attempt.saleId)
    if (saleLines === undefined || batch.denied.has(attempt) || batch.notAdmitted.has(attempt)) return []
    return [{ attempt, sale: batch.sales.get(attempt.saleId)!, lines: saleLines }]
  })
  const works = batch.gate.admit(candidates)
  const admittedSales = new Set(candidates.flatMap(({ attempt }, nth) => (works[nth] === 0 ? [attempt.saleId] : [])))
  for (const [nth, { attempt }] of candidates.entries()) {
    const work = works[nth]!
    if (work === 0) continue
    batch.notAdmitted.set(attempt, { kind: 'captcha', work })
    if (!admittedSales.has(attempt.saleId)) batch.outcomes.set(attempt.saleId, { kind: 'captcha', work })
  }
}

/** Assigns a sale without a customer to the account that its browser is signed in to. */
async function assignToAccounts(tx: Tx, batch: Batch): Promise<void> {
  const assigned: { saleId: number; userId: number }[] = []
  const sales = undecidedSales(batch)
  for (const attempt of batch.attempts) {
    const { saleId, userId } = attempt
    const sale = sales.get(saleId)
    if (!sale || batch.denied.has(attempt) || sale.user_id !== null || userId === null) continue
    sale.user_id = userId
    assigned.push({ saleId, userId })
  }
  if (assigned.length > 0)
    await sql`
      update sales set user_id = assigned.user_id
      from ${unnestRows('assigned', assigned, {
        sale_id: ['bigint', (sale) => sale.saleId],
        user_id: ['bigint', (sale) => sale.userId],
      })}
      where sales.id = assigned.sale_id`.execute(tx)
}

/** Reads the prices that buyers chose, and price tiers. Both are rare: baskets without them cost no statement. */
async function readPrices(tx: Tx, batch: Batch): Promise<void> {
  for (const { saleId, lines, refusal } of await applyChosenPrices(tx, undecidedLines(batch))) {
    batch.lines.set(saleId, lines)
    if (refusal !== null) refuse(batch, saleId, refusal)
  }
  for (const [saleId, lines] of await readTiers(tx, undecidedLines(batch))) batch.lines.set(saleId, lines)
}

/** Refuses baskets that break a rule of the basket page: empty, not on sale, quantities, required tickets, the customer's maximum. */
async function applyRules(tx: Tx, batch: Batch, now: Date, isAvailable: typeof isOnSale): Promise<void> {
  const sales = [...undecidedSales(batch).values()]
  const linesOf = (id: number) => batch.lines.get(id) ?? []
  await unlockLines(tx, undecidedLines(batch), now)
  const withAccount = sales.filter(({ user_id }) => user_id !== null)
  const withRequirements = withAccount.filter(({ id }) => linesOf(id).some((line) => line.requirements.length > 0))
  const withMaximum = withAccount.filter(({ id }) => hasMaximum(linesOf(id)))
  const idsWithVouchers = sales
    .filter(({ id }) => linesOf(id).length === 0 || linesOf(id)[0]!.withVouchers)
    .map(({ id }) => id)

  const userIds = withRequirements.map(({ user_id }) => user_id!)
  const boughtTypes = await boughtTypesOf(tx, userIds)
  const voucherCharities = await voucherCharitiesOf(tx, idsWithVouchers)
  for (const [id, charities] of voucherCharities) batch.voucherCharities.set(id, charities)
  // guard: vouchers-of-open-organisers
  const withClosedVouchers = await salesWithClosedVouchers(tx, [...voucherCharities.keys()])
  const tooMany = await salesAboveMaximum(tx, withMaximum)

  for (const { id, user_id } of sales) {
    const saleLines = linesOf(id)
    const refusal = reserveRefusal(saleLines, boughtTypes.get(user_id ?? 0) ?? new Set(), now, isAvailable)
    if (saleLines.length === 0 && !voucherCharities.has(id)) refuse(batch, id, () => ERRORS.basket_empty[1])
    else if (refusal) refuse(batch, id, () => refusalText(refusal))
    else if (withClosedVouchers.has(id)) refuse(batch, id, () => ERRORS.not_on_sale[1])
    else if (tooMany.has(id)) refuse(batch, id, () => checkout['account.perCustomer'])
  }
}

/** First come, first served: allocates stock in the order of the attempts. */
async function allocateStock(tx: Tx, batch: Batch, now: Date): Promise<void> {
  const lines = undecidedLines(batch)
  const released = await releaseExpiredHolds(tx, lines, batch.typeCounters, now)
  const typeCounters = released ? await runQuery(tx, lockCountersQuery([...lines.keys()])) : batch.typeCounters
  const allLines = [...lines.values()].flat()
  const poolCounters = await lockPools(tx, allLines)
  const quotas = await lockQuotas(tx, quotaIdsOf(allLines), tierQuotasOf(allLines))
  const counters = { types: new Map([...typeCounters, ...poolCounters.types]), pools: poolCounters.pools, quotas }
  if (allLines.some(({ pricing }) => pricing === 'tiers')) applyTierPrices(batch, quotas, now)
  const remaining = undecidedLines(batch)
  const requests = [...remaining].map(([saleId, saleLines]) => ({ saleId, demands: stockDemands(saleLines, counters) }))
  const { outcome, taken } = allocate(requests)
  for (const [saleId, allocation] of outcome) {
    if (allocation.ok) continue
    const saleLines = remaining.get(saleId)!
    if (allocation.short.some(({ ofTier }) => ofTier))
      refuseWithNewPrices(batch, saleId, pricesAfter(saleId, saleLines, quotas, taken, now))
    else refuse(batch, saleId, () => shortageText(saleLines, allocation.short))
  }
}

/** Prices the types with tiers, while the quotas of the tiers are locked. */
function applyTierPrices(batch: Batch, quotas: ReadonlyMap<number, Counter>, now: Date): void {
  for (const [saleId, saleLines] of undecidedLines(batch)) {
    const { lines, higherPrices } = priceByTiers(saleId, saleLines, quotas, now)
    batch.lines.set(saleId, lines)
    if (higherPrices.length > 0) refuseWithNewPrices(batch, saleId, higherPrices)
  }
}

/** Refuses a basket whose price has gone up. The basket now shows the new price, and the buyer may reserve again. */
function refuseWithNewPrices(batch: Batch, saleId: number, prices: readonly NewPrice[]): void {
  batch.newPrices.push(...prices)
  refuse(batch, saleId, () => newPriceText(batch.lines.get(saleId)!, prices))
}

/** Why a line got no seats, for its buyer. */
const UNSEATED = {
  taken: (event: string) => fill(refusals.seatTaken, { event }),
  accessible: (event: string) => fill(refusals.seatsForAccess, { event }),
  kind: (event: string, name: string) => fill(refusals.seatKind, { event, name }),
  space: (event: string, name: string) => fill(refusals.companionAlone, { event, name }),
}

async function takeAllSeats(tx: Tx, batch: Batch): Promise<void> {
  const seatedLines = new Map(
    [...undecidedLines(batch)]
      .map(([saleId, lines]) => [saleId, lines.filter(({ seated }) => seated)] as const)
      .filter(([, lines]) => lines.length > 0),
  )
  for (const [saleId, { line, why }] of await takeSeats(tx, seatedLines))
    refuse(batch, saleId, () => UNSEATED[why](line.eventTitle, line.ticketName))
}

/** Reads the organisers' rules for totals too small for a card payment, only for baskets that may have such a total. */
async function readSmallTotals(tx: Tx, batch: Batch): Promise<void> {
  const saleIds = [...undecidedLines(batch)].flatMap(([id, lines]) => (mayHaveSmallTotal(lines) ? [id] : []))
  if (saleIds.length === 0) return
  for (const [id, terms] of await smallTotalTermsOf(tx, saleIds)) batch.smallTotals.set(id, terms)
}

/** Refuses a basket with a code that can no longer be used, because its total would be higher than the buyer saw. */
async function reserveAllCodes(tx: Tx, batch: Batch, now: Date): Promise<void> {
  const lines = undecidedLines(batch)
  for (const saleId of await salesWithCodes(tx, lines)) {
    const terms = { ...holdTerms(batch, saleId, now), prices: pricesOf(lines.get(saleId)!) }
    const { lostCodes, discounts } = await reserveCodes(tx, await lockSale(tx, saleId), terms, { now })
    if (discounts.length > 0) batch.discounts.set(saleId, discounts)
    if (lostCodes.length === 0) continue
    await releaseCodes(tx, saleId)
    await freeSeats(tx, saleId, 'held')
    refuse(batch, saleId, () => lostCodes.map((code) => fill(refusals.codeLost, { code })).join(' '))
  }
}

/** The terms that the buyer sees now. The hold keeps them even if an organiser changes something meanwhile. */
function holdTerms(batch: Batch, saleId: number, now: Date): Terms {
  const lines = batch.lines.get(saleId)!
  const terms: Terms = typeTermsOf(lines)
  const charities = { ...batch.voucherCharities.get(saleId) }
  const offers = new Map<number, Offer[]>()
  for (const { organiserId, offers: lineOffers, charity } of lines) {
    if (lineOffers) offers.set(organiserId, lineOffers)
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
  const heldSales = [...lines].map(([id, saleLines]) => ({
    ...batch.sales.get(id)!,
    lines: saleLines,
    terms: holdTerms(batch, id, now),
  }))
  for (const { id, reference } of heldSales) batch.outcomes.set(id, { kind: 'held', reference, fresh: true, heldUntil })
  const refused = [...batch.outcomes].flatMap(([id, outcome]) =>
    outcome.kind === 'refused' ? [{ ...batch.sales.get(id)!, text: outcome.text }] : [],
  )
  const captchaSales = [...batch.outcomes].flatMap(([id, { kind }]) =>
    kind === 'captcha' ? [batch.sales.get(id)!] : [],
  )
  sendWithCommit(
    tx,
    writeHoldsQuery(heldSales, { now, heldUntil }),
    writeQuotaUsesQuery(quotaUsesOf(heldSales)),
    writeRefusalsQuery(refused, now),
    writeShownPricesQuery(batch.newPrices),
    writeTriesQuery(captchaSales),
    usePassesQuery(
      heldSales.flatMap(({ id }) => batch.passes.get(id) ?? []),
      heldUntil,
    ),
    batch.gate.correctQuery(heldSales),
  )
}

/** If two tabs reserve at the same time, only the first outcome is a fresh hold. */
function outcomesInOrder(batch: Batch): HoldOutcome[] {
  const answeredIds = new Set<number>()
  return batch.attempts.map((attempt): HoldOutcome => {
    if (batch.denied.has(attempt)) return { kind: 'not_yours' }
    const notAdmitted = batch.notAdmitted.get(attempt)
    if (notAdmitted !== undefined) return notAdmitted
    const outcome = batch.outcomes.get(attempt.saleId)!
    const isRepeat = answeredIds.has(attempt.saleId)
    answeredIds.add(attempt.saleId)
    return isRepeat && outcome.kind === 'held' ? { ...outcome, fresh: false } : outcome
  })
}
