import { createHash, randomBytes } from 'node:crypto'
import { sign } from '@fastify/cookie'
import type { StoredStep } from '@foyer/domain/checkout/steps.ts'
import { type AddressFields, EMPTY_ADDRESS } from '@foyer/domain/delivery/address.ts'
import { expect } from 'vitest'
import type { Deps } from '../../deps.ts'
import type { RequestContext } from '../../http/handle.ts'
import type { Session } from '../../http/session.ts'
import { holdAll } from '../../sale/hold/hold.ts'
import { createEvent, type EventOptions } from './catalogue.ts'

export type SaleOptions = EventOptions & {
  qty?: number
  /** Tickets of an existing event instead of a new one. */
  ticketId?: number
  codes?: { voucherId?: number; discountId?: number; code: string }[]
  step?: StoredStep
  /** The customer: a guest with a verified address, or an account. */
  guest?: { email: string; name: string } | null
  userId?: number
  phone?: string
}

/** A postal address for the address form. */
export const HOME: AddressFields = {
  ...EMPTY_ADDRESS,
  firstName: 'Ada',
  lastName: 'Lovelace',
  address1: '1 High Street',
  town: 'Leeds',
  postcode: 'LS1 1AA',
}

let made = 0

/**
 * A sale at the given step, written directly to the database: real lines, a real hold, and a session of its customer. `ctx`
 * calls handlers as that customer; `cookie` goes with requests to the application. Its event costs 11.00 per ticket.
 */
export async function saleAt(deps: Deps, step: StoredStep, options: SaleOptions = {}) {
  const { qty = 1, ticketId: given, codes = [], guest: givenGuest, userId, phone, ...eventOptions } = options
  const { db, clock, config } = deps
  const now = clock.now()
  const n = `${process.pid}-${++made}`
  const guest = givenGuest === undefined ? { email: `ada-${n}@example.org`, name: 'Ada Lovelace' } : givenGuest
  const event = given === undefined ? await createEvent(db, eventOptions) : null
  const ticketId = given ?? event!.ticketId
  const type = await db
    .selectFrom('ticket_types as type')
    .innerJoin('events as event', 'event.id', 'type.event_id')
    .select('event.currency')
    .where('type.id', '=', ticketId)
    .executeTakeFirstOrThrow()
  const sale = await db
    .insertInto('sales')
    .values({
      reference: randomBytes(20).toString('base64url'),
      currency: type.currency,
      user_id: userId ?? null,
      guest_email: userId === undefined ? (guest?.email ?? null) : null,
      guest_name: userId === undefined ? (guest?.name ?? null) : null,
      marketing_asked: true,
      contact_number: phone ?? null,
      created_at: now,
      updated_at: now,
    })
    .returning(['id', 'reference'])
    .executeTakeFirstOrThrow()
  await db.insertInto('sale_lines').values({ sale_id: sale.id, ticket_type_id: ticketId, qty, added_at: now }).execute()
  for (const { code, voucherId, discountId } of codes)
    await db
      .insertInto('sale_codes')
      .values({
        sale_id: sale.id,
        code,
        voucher_id: voucherId ?? null,
        discount_id: discountId ?? null,
        applied_at: now,
      })
      .execute()

  const token = randomBytes(32).toString('base64url')
  const sessionId = createHash('sha256').update(token).digest('base64url')
  const provedEmail = userId === undefined ? (guest?.email ?? null) : null
  const { number } = await db
    .insertInto('sessions')
    .values({
      id: sessionId,
      sale_id: sale.id,
      user_id: userId ?? null,
      proved_email: provedEmail,
      created_at: now,
      last_seen_at: now,
      expires_at: new Date(now.getTime() + 90 * 86_400_000),
      proved_at: now,
    })
    .returning('number')
    .executeTakeFirstOrThrow()

  // An express checkout verifies no address: it belongs to the browser where it was typed.
  if (eventOptions.express)
    await db.updateTable('sales').set({ customer_session: number }).where('id', '=', sale.id).execute()
  if (step !== 'basket') {
    const [held] = await holdAll(db, [{ saleId: sale.id, userId: null }], config.holdSeconds, now)
    expect(held).toMatchObject({ kind: 'held' })
    await db.updateTable('sales').set({ state: step }).where('id', '=', sale.id).execute()
  }
  const session: Session = {
    id: sessionId,
    saleId: sale.id,
    userId: userId ?? null,
    provedEmail,
    provedAt: now,
    device: () => null,
    number,
    token,
    keep: async () => sessionId,
    begin: () => ({ id: sessionId, expires: now, stored: () => {} }),
    renew: async () => {},
    renewal: () => ({ id: sessionId, committed: () => {} }),
  }
  return {
    saleId: sale.id,
    reference: sale.reference,
    email: guest?.email ?? '',
    ticketId,
    event,
    session,
    cookie: `foyer_session=${sign(token, config.sessionSecret)}`,
    /** The request context of this customer, at the current time. */
    ctx: (): RequestContext => ({
      deps,
      session,
      now: deps.clock.now(),
      ip: '127.0.0.1',
      log: deps.log as RequestContext['log'],
    }),
    read: () => db.selectFrom('sales').selectAll().where('id', '=', sale.id).executeTakeFirstOrThrow(),
    lines: () => db.selectFrom('sale_lines').selectAll().where('sale_id', '=', sale.id).execute(),
    payments: () => db.selectFrom('payments').selectAll().where('sale_id', '=', sale.id).orderBy('id').execute(),
    refunds: () => db.selectFrom('refunds').selectAll().where('sale_id', '=', sale.id).orderBy('id').execute(),
    history: async () =>
      (await db.selectFrom('sale_events').select('kind').where('sale_id', '=', sale.id).orderBy('id').execute()).map(
        ({ kind }) => kind,
      ),
    mails: () =>
      db
        .selectFrom('mails')
        .select(['kind', 'subject', 'body_text'])
        .where('sale_id', '=', sale.id)
        .orderBy('id')
        .execute(),
  }
}

export type SaleAt = Awaited<ReturnType<typeof saleAt>>

/** The counters of a pool. */
export const poolOf = (db: Deps['db'], poolId: number) =>
  db.selectFrom('pools').select(['capacity', 'held', 'sold', 'kept']).where('id', '=', poolId).executeTakeFirstOrThrow()

/** The held and sold quantities of a ticket type. */
export const stockOf = (db: Deps['db'], ticketId: number) =>
  db.selectFrom('stock').select(['held', 'sold']).where('ticket_type_id', '=', ticketId).executeTakeFirstOrThrow()
