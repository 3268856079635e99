import type { BodyOf } from '@foyer/contract/calls.ts'
import { type Language, language } from '@foyer/domain/format/language.ts'
import { sql } from 'kysely'
import { runQuery } from '../db/transaction/batch.ts'
import { combine, onePerDb } from '../db/transaction/combine.ts'
import type { Db } from '../db/transaction/tx.ts'
import type { RequestContext } from '../http/handle.ts'
import { withLanguage } from '../language.ts'
import { newReference } from '../sale/session/current-or-new.ts'
import { decideTickets, typesQuery } from './tickets.ts'

type Decided = Awaited<ReturnType<typeof decideTickets>>

type First = {
  body: Omit<BodyOf<'add_to_basket'>, 'code'>
  /** The browser's session, to be stored until `expires` if it is new. */
  session: { id: string; expires: Date | null }
  reference: string
  language: Language
  now: Date
}

/** The session has a basket by now, which another request of its browser has begun. */
const BEGUN = Symbol('begun')

type Stored = { saleId: number; number: number | null; quantity: number }
type Outcome = Exclude<Decided, { ok: true }> | ({ ok: true } & Stored) | typeof BEGUN

const firstTickets = onePerDb((db) =>
  combine((firsts: First[]) => addAll(db, firsts), { maxBatch: 100, maxQueue: 20_000 }),
)

/** No sale has this id: a basket that its first tickets will begin is empty. */
const NEW_BASKET = 0

/**
 * Decides on the first tickets of several browsers, and stores sessions, baskets and lines in one statement. Whoever is refused
 * gets no basket.
 */
async function addAll(db: Db, firsts: readonly First[]): Promise<Outcome[]> {
  const types = await runQuery(db, typesQuery(NEW_BASKET, [...new Set(firsts.map(({ body }) => body.ticket_id))]))
  const decided: Decided[] = await Promise.all(
    firsts.map(({ body, now, language: reader }) =>
      withLanguage(reader, () => decideTickets(db, NEW_BASKET, body, null, now, { read: types.get(body.ticket_id) })),
    ),
  )
  const stored = await storeAll(db, firsts, decided)
  return firsts.map(({ reference }, i) => {
    const own = decided[i]!
    if (!own.ok) return own
    const sale = stored.get(reference)
    return sale === undefined ? BEGUN : { ok: true, ...sale, quantity: own.quantity }
  })
}

const IS_WITHOUT_BASKET = /* guard: one-basket-of-a-session */ sql<boolean>`sale_id is null`

/** Stores what was not refused, by reference. Of two requests of one session only the first, and none if it has a basket. */
async function storeAll(db: Db, firsts: readonly First[], decided: readonly Decided[]) {
  const sessions = new Set<string>()
  const rows = firsts.flatMap((first, i) => {
    const own = decided[i]!
    // guard: first-of-a-session
    if (!own.ok || sessions.has(first.session.id)) return []
    sessions.add(first.session.id)
    return [{ ...first, line: { chosen_minor: null, ...own.line }, currency: own.currency }]
  })
  if (rows.length === 0) return new Map<string, Omit<Stored, 'quantity'>>()
  const column = (of: (row: (typeof rows)[number]) => unknown) => sql.val(rows.map(of))
  const known = rows.flatMap(({ session }) => (session.expires === null ? [session.id] : []))
  const { rows: made } = await sql<{ id: number; reference: string; number: number | null }>`
    with asked as (
      select * from unnest(${column(({ session }) => session.id)}::text[], ${column(({ session }) => session.expires)}::timestamptz[],
        ${column(({ reference }) => reference)}::text[], ${column(({ now }) => now)}::timestamptz[],
        ${column((row) => row.language)}::text[], ${column(({ currency }) => currency)}::text[],
        ${column(({ line }) => line.ticket_type_id)}::bigint[], ${column(({ line }) => line.qty)}::int[],
        ${column(({ line }) => line.price_added_minor)}::bigint[], ${column(({ line }) => line.chosen_minor)}::bigint[])
        as a(session, expires, reference, at, language, currency, ticket_type_id, qty, price_added_minor, chosen_minor)
    ),
    free as (
      select id from sessions where id = any(${sql.val(known)}::text[]) and ${IS_WITHOUT_BASKET}
      order by id for update
    ),
    made as (
      insert into sales (reference, currency, created_at, updated_at, language, referred_by)
      select reference, currency, at, at, language,
        (select code from referral_visits where session_id = session order by visited_at desc limit 1)
      from asked left join free on free.id = session where expires is not null or free.id is not null
      returning id, reference
    ),
    begun as (
      insert into sessions (id, sale_id, created_at, last_seen_at, expires_at)
      select session, made.id, at, at, expires from asked join made using (reference) where expires is not null
      returning sale_id, number
    ),
    named as (
      update sessions set sale_id = made.id from asked join made using (reference)
      where asked.expires is null and sessions.id = asked.session
    ),
    line as (
      insert into sale_lines (sale_id, ticket_type_id, qty, added_at, price_added_minor, chosen_minor)
      select made.id, ticket_type_id, qty, at, price_added_minor, chosen_minor from asked join made using (reference)
    )
    select made.id, made.reference, begun.number from made left join begun on begun.sale_id = made.id`.execute(db)
  return new Map(made.map(({ id, reference, number }) => [reference, { saleId: id, number }]))
}

/**
 * Begins the basket of a browser that has none with these tickets, together with other browsers. Seats, sections and codes are
 * not among them. Returns null if another request of this browser has begun one meanwhile, which is then the session's.
 */
export async function addFirstTickets(body: First['body'], { deps, session, now }: RequestContext) {
  const begun = session.id === null ? session.begin() : null
  const outcome = await firstTickets(deps.db)({
    body,
    session: begun ?? { id: session.id!, expires: null },
    reference: newReference(deps),
    language: language(),
    now,
  })
  if (outcome === BEGUN) {
    const row = await deps.db.selectFrom('sessions').select('sale_id').where('id', '=', session.id!).executeTakeFirst()
    session.saleId = row?.sale_id ?? null
    return null
  }
  if (!outcome.ok) return outcome
  begun?.stored(outcome.number!)
  session.saleId = outcome.saleId
  return { ok: true as const, quantity: outcome.quantity }
}
