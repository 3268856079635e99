import { type RawBuilder, sql } from 'kysely'
import { beforeAll, expect, it } from 'vitest'
import { describeOnBoth, useTestDatabase } from '../../testing/database/databases.ts'
import { testDeps } from '../../testing/deps.ts'
import { saleAt } from '../../testing/fixtures/sale.ts'

/**
 * ARCHITECTURE.md, "Guards against the same thing twice": the database's own guards. Each test bypasses the code that would
 * prevent the case, and names the constraint that must refuse it.
 */
describeOnBoth('database constraints refuse', (kind) => {
  const opened = useTestDatabase(kind)
  let sale: number
  let ticket: number
  let design: number
  beforeAll(async () => {
    const { db } = opened()
    const made = await saleAt(testDeps(opened()), 'payment', {
      pools: [{ capacity: 5 }],
      tickets: [{ capacity: 5, seats: ['A1', 'A2', 'A3'] }, { pool: 0 }],
    })
    sale = made.saleId
    ticket = made.ticketId
    const { rows } = await sql<{ id: number }>`
      insert into gift_voucher_designs (organiser_id, slug, name, currency, values_minor)
      values (${made.event!.organiserId}, 'guard', 'Guard', 'GBP', '{1000}') returning id`.execute(db)
    design = rows[0]!.id
  })
  const payment = (key: string, more: string) => sql`
    insert into payments (sale_id, provider, amount_minor, currency, idempotency_key, created_at, updated_at,
      ${sql.raw(more.split('=')[0]!)}) values (${sale}, 'stripe', 1000, 'GBP', ${key}, now(), now(), ${sql.raw(more.split('=')[1]!)})`
  const ticketRow = (code: string, instance: number, seat: string) => sql`
    insert into tickets (sale_id, ticket_type_id, instance, code, holder_email, issued_at, seat_id)
    values (${sale}, ${ticket}, ${instance}, ${code}, 'a@b.c', now(), ${sql.raw(seat)})`
  const twice = (one: () => RawBuilder<unknown>) => [one(), one()]

  const GUARDS: Record<string, () => RawBuilder<unknown>[]> = {
    'more tickets than there are: stock_never_oversold': () => [
      sql`update stock set sold = capacity where ticket_type_id = ${ticket}`,
    ],
    'more places of a pool than there are: pools_never_oversold': () => [
      sql`update stock set held = 6 where pool_id is not null`,
    ],
    'more places of a pool kept than there are: pools_never_oversold': () => [sql`update pools set kept = 6`],
    'more tickets by an access code than it is good for: quotas_never_exceeded': () => [
      sql`insert into quotas (max_tickets) values (2)`,
      sql`insert into quota_uses (sale_id, ticket_type_id, quota_id, qty)
        values (${sale}, ${ticket}, (select max(id) from quotas), 3)`,
    ],
    'a ticket type that nothing limits: stock_is_limited': () => [
      sql`update stock set capacity = null where pool_id is null`,
    ],
    'a seat with an owner that is free: seats_have_one_owner': () => [
      sql`update seats set status = 'free' where sale_id = ${sale}`,
    ],
    'a seat that is kept by no allocation: seats_kept_by_allocation': () => [
      sql`update seats set status = 'kept' where sale_id is null`,
    ],
    'two open allocations with one name: seat_allocations_open': () =>
      twice(
        () => sql`insert into seat_allocations (event_date_id, name, made_at)
        select date_id, 'Press', now() from ticket_types where id = ${ticket}`,
      ),
    'a seat that is held by nobody: seats_have_one_owner': () => [
      sql`update seats set status = 'held' where sale_id is null`,
    ],
    'two tickets for one seat: tickets_one_per_seat': () => [
      ticketRow('guard-1', 10, `(select min(id) from seats)`),
      ticketRow('guard-2', 11, `(select min(id) from seats)`),
    ],
    'two payments that make one order: payments_fulfil_once': () => [
      payment('guard-3', "outcome='fulfilled'"),
      payment('guard-4', "outcome='fulfilled'"),
    ],
    'one payment of a provider twice: payments_once_per_provider': () => [
      payment('guard-5', "provider_payment_id='pi_guard'"),
      payment('guard-6', "provider_payment_id='pi_guard'"),
    ],
    'more money back than came: payments_never_over_refunded': () => [payment('guard-7', 'refunded_minor=1001')],
    'a notice twice: payment_notices_once': () =>
      twice(
        () =>
          sql`insert into payment_notices (provider, event_id, kind, received_at) values ('stripe', 'evt', 'x', now())`,
      ),
    'a ticket twice: tickets_issued_once': () => [ticketRow('guard-8', 0, 'null'), ticketRow('guard-9', 0, 'null')],
    'a mail twice: mails_key_key': () =>
      twice(
        () => sql`insert into mails (key, kind, recipient, subject, body_text, body_html, queued_at)
          values ('guard', 'code', 'a@b.c', '', '', '', now())`,
      ),
    'a job twice: jobs_once': () =>
      twice(() => sql`insert into jobs (kind, key, run_at, created_at) values ('refund', 'guard', now(), now())`),
    'a refund sent twice under one key: refunds_idempotency_key_key': () => [
      payment('guard-10', "status='paid'"),
      ...twice(
        () => sql`insert into refunds (payment_id, sale_id, amount_minor, reason, idempotency_key, created_at, updated_at)
          values ((select max(id) from payments), ${sale}, 1, 'x', 'guard', now(), now())`,
      ),
    ],
    'more off a voucher than is on it: issued_vouchers_never_overspent': () => [
      sql`insert into issued_vouchers (code, design_id, currency, value_minor, balance_minor, reserved_minor, expires_on, issued_at)
        values ('GUARD', ${design}, 'GBP', 1000, 500, 501, '2099-01-01', now())`,
    ],
    'more uses of a code than it has: discount_codes_never_overused': () => [
      sql`insert into discount_codes (code, kind, percent_bp, max_uses, uses) values ('GUARD', 'percent', 100, 2, 3)`,
    ],
    'a ledger row changed: append-only': () => [
      sql`insert into ledger_entries (sale_id, movement, account, amount_minor, currency, at)
        values (${sale}, 'capture', 'captured', 1, 'GBP', now())`,
      sql`update ledger_entries set amount_minor = 2`,
    ],
    'a ledger row taken out: append-only': () => [
      sql`insert into ledger_entries (sale_id, movement, account, amount_minor, currency, at)
        values (${sale}, 'capture', 'captured', 1, 'GBP', now())`,
      sql`delete from ledger_entries`,
    ],
  }

  it.each(Object.keys(GUARDS))('%s', async (name) => {
    const { db } = opened()
    const statements = GUARDS[name]!()
    const last = statements.pop()!
    const guard = name.slice(name.lastIndexOf(': ') + 2)
    // Everything is rolled back, so that the next test starts from the same state.
    await expect(
      db.transaction().execute(async (tx) => {
        for (const statement of statements) await statement.execute(tx)
        await last.execute(tx)
        throw new Error('was taken')
      }),
    ).rejects.toThrow(guard)
  })
})
