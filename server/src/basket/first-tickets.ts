import type { BodyOf } from '@foyer/contract/calls.ts'
import { type Language, language } from '@foyer/domain/format/language.ts'
import { fail } from '@foyer/domain/result.ts'
import { sql } from 'kysely'
import { runQuery } from '../db/transaction/batch.ts'
import { unnestRows } from '../db/transaction/column-lists.ts'
import { combine, onePerDb } from '../db/transaction/combine.ts'
import { ON_ITS_NODE } from '../db/transaction/on-its-node.ts'
import type { Db } from '../db/transaction/tx.ts'
import type { RequestContext } from '../http/handle.ts'
import { withLanguage } from '../language.ts'
import { newReference } from '../sale/session/current-or-new.ts'
import { exceedsNewBaskets } from '../sale/session/new-baskets.ts'
import { checkAddition, typesQuery } from './tickets.ts'

type Checked = Awaited<ReturnType<typeof checkAddition>>

type FirstTickets = {
  body: Omit<BodyOf<'add_to_basket'>, 'code'>
  /** The browser's session, to be stored until `expires` if it is new. */
  session: { id: string; expires: Date | null }
  reference: string
  language: Language
  now: Date
}

/** Another request of the same browser has created a basket in the meantime. */
const HAS_BASKET = Symbol('has basket')

type Stored = { saleId: number; number: number | null; quantity: number }
type Outcome = Exclude<Checked, { ok: true }> | ({ ok: true } & Stored) | typeof HAS_BASKET

const sharedAdditions = onePerDb((db) =>
  combine((firsts: FirstTickets[]) => addAll(db, firsts), { maxBatch: 100, maxQueue: 20_000 }),
)

/** The id of a basket that doesn't exist yet. No sale has it, so it is read as empty. */
const NEW_BASKET = 0

/**
 * Checks the first tickets of several browsers, and stores sessions, baskets and lines in one statement. A browser whose tickets are
 * refused gets no basket.
 */
async function addAll(db: Db, firsts: readonly FirstTickets[]): Promise<Outcome[]> {
  const types = await runQuery(db, typesQuery(NEW_BASKET, [...new Set(firsts.map(({ body }) => body.ticket_id))]))
  const checked: Checked[] = await Promise.all(
    firsts.map(({ body, now, language: reader }) =>
      withLanguage(reader, () => checkAddition(db, NEW_BASKET, body, null, now, { read: types.get(body.ticket_id) })),
    ),
  )
  const stored = await storeAll(db, firsts, checked)
  return firsts.map(({ reference }, i) => {
    const result = checked[i]!
    if (!result.ok) return result
    const sale = stored.get(reference)
    return sale === undefined ? HAS_BASKET : { ok: true, ...sale, quantity: result.quantity }
  })
}

const IS_WITHOUT_BASKET = /* guard: one-basket-of-a-session */ sql<boolean>`sale_id is null`

/**
 * Stores the tickets that were not refused, and returns their sales by reference. Stores only the first request of a session, and none
 * if the session has a basket.
 */
async function storeAll(db: Db, firsts: readonly FirstTickets[], checked: readonly Checked[]) {
  const sessions = new Set<string>()
  const rows = firsts.flatMap((first, i) => {
    const result = checked[i]!
    // guard: first-of-a-session
    if (!result.ok || sessions.has(first.session.id)) return []
    sessions.add(first.session.id)
    return [{ ...first, line: { chosen_minor: null, ...result.line }, currency: result.currency }]
  })
  if (rows.length === 0) return new Map<string, Omit<Stored, 'quantity'>>()
  const storedSessions = rows.flatMap(({ session }) => (session.expires === null ? [session.id] : []))
  const { rows: sales } = await sql<{ id: number; reference: string; number: number | null }>`
    with wanted as (
      select nextval('sales_id_seq') as id, nextval('session_numbers') as number, first.* from ${unnestRows(
        'first',
        rows,
        {
          session: ['text', ({ session }) => session.id],
          expires: ['timestamptz', ({ session }) => session.expires],
          reference: ['text', ({ reference }) => reference],
          at: ['timestamptz', ({ now }) => now],
          language: ['text', (row) => row.language],
          currency: ['text', ({ currency }) => currency],
          ticket_type_id: ['bigint', ({ line }) => line.ticket_type_id],
          qty: ['int', ({ line }) => line.qty],
          price_added_minor: ['bigint', ({ line }) => line.price_added_minor],
          chosen_minor: ['bigint', ({ line }) => line.chosen_minor],
        },
      )}
    ),
    without_basket as (
      select id from sessions where id = any(${sql.val(storedSessions)}::text[]) and ${IS_WITHOUT_BASKET}
      order by id for update
    ),
    new_sale as (
      insert into sales (id, reference, currency, created_at, updated_at, language, referred_by)
      select wanted.id, reference, currency, at, at, language,
        (select code from referral_visits where session_id = session order by visited_at desc limit 1)
      from wanted left join without_basket on without_basket.id = session ${ON_ITS_NODE}
      where expires is not null or without_basket.id is not null
      returning id
    ),
    new_session as (
      insert into sessions (id, number, sale_id, created_at, last_seen_at, expires_at)
      select session, number, new_sale.id, at, at, expires from new_sale join wanted using (id) ${ON_ITS_NODE}
      where expires is not null
    ),
    known_session as (
      update sessions set sale_id = new_sale.id from new_sale join wanted using (id)
      where wanted.expires is null and sessions.id = wanted.session
    ),
    new_line as (
      insert into sale_lines (sale_id, ticket_type_id, qty, added_at, price_added_minor, chosen_minor)
      select new_sale.id, ticket_type_id, qty, at, price_added_minor, chosen_minor
      from new_sale join wanted using (id) ${ON_ITS_NODE}
    )
    select new_sale.id, reference, case when expires is not null then number end as number
    from new_sale join wanted using (id)`.execute(db)
  return new Map(sales.map(({ id, reference, number }) => [reference, { saleId: id, number }]))
}

/**
 * Adds tickets for a browser without a basket, in one statement with other browsers. Not for seats, sections or access codes. Returns
 * null if another request of this browser has created a basket meanwhile; the session then has that one.
 */
export async function addFirstTickets(body: FirstTickets['body'], ctx: RequestContext) {
  const { deps, session, now } = ctx
  if (await exceedsNewBaskets(ctx)) return fail('too_many_baskets')
  const newSession = session.id === null ? session.prepareNew() : null
  const outcome = await sharedAdditions(deps.db)({
    body,
    session: newSession ?? { id: session.id!, expires: null },
    reference: newReference(deps),
    language: language(),
    now,
  })
  if (outcome === HAS_BASKET) {
    const row = await deps.db.selectFrom('sessions').select('sale_id').where('id', '=', session.id!).executeTakeFirst()
    session.saleId = row?.sale_id ?? null
    return null
  }
  if (!outcome.ok) return outcome
  newSession?.stored(outcome.number!)
  session.saleId = outcome.saleId
  return { ok: true as const, quantity: outcome.quantity }
}
