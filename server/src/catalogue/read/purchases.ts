import { groupBy } from '@foyer/domain/group.ts'
import { cheapestPurchase, type Purchase, type SoldType } from '@foyer/domain/money/cheapest-purchase.ts'
import { currencyCode } from '@foyer/domain/money/money.ts'
import type { SMALL_TOTAL_RULES } from '@foyer/domain/money/small-total.ts'
import { smallTotalTerms } from '@foyer/domain/payment/minimum.ts'
import { CARD_PROVIDERS, type CardProvider, DEFAULT_CARD_PROVIDER } from '@foyer/domain/payment/providers.ts'
import { type Kysely, type RawBuilder, sql } from 'kysely'
import type { Database } from '../../db/schema/types.generated.ts'
import { tierPrice } from '../price-tiers.ts'
import { dateNotOver, FREE, OFFERED_TO_ALL, saleNotOver } from './offered.ts'

type Reader = Pick<Kysely<Database>, 'selectFrom' | 'getExecutor'>

/** The price of one ticket of `type` with its fee: the lowest one, for the least quantity that can be bought. */
const unitPrice = (
  now: Date,
) => sql<number>`(coalesce(${tierPrice(now, sql`type.min_per_customer`)}, type.min_price_minor,
  type.price_minor) + type.booking_fee_minor)`

const POSTAGE = sql<number>`case when type.delivered_by_post then type.delivery_cost_minor else 0 end`

/**
 * The total of the cheapest order of `type`, as SQL for lists: the domain's `cheapestPurchase` for a type that requires no other,
 * before the rule for small totals. That rule never reorders totals, so lists apply it to the lowest. A property test compares both.
 */
export const purchaseTotal = (now: Date) => sql<number>`(${unitPrice(now)} * type.min_per_customer + ${POSTAGE})`

/** Whether the least quantity that can be bought of `type` is free. */
export const ENOUGH_FREE = sql<boolean>`${FREE} >= type.min_per_customer`

/** The provider of an organiser's cards: of their own account if they have one. */
export const CARD_PROVIDER = sql<CardProvider>`coalesce((select account.provider from payment_accounts account
  where account.organiser_id = organiser.id and account.ended_at is null and account.provider in (${sql.join(CARD_PROVIDERS.map(sql.lit))}) limit 1),
  organiser.payment_provider, ${sql.lit(DEFAULT_CARD_PROVIDER)})`

export type SmallTotalRule = { rule: (typeof SMALL_TOTAL_RULES)[number]; provider: CardProvider }

type Row = SoldType & SmallTotalRule & { currency: string; canBeBought: boolean }

const soldTypes = async (db: Reader, those: RawBuilder<unknown>, now: Date): Promise<Row[]> => {
  const { rows } = await sql<Row>`
    select type.id, event.organiser_id as "organiserId", event.currency, ${unitPrice(now)} as "unitMinor",
      type.min_per_customer as "leastQty", ${POSTAGE} as "postageMinor", organiser.small_total as rule,
      ${CARD_PROVIDER} as provider,
      (select coalesce(jsonb_agg(to_jsonb(need.any_of) order by need.id), '[]'::jsonb)
        from ticket_requirements need where need.ticket_type_id = type.id) as requires,
      event.status = 'published' and organiser.closed_at is null and date.status = 'published' and ${OFFERED_TO_ALL} and ${saleNotOver(now)}
        and ${dateNotOver(now)} and ${ENOUGH_FREE} as "canBeBought"
    from ticket_types type join stock on stock.ticket_type_id = type.id
      join event_dates date on date.id = type.date_id join events event on event.id = type.event_id
      join organisers organiser on organiser.id = event.organiser_id left join pools pool on pool.id = stock.pool_id
    where ${those}`.execute(db as Kysely<Database>)
  return rows
}

/**
 * Returns what the cheapest order of each of these ticket types costs, by id. `those` is a condition on `type` and `event`. One
 * statement, and one more for each level of tickets that others require.
 */
export async function purchasesOf(db: Reader, those: RawBuilder<unknown>, now: Date): Promise<Map<number, Purchase>> {
  const types = await soldTypes(db, those, now)
  const known = new Map(types.map((type) => [type.id, type]))
  for (let missing = types; missing.length > 0; ) {
    const ids = missing.flatMap(({ requires }) => requires.flat()).filter((id) => !known.has(id))
    missing = ids.length === 0 ? [] : await soldTypes(db, sql`type.id = any(${sql.val(ids)}::bigint[])`, now)
    for (const type of missing) known.set(type.id, type)
  }
  // An order has one currency.
  const byCurrency = groupBy(
    [...known.values()].filter(({ canBeBought }) => canBeBought),
    ({ currency }) => currency,
  )
  const othersIn = new Map(
    [...byCurrency].map(([currency, own]) => [currency, new Map(own.map((one) => [one.id, one]))]),
  )
  return new Map(
    types.map((type) => {
      const small = smallTotalTerms(type, currencyCode(type.currency))
      return [type.id, cheapestPurchase(type, othersIn.get(type.currency), small)]
    }),
  )
}
