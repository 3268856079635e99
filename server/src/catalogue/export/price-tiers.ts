import { groupBy } from '@foyer/domain/group.ts'
import type { Tx } from '../../db/transaction/tx.ts'
import type { TicketTypeInput } from '../format/format.ts'
import { PRICE_TIER } from '../model/event.ts'
import type { Units } from '../model/part.ts'
import { tidy } from './tidy.ts'

type TierInput = NonNullable<TicketTypeInput['price_tiers']>[number]
type Tier = { price_minor: number; until: Date | null; tickets: number | null }

/** Reads the price tiers of these types, by type. */
export async function exportedTiers(
  tx: Pick<Tx, 'selectFrom'>,
  types: readonly { id: number; tiered: boolean }[],
): Promise<Map<number, Tier[]>> {
  const tiered = types.flatMap(({ id, tiered }) => (tiered ? [id] : []))
  if (tiered.length === 0) return new Map()
  const rows = await tx
    .selectFrom('price_tiers as tier')
    .leftJoin('quotas as quota', 'quota.id', 'tier.quota_id')
    .select(['tier.ticket_type_id', 'tier.price_minor', 'tier.until', 'quota.max_tickets as tickets'])
    .where('tier.ticket_type_id', 'in', tiered)
    .orderBy('tier.position')
    .execute()
  return groupBy(rows, ({ ticket_type_id }) => ticket_type_id)
}

export const tiersInput = (tiers: readonly Tier[], units: Units): TierInput[] =>
  tiers.map((tier) => tidy<TierInput>(PRICE_TIER.fields(tier, units), { until: null, tickets: null }))
