import { groupBy } from '@foyer/domain/group.ts'
import type { PriceTier } from '@foyer/domain/money/price-tiers.ts'
import { type Kysely, type RawBuilder, sql } from 'kysely'
import type { Database } from '../db/schema/types.generated.ts'

export type Tier = PriceTier & { ticketTypeId: number; quotaId: number | null }

/** Returns the tiers of these ticket types in their order, by type. Types without tiers are missing. */
export async function tiersOf(
  db: Pick<Kysely<Database>, 'selectFrom'>,
  ticketTypeIds: readonly number[],
): Promise<Map<number, Tier[]>> {
  if (ticketTypeIds.length === 0) return new Map()
  const tiers = await db
    .selectFrom('price_tiers as tier')
    .leftJoin('quotas as quota', 'quota.id', 'tier.quota_id')
    .select([
      'tier.ticket_type_id as ticketTypeId',
      'tier.price_minor as priceMinor',
      'tier.until',
      'tier.quota_id as quotaId',
      sql<number | null>`quota.max_tickets - quota.used`.as('left'),
    ])
    .where('tier.ticket_type_id', 'in', [...new Set(ticketTypeIds)])
    .orderBy('tier.ticket_type_id')
    .orderBy('tier.position')
    .execute()
  return groupBy(tiers, ({ ticketTypeId }) => ticketTypeId)
}

/** The price of each of `qty` tickets of `type` in force, as SQL for lists. A type without tiers is not looked up. */
export const tierPrice = (now: Date, qty: RawBuilder<unknown>) => sql<number | null>`case when type.tiered then (
  select tier.price_minor from price_tiers tier left join quotas quota on quota.id = tier.quota_id
  where tier.ticket_type_id = type.id and (tier.until is null or tier.until > ${now})
    and (quota.id is null or quota.used + ${qty} <= quota.max_tickets)
  order by tier.position limit 1) end`
