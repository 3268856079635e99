import { fill } from '@foyer/contract/fill.ts'
import { refusals } from '@foyer/contract/messages.ts'
import type { Counter } from '@foyer/domain/basket/allocate.ts'
import { formatMinor } from '@foyer/domain/format/money.ts'
import { currencyCode } from '@foyer/domain/money/money.ts'
import { priceInForce } from '@foyer/domain/money/price-tiers.ts'
import { sql } from 'kysely'
import { type Tier, tiersOf } from '../../catalogue/price-tiers.ts'
import { command, type Query } from '../../db/transaction/batch.ts'
import { unnestRows } from '../../db/transaction/column-lists.ts'
import type { Tx } from '../../db/transaction/tx.ts'
import type { Terms } from '../terms/terms.ts'
import type { HoldLine } from './lines.ts'

/** A line whose price changes by tiers, with the tiers and the price that its buyer saw. */
export type TieredLine = HoldLine & { tiers: readonly Tier[]; shownMinor: number; currency: string }

/** A price that the buyer must see before they can reserve. */
export type NewPrice = { saleId: number; ticketTypeId: number; priceMinor: number }

const isTiered = (line: HoldLine): line is TieredLine => (line as Partial<TieredLine>).tiers !== undefined

/**
 * Returns the baskets that have types with tiers, with these tiers and the price that the basket shows. Lines are copied,
 * because baskets share them. Without such a type, no statement is sent.
 */
export async function readTiers(
  tx: Tx,
  baskets: ReadonlyMap<number, readonly HoldLine[]>,
): Promise<[saleId: number, lines: HoldLine[]][]> {
  const tieredBaskets = [...baskets].filter(([, lines]) => lines.some(({ pricing }) => pricing === 'tiers'))
  if (tieredBaskets.length === 0) return []
  const typeIds = tieredBaskets.flatMap(([, lines]) =>
    lines.flatMap(({ pricing, ticketTypeId }) => (pricing === 'tiers' ? [ticketTypeId] : [])),
  )
  const tiers = await tiersOf(tx, typeIds)
  const { rows } = await sql<{ saleId: number; ticketTypeId: number; shownMinor: number; currency: string }>`
    select line.sale_id as "saleId", line.ticket_type_id as "ticketTypeId",
      coalesce(line.chosen_minor, type.price_minor) as "shownMinor", event.currency
    from sale_lines line
    join ticket_types type on type.id = line.ticket_type_id
    join events event on event.id = type.event_id
    where type.tiered and line.sale_id = any(${sql.val(tieredBaskets.map(([saleId]) => saleId))}::bigint[])`.execute(tx)
  const shownPrices = new Map(rows.map((row) => [`${row.saleId} ${row.ticketTypeId}`, row]))
  return tieredBaskets.map(([saleId, basketLines]) => [
    saleId,
    basketLines.map((line) => {
      const shownPrice = shownPrices.get(`${saleId} ${line.ticketTypeId}`)
      if (!shownPrice) return line
      const { shownMinor, currency } = shownPrice
      return { ...line, tiers: tiers.get(line.ticketTypeId) ?? [], shownMinor, currency }
    }),
  ])
}

/** The ids of the quotas that limit the price tiers of these lines, to be locked before a tier is chosen. */
export const tierQuotasOf = (lines: readonly HoldLine[]): number[] =>
  lines.flatMap((line) =>
    isTiered(line) ? line.tiers.flatMap(({ quotaId }) => (quotaId === null ? [] : [quotaId])) : [],
  )

type Quotas = ReadonlyMap<number, Counter>

/** The tiers of a line, with how many tickets are left of each. `taken`: what is already allocated of the locked quotas. */
const tiersLeft = ({ tiers }: TieredLine, quotas: Quotas, taken?: ReadonlyMap<Counter, number>): Tier[] =>
  tiers.map((tier) => {
    if (tier.quotaId === null) return tier
    const quota = quotas.get(tier.quotaId)
    return { ...tier, left: quota ? quota.free - (taken?.get(quota) ?? 0) : 0 }
  })

