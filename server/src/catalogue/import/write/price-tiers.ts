import type { Tx } from '../../../db/transaction/tx.ts'
import type { CatalogueEvent, CatalogueTicketType } from '../../format/format.ts'
import { parseWallClock } from '../../wall-clock.ts'
import { writeQuota } from './access-codes.ts'

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

/** Writes the price tiers of a type. A tier keeps its counter for as long as it keeps its price. */
export async function writeTiers(
  tx: Tx,
  typeId: number,
  { name, price_tiers }: CatalogueTicketType,
  timezone: string,
): Promise<void> {
  const storedTiers = await readStoredTiers(tx, [typeId])
  if (storedTiers.length === 0 && price_tiers.length === 0) return
  const rows = []
  for (const [position, { price, until, tickets }] of price_tiers.entries()) {
    const storedTier = storedTiers.find(({ price_minor }) => price_minor === price)
    rows.push({
      ticket_type_id: typeId,
      position,
      price_minor: price,
      until: until === null ? null : parseWallClock(until, timezone, 'end')!.at,
      quota_id: await writeQuota(tx, storedTier?.quota_id ?? null, name, tickets),
    })
  }
  await tx.deleteFrom('price_tiers').where('ticket_type_id', '=', typeId).execute()
  if (rows.length > 0) await tx.insertInto('price_tiers').values(rows).execute()
}
