import { sql } from 'kysely'
import type { Tx } from '../../../db/transaction/tx.ts'
import type { CatalogueEvent } from '../../format/format.ts'
import { parseWallClock } from '../../wall-clock.ts'
import { soldMeanwhile } from './stock.ts'

type Problem = { path: PropertyKey[]; why: string }
type StoredCode = { id: number; code: string; quota_id: number | null; used: number | null }

const storedCodes = (tx: Tx, eventId: number): Promise<StoredCode[]> =>
  tx
    .selectFrom('access_codes as code')
    .leftJoin('quotas as quota', 'quota.id', 'code.quota_id')
    .select(['code.id', 'code.code', 'code.quota_id', 'quota.used'])
    .where('code.event_id', '=', eventId)
    .execute()

/** The limit of a code can't be below the tickets sold and reserved with it. */
export async function accessCodeProblems(tx: Tx, event: CatalogueEvent, eventId: number): Promise<Problem[]> {
  if (event.access_codes.length === 0) return []
  const used = new Map((await storedCodes(tx, eventId)).map(({ code, used: count }) => [code, count ?? 0]))
  return event.access_codes.flatMap(({ codes, max_tickets: maxTickets }, i) =>
    codes
      .filter((code) => maxTickets !== null && (used.get(code) ?? 0) > maxTickets)
      .map((code) => ({
        path: ['access_codes', i, 'max_tickets'],
        why: `the access code "${code}" cannot be for ${maxTickets} tickets: ${used.get(code)} are sold or reserved with it`,
      })),
  )
}

/**
 * Writes the access codes of an event. A code that the file no longer lists ends; tickets sold with it stay valid. `typesOf`
 * returns the ids of the ticket types with a name.
 */
export async function writeAccessCodes(
  tx: Tx,
  eventId: number,
  { access_codes, timezone }: CatalogueEvent,
  typesOf: (name: string) => readonly number[],
): Promise<void> {
  const storedByCode = new Map((await storedCodes(tx, eventId)).map((code) => [code.code, code]))
  const codes = access_codes.flatMap(({ codes: batch }) => batch)
  if (storedByCode.size > 0)
    await sql`update access_codes set ended = true
      where event_id = ${eventId} and code <> all(${sql.val(codes)}::text[])`.execute(tx)
  for (const batch of access_codes) {
    const types = [...new Set(batch.tickets.flatMap(typesOf))]
    const columns = {
      valid_from: batch.valid_from === null ? null : parseWallClock(batch.valid_from, timezone)!.at,
      valid_until: batch.valid_until === null ? null : parseWallClock(batch.valid_until, timezone, 'end')!.at,
      max_per_order: batch.max_per_order,
      ended: false,
    }
    for (const code of batch.codes) {
      const stored = storedByCode.get(code)
      const quota_id = await writeQuota(tx, stored?.quota_id ?? null, code, batch.max_tickets)
      const { id } = await tx
        .insertInto('access_codes')
        .values({ event_id: eventId, code, quota_id, ...columns })
        .onConflict((conflict) => conflict.columns(['event_id', 'code']).doUpdateSet({ quota_id, ...columns }))
        .returning('id')
        .executeTakeFirstOrThrow()
      if (stored) await tx.deleteFrom('access_code_types').where('access_code_id', '=', id).execute()
      await tx
        .insertInto('access_code_types')
        .values(types.map((ticket_type_id) => ({ access_code_id: id, ticket_type_id })))
        .execute()
    }
  }
}

/** Sets how many tickets a quota allows, and returns its id. Without a number there is no quota, and the count of an old one is lost. */
export async function writeQuota(
  tx: Tx,
  id: number | null,
  name: string,
  maxTickets: number | null,
): Promise<number | null> {
  if (maxTickets === null) return null
  if (id === null) {
    const inserted = await tx
      .insertInto('quotas')
      .values({ max_tickets: maxTickets })
      .returning('id')
      .executeTakeFirstOrThrow()
    return inserted.id
  }
  const { numUpdatedRows } = await tx
    .updateTable('quotas')
    .set({ max_tickets: maxTickets })
    .where('id', '=', id)
    .where('used', '<=', maxTickets)
    .executeTakeFirst()
  if (numUpdatedRows === 0n) throw soldMeanwhile(name, maxTickets)
  return id
}
