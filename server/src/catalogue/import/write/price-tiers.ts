import { insertAll } from '../../../db/transaction/many-rows.ts'
import type { Tx } from '../../../db/transaction/tx.ts'
import type { CatalogueEvent, CatalogueTicketType } from '../../format/format.ts'
import { parseWallClock } from '../../wall-clock.ts'
import { writeQuotas } from './access-codes.ts'

type StoredTier = { ticket_type_id: number; price_minor: number; quota_id: number | null; used: number | null }

/** Returns the price tiers of an event's types. A tier is known by its price. */
const readStoredTiers = (tx: Tx, typeIds: readonly number[]): Promise<StoredTier[]> =>
  tx
    .selectFrom('price_tiers as tier')
    .leftJoin('quotas as quota', 'quota.id', 'tier.quota_id')
    .select(['tier.ticket_type_id', 'tier.price_minor', 'tier.quota_id', 'quota.used'])
    .where('tier.ticket_type_id', 'in', [...typeIds, -1])
    .execute()

type PlannedTier = { index: number; stored: { id: number } | undefined }

/** A tier can't be for fewer tickets than are sold and reserved at its price. */
export async function tierProblems(tx: Tx, event: CatalogueEvent, types: readonly PlannedTier[]) {
  const storedTiers = await readStoredTiers(
    tx,
    types.flatMap(({ stored }) => (stored ? [stored.id] : [])),
  )
  if (storedTiers.length === 0) return []
  return types.flatMap(({ index, stored }) =>
    event.ticket_types[index]!.price_tiers.flatMap(({ price, tickets }, i) => {
      const used =
        storedTiers.find((tier) => tier.ticket_type_id === stored?.id && tier.price_minor === price)?.used ?? 0
      if (tickets === null || used <= tickets) return []
      const why = `this tier cannot be for ${tickets} tickets: ${used} are sold or reserved at its price`
      return [{ path: ['ticket_types', index, 'price_tiers', i, 'tickets'], why }]
    }),
  )
}

/** Writes the price tiers of types, which correspond to `typeIds`. A tier keeps its counter for as long as it keeps its price. */
export async function writeTiers(
  tx: Tx,
  types: readonly CatalogueTicketType[],
  typeIds: readonly number[],
  timezone: string,
): Promise<void> {
  const stored = await readStoredTiers(tx, typeIds)
  const tiers = types.flatMap(({ name, price_tiers }, i) =>
    price_tiers.map((tier, position) => ({ ...tier, name, position, typeId: typeIds[i]! })),
  )
  const quotaIds = await writeQuotas(
    tx,
    tiers.map(({ name, tickets, typeId, price }) => ({
      id: stored.find((tier) => tier.ticket_type_id === typeId && tier.price_minor === price)?.quota_id ?? null,
      name,
      maxTickets: tickets,
    })),
  )
  if (stored.length > 0) await tx.deleteFrom('price_tiers').where('ticket_type_id', 'in', typeIds).execute()
  await insertAll(
    tx,
    'price_tiers',
    tiers.map(({ typeId, position, price, until }, i) => ({
      ticket_type_id: typeId,
      position,
      price_minor: price,
      until: until === null ? null : parseWallClock(until, timezone, 'end')!.at,
      quota_id: quotaIds[i]!,
    })),
  )
}
