import { fill } from '@foyer/contract/fill.ts'
import { refusals } from '@foyer/contract/messages.ts'
import type { Counter } from '@foyer/domain/basket/allocate.ts'
import { formatMinor } from '@foyer/domain/format/money.ts'
import { currencyCode } from '@foyer/domain/money/money.ts'
import { priceInForce } from '@foyer/domain/money/price-tiers.ts'
import { sql } from 'kysely'
import { type Tier, tiersOf } from '../../catalogue/price-tiers.ts'
import { command, type Query } from '../../db/transaction/batch.ts'
import type { Tx } from '../../db/transaction/tx.ts'
import type { Terms } from '../terms.ts'
import type { HoldLine } from './lines.ts'

/** A line whose price goes by tiers, what its buyer saw, and the tier it is counted by. */
export type TieredLine = HoldLine & { tiers: readonly Tier[]; shownMinor: number; currency: string }

/** A price that a buyer must see before they can reserve. */
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
  const tiered = [...baskets].filter(([, lines]) => lines.some(({ pricing }) => pricing === 'tiers'))
  if (tiered.length === 0) return []
  const typeIds = tiered.flatMap(([, lines]) =>
    lines.flatMap(({ pricing, ticketTypeId }) => (pricing === 'tiers' ? [ticketTypeId] : [])),
  )
  const tiers = await tiersOf(tx, typeIds)
  const { rows } = await sql<{ saleId: number; ticketTypeId: number; shownMinor: number; currency: string }>`
    select line.sale_id as "saleId", line.ticket_type_id as "ticketTypeId",
      coalesce(line.chosen_minor, type.price_minor) as "shownMinor", event.currency
    from sale_lines line
    join ticket_types type on type.id = line.ticket_type_id
    join events event on event.id = type.event_id
    where type.tiered and line.sale_id = any(${sql.val(tiered.map(([saleId]) => saleId))}::bigint[])`.execute(tx)
  const shown = new Map(rows.map((row) => [`${row.saleId} ${row.ticketTypeId}`, row]))
  return tiered.map(([saleId, own]) => [
    saleId,
    own.map((line) => {
      const basket = shown.get(`${saleId} ${line.ticketTypeId}`)
      if (!basket) return line
      const { shownMinor, currency } = basket
      return { ...line, tiers: tiers.get(line.ticketTypeId) ?? [], shownMinor, currency }
    }),
  ])
}

export const tierQuotasOf = (lines: readonly HoldLine[]): number[] =>
  lines.flatMap((line) =>
    isTiered(line) ? line.tiers.flatMap(({ quotaId }) => (quotaId === null ? [] : [quotaId])) : [],
  )

type Quotas = ReadonlyMap<number, Counter>

/** The tiers of a line with what is left of them: `taken` of the locked quotas is already allocated. */
const tiersLeft = ({ tiers }: TieredLine, quotas: Quotas, taken?: ReadonlyMap<Counter, number>): Tier[] =>
  tiers.map((tier) => {
    if (tier.quotaId === null) return tier
    const quota = quotas.get(tier.quotaId)
    return { ...tier, left: quota ? quota.free - (taken?.get(quota) ?? 0) : 0 }
  })

const priceNow = (line: TieredLine, quotas: Quotas, now: Date, taken?: ReadonlyMap<Counter, number>) =>
  priceInForce(tiersLeft(line, quotas, taken), line.priceMinor, line.qty, now)

/**
 * Prices a basket's lines by the locked quotas of their tiers. A line that costs no more than was shown is counted by its tier;
 * of one that costs more, the new price is returned.
 */
export function priceByTiers(
  saleId: number,
  lines: readonly HoldLine[],
  quotas: Quotas,
  now: Date,
): { lines: HoldLine[]; dearer: NewPrice[] } {
  const dearer: NewPrice[] = []
  const priced = lines.map((line) => {
    if (!isTiered(line)) return line
    const { priceMinor, tier } = priceNow(line, quotas, now)
    // guard: tier-price-shown-first
    if (priceMinor > line.shownMinor) dearer.push({ saleId, ticketTypeId: line.ticketTypeId, priceMinor })
    return { ...line, priceMinor, tierQuotaId: tier?.quotaId ?? null, regularMinor: line.priceMinor }
  })
  return { lines: priced, dearer }
}

/** The new prices of a basket's lines after the places of their tiers went to others. */
export const pricesAfter = (
  saleId: number,
  lines: readonly HoldLine[],
  quotas: Quotas,
  taken: ReadonlyMap<Counter, number>,
  now: Date,
): NewPrice[] =>
  lines.flatMap((line) => {
    if (!isTiered(line)) return []
    const { priceMinor } = priceNow({ ...line, priceMinor: line.regularMinor! }, quotas, now, taken)
    return priceMinor !== line.priceMinor ? [{ saleId, ticketTypeId: line.ticketTypeId, priceMinor }] : []
  })

/** Tells the buyer the new prices, with fees, as the event page shows them. */
export const newPriceText = (lines: readonly HoldLine[], prices: readonly NewPrice[]): string =>
  prices
    .map(({ ticketTypeId, priceMinor }) => {
      const line = lines.find((one) => one.ticketTypeId === ticketTypeId) as TieredLine
      return fill(refusals.newPrice, {
        name: `${line.eventTitle}, ${line.ticketName}`,
        price: formatMinor(priceMinor + line.bookingFeeMinor, currencyCode(line.currency)),
      })
    })
    .join(' ')

/** Writes the prices that the baskets show from now on. */
export function writeShownPricesQuery(prices: readonly NewPrice[]): Query<void> {
  if (prices.length === 0) return command(null)
  const column = (of: (price: NewPrice) => number) => sql.val(prices.map(of))
  return command(sql`
    update sale_lines set chosen_minor = shown.price_minor
    from unnest(${column((price) => price.saleId)}::bigint[], ${column((price) => price.ticketTypeId)}::bigint[],
      ${column((price) => price.priceMinor)}::bigint[]) as shown(sale_id, ticket_type_id, price_minor)
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

/** Returns what a hold uses of price tiers. */
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
