import { createHash, randomBytes } from 'node:crypto'
import fastifyCookie from '@fastify/cookie'
import type { Db } from '@foyer/server/db/transaction/tx.ts'
import { createEvent, type EventOptions } from '@foyer/server/testing/fixtures/catalogue.ts'
import { sql } from 'kysely'

/** The secret that the measured shop signs its cookies with. The benchmark uses it to create sessions. */
export const SESSION_SECRET = 'a secret for benchmarks, of 32 letters or more'

const NEXT_MONTH = () => new Date(Date.now() + 30 * 86_400_000)

/** Creates an event with `count` ticket types of `capacity` places each, and returns the ids of the types. */
export async function ticketTypes(
  db: Db,
  count: number,
  capacity: number,
  options: EventOptions = {},
): Promise<number[]> {
  const tickets = Array.from({ length: count }, () => ({ capacity, ...options.tickets?.[0] }))
  const { ticketIds } = await createEvent(db, { startsAt: NEXT_MONTH(), ...options, tickets })
  return ticketIds
}

export type Basket = { saleId: number; cookie: string }

/**
 * Creates filled baskets that hold nothing yet, each in its own browser. `linesOf` returns the ticket types of the nth basket.
 */
export async function baskets(db: Db, count: number, linesOf: (n: number) => readonly number[]): Promise<Basket[]> {
  const tokens = Array.from({ length: count }, () => randomBytes(32).toString('base64url'))
  const sessions = tokens.map((token) => createHash('sha256').update(token).digest('base64url'))
  const { rows } = await sql<{ id: number }>`
    insert into sales (reference, currency, created_at, updated_at)
    select session, 'GBP', now(), now() from unnest(${sql.val(sessions)}::text[]) session returning id`.execute(db)
  const saleIds = rows.map(({ id }) => id)
  await sql`
    insert into sessions (id, sale_id, created_at, last_seen_at, expires_at)
    select id, sale_id, now(), now(), now() + interval '90 days'
    from unnest(${sql.val(sessions)}::text[], ${sql.val(saleIds)}::bigint[]) as s(id, sale_id)`.execute(db)
  const lines = saleIds.flatMap((saleId, n) => linesOf(n).map((type) => ({ saleId, type })))
  await sql`
    insert into sale_lines (sale_id, ticket_type_id, qty, added_at)
    select sale_id, type, 1, now()
    from unnest(${sql.val(lines.map((line) => line.saleId))}::bigint[], ${sql.val(lines.map((line) => line.type))}::bigint[])
      as l(sale_id, type)`.execute(db)
  await sql`analyze sales, sessions, sale_lines, stock`.execute(db)
  const sign = (token: string) => fastifyCookie.sign(token, SESSION_SECRET)
  return saleIds.map((saleId, n) => ({ saleId, cookie: `foyer_session=${encodeURIComponent(sign(tokens[n]!))}` }))
}

/** A separate address for each buyer, as behind a proxy. The limits per address are checked but never reached. */
export const addressOf = (n: number): string => `10.${(n >> 16) & 255}.${(n >> 8) & 255}.${n & 255}`