const currentPrice = (line: TieredLine, quotas: Quotas, now: Date, taken?: ReadonlyMap<Counter, number>) =>
  priceInForce(tiersLeft(line, quotas, taken), line.priceMinor, line.qty, now)

/**
 * Prices a basket's lines by the locked quotas of their tiers, and assigns each line to its tier. Also returns the prices that
 * are higher than the ones shown to the buyer.
 */
export function priceByTiers(
  saleId: number,
  lines: readonly HoldLine[],
  quotas: Quotas,
  now: Date,
): { lines: HoldLine[]; higherPrices: NewPrice[] } {
  const higherPrices: NewPrice[] = []
  const pricedLines = lines.map((line) => {
    if (!isTiered(line)) return line
    const { priceMinor, tier } = currentPrice(line, quotas, now)
    // guard: tier-price-shown-first
    if (priceMinor > line.shownMinor) higherPrices.push({ saleId, ticketTypeId: line.ticketTypeId, priceMinor })
    return { ...line, priceMinor, tierQuotaId: tier?.quotaId ?? null, regularMinor: line.priceMinor }
  })
  return { lines: pricedLines, higherPrices }
}

/** The new prices of a basket's lines after other baskets have used up their tiers. */
export const pricesAfter = (
  saleId: number,
  lines: readonly HoldLine[],
  quotas: Quotas,
  taken: ReadonlyMap<Counter, number>,
  now: Date,
): NewPrice[] =>
  lines.flatMap((line) => {
    if (!isTiered(line)) return []
    const { priceMinor } = currentPrice({ ...line, priceMinor: line.regularMinor! }, quotas, now, taken)
    return priceMinor !== line.priceMinor ? [{ saleId, ticketTypeId: line.ticketTypeId, priceMinor }] : []
  })

/** The text that shows the buyer the new prices, with fees, as the event page does. */
export const newPriceText = (lines: readonly HoldLine[], prices: readonly NewPrice[]): string =>
  prices
    .map(({ ticketTypeId, priceMinor }) => {
      const line = lines.find((candidate) => candidate.ticketTypeId === ticketTypeId) as TieredLine
      return fill(refusals.newPrice, {
        name: `${line.eventTitle}, ${line.ticketName}`,
        price: formatMinor(priceMinor + line.bookingFeeMinor, currencyCode(line.currency)),
      })
    })
    .join(' ')

/** Writes the prices that the baskets will show. */
export function writeShownPricesQuery(prices: readonly NewPrice[]): Query<void> {
  if (prices.length === 0) return command(null)
  return command(sql`
    update sale_lines set chosen_minor = shown.price_minor
    from ${unnestRows('shown', prices, {
      sale_id: ['bigint', ({ saleId }) => saleId],
      ticket_type_id: ['bigint', ({ ticketTypeId }) => ticketTypeId],
      price_minor: ['bigint', ({ priceMinor }) => priceMinor],
    })}
    where sale_lines.sale_id = shown.sale_id and sale_lines.ticket_type_id = shown.ticket_type_id`)
}

/** The quotas of the tiers that the prices of these terms belong to, by ticket type. */
export async function tierQuotasAt(tx: Tx, terms: Pick<Terms, 'prices'> | null): Promise<Map<number, number>> {
  const prices = terms?.prices ?? {}
  const tiers = await tiersOf(tx, Object.keys(prices).map(Number))
  return new Map(
    [...tiers.values()]
      .flat()
      .flatMap(({ ticketTypeId, priceMinor, quotaId }) =>
        quotaId !== null && prices[ticketTypeId]?.[0] === priceMinor ? [[ticketTypeId, quotaId] as const] : [],
      ),
  )
}

/** Returns the tickets of a hold to the quotas of their price tiers. */
export const returnTiers = (tx: Tx, saleId: number) =>
  tx
    .deleteFrom('quota_uses')
    .where('sale_id', '=', saleId)
    .where('quota_id', 'in', (eb) =>
      eb
        .selectFrom('price_tiers')
        .select('quota_id')
        .where('quota_id', 'is not', null)
        .whereRef('price_tiers.ticket_type_id', '=', 'quota_uses.ticket_type_id'),
    )
    .execute()
