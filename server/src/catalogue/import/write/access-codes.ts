import { sql } from 'kysely'
import { unnestRows } from '../../../db/transaction/column-lists.ts'
import { insertAll, insertMany, updateAll } from '../../../db/transaction/many-rows.ts'
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
  const wanted = access_codes.flatMap((batch) => {
    const types = [...new Set(batch.tickets.flatMap(typesOf))]
    return batch.codes.map((code) => ({ ...batch, code, types }))
  })
  if (wanted.length === 0) return
  const quotaIds = await writeQuotas(
    tx,
    wanted.map(({ code, max_tickets }) => ({
      id: storedByCode.get(code)?.quota_id ?? null,
      name: code,
      maxTickets: max_tickets,
    })),
  )
  const rows = wanted.map(({ code, valid_from, valid_until, max_per_order }, i) => ({
    event_id: eventId,
    code,
    quota_id: quotaIds[i]!,
    valid_from: valid_from === null ? null : parseWallClock(valid_from, timezone)!.at,
    valid_until: valid_until === null ? null : parseWallClock(valid_until, timezone, 'end')!.at,
    max_per_order,
    ended: false,
  }))
  const known = rows.flatMap((row) => {
    const id = storedByCode.get(row.code)?.id
    return id === undefined ? [] : [{ ...row, id }]
  })
  await updateAll(tx, 'access_codes', CODE_COLUMNS, known)
  const added = rows.filter(({ code }) => !storedByCode.has(code))
  const newIds = await insertAll(tx, 'access_codes', added)
  if (known.length > 0)
    await sql`delete from access_code_types
      where access_code_id = any(${sql.val(known.map(({ id }) => id))}::bigint[])`.execute(tx)
  const opens = wanted.flatMap(({ types }, i) => {
    const row = rows[i]!
    const id = storedByCode.get(row.code)?.id ?? newIds[added.indexOf(row)]!
    return types.map((ticket_type_id) => ({ access_code_id: id, ticket_type_id }))
  })
  await insertMany(tx, 'access_code_types', opens)
}

const CODE_COLUMNS = {
  event_id: 'bigint',
  code: 'text',
  quota_id: 'bigint',
  valid_from: 'timestamptz',
  valid_until: 'timestamptz',
  max_per_order: 'int',
  ended: 'boolean',
}

/**
 * Sets how many tickets quotas allow, and returns their ids by position. Without a number there is no quota, and the count of an
 * old one is lost.
 */
export async function writeQuotas(
  tx: Tx,
  quotas: readonly { id: number | null; name: string; maxTickets: number | null }[],
): Promise<(number | null)[]> {
  const added = quotas.filter(({ id, maxTickets }) => id === null && maxTickets !== null)
  const newIds = await insertAll(
    tx,
    'quotas',
    added.map(({ maxTickets }) => ({ max_tickets: maxTickets! })),
  )
  const known = quotas.filter(({ id, maxTickets }) => id !== null && maxTickets !== null)
  if (known.length > 0) {
    const { rows } = await sql<{ id: number }>`update quotas set max_tickets = given.max_tickets
      from ${unnestRows('given', known, {
        id: ['bigint', ({ id }) => id],
        max_tickets: ['int', ({ maxTickets }) => maxTickets],
      })}
      where quotas.id = given.id and quotas.used <= given.max_tickets returning quotas.id`.execute(tx)
    const written = new Set(rows.map(({ id }) => id))
    const missing = known.find(({ id }) => !written.has(id!))
    if (missing) throw soldMeanwhile(missing.name, missing.maxTickets!)
  }
  return quotas.map((quota) => (quota.maxTickets === null ? null : (quota.id ?? newIds[added.indexOf(quota)]!)))
}
