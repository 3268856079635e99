import { expect, it } from 'vitest'
import { inTx } from '../../db/transaction/tx.ts'
import { describeOnBoth, describeOnPostgres, useTestDatabase } from '../../testing/database/databases.ts'
import { testDeps } from '../../testing/deps.ts'
import { createPaidSale } from '../../testing/fixtures/paid-sale.ts'
import { isTicketCode } from '../signing/codes.ts'
import { issueTickets } from './issue.ts'

describeOnBoth('issuing tickets', (kind) => {
  const database = useTestDatabase(kind)
  const setUp = () => testDeps(database())
  const issue = (deps: ReturnType<typeof setUp>, saleId: number) =>
    inTx(deps.db, (tx) => issueTickets(tx, saleId, { now: deps.clock.now(), random: deps.random }))
  const ticketsOf = (saleId: number) =>
    database().db.selectFrom('tickets').selectAll().where('sale_id', '=', saleId).orderBy('id').execute()

  it('creates one ticket with its own code for each bought, and a second call creates none', async () => {
    const deps = setUp()
    const { saleId, email } = await createPaidSale(deps, { standing: 3, seated: 2 })
    expect(await issue(deps, saleId)).toEqual({ ok: true, issued: 5, later: false })
    expect(await issue(deps, saleId)).toEqual({ ok: true, issued: 0, later: false })
    const tickets = await ticketsOf(saleId)
    expect(tickets).toHaveLength(5)
    expect(new Set(tickets.map((ticket) => ticket.code)).size).toBe(5)
    expect(tickets.every((ticket) => isTicketCode(ticket.code))).toBe(true)
    expect(tickets.every((ticket) => ticket.holder_email === email && ticket.holder_name === 'Ada Lovelace')).toBe(true)
  })

  it('gives each seated ticket a seat of this sale', async () => {
    const deps = setUp()
    const { saleId, seatedType } = await createPaidSale(deps, { standing: 1, seated: 3 })
    await createPaidSale(deps, { seated: 2 })
    await issue(deps, saleId)
    const seats = await database()
      .db.selectFrom('seats')
      .select('id')
      .where('sale_id', '=', saleId)
      .orderBy('seat_number')
      .execute()
    const tickets = await ticketsOf(saleId)
    expect(tickets.filter((ticket) => ticket.ticket_type_id === seatedType).map((ticket) => ticket.seat_id)).toEqual(
      seats.map((seat) => seat.id),
    )
    expect(tickets.filter((ticket) => ticket.ticket_type_id !== seatedType).map((ticket) => ticket.seat_id)).toEqual([
      null,
    ])
  })

  it('completes a partial issue and keeps the existing codes', async () => {
    const deps = setUp()
    const { saleId } = await createPaidSale(deps, { standing: 3 })
    await issue(deps, saleId)
    const [first, second] = await ticketsOf(saleId)
    // as if the last ticket and the mark had never been written
    await database().db.deleteFrom('tickets').where('sale_id', '=', saleId).where('instance', '=', 2).execute()
    await database().db.updateTable('sales').set({ tickets_delivered_at: null }).where('id', '=', saleId).execute()
    expect(await issue(deps, saleId)).toEqual({ ok: true, issued: 1, later: false })
    const after = await ticketsOf(saleId)
    expect(after).toHaveLength(3)
    expect(after.slice(0, 2).map((ticket) => ticket.code)).toEqual([first!.code, second!.code])
  })

  it('refuses an unpaid or refunded sale', async () => {
    const deps = setUp()
    const unpaid = await createPaidSale(deps, { paid: false })
    expect(await issue(deps, unpaid.saleId)).toEqual({ ok: false, code: 'not_paid' })
    const cancelled = await createPaidSale(deps)
    await deps.db
      .updateTable('sales')
      .set({ cancelled_at: deps.clock.now() })
      .where('id', '=', cancelled.saleId)
      .execute()
    expect(await issue(deps, cancelled.saleId)).toEqual({ ok: false, code: 'not_paid' })
    expect([...(await ticketsOf(unpaid.saleId)), ...(await ticketsOf(cancelled.saleId))]).toEqual([])
  })

  it('creates an account for a guest, and finds an existing one', async () => {
    const deps = setUp()
    const first = await createPaidSale(deps, { email: `Grace.${kind}@Example.org`, name: 'Grace Brewster Hopper' })
    await issue(deps, first.saleId)
    const again = await createPaidSale(deps, { email: `grace.${kind}@example.org`, name: 'G. H.' })
    await issue(deps, again.saleId)
    const users = await deps.db
      .selectFrom('users')
      .selectAll()
      .where('email', '=', `grace.${kind}@example.org`)
      .execute()
    expect(users).toMatchObject([{ first_name: 'Grace', last_name: 'Brewster Hopper' }])
    const tickets = await ticketsOf(again.saleId)
    expect(tickets.map((ticket) => [ticket.user_id, ticket.holder_name])).toEqual([
      [users[0]!.id, 'G. H.'],
      [users[0]!.id, 'G. H.'],
    ])
  })

  it('creates a gift voucher with its own code for each bought, valid for its months', async () => {
    const deps = setUp()
    deps.clock.set('2026-02-28T23:30:00Z')
    const { saleId } = await createPaidSale(deps, { standing: 0, vouchers: 2 })
    expect(await issue(deps, saleId)).toEqual({ ok: true, issued: 2, later: false })
    const vouchers = await deps.db.selectFrom('issued_vouchers').selectAll().where('sale_id', '=', saleId).execute()
    expect(vouchers).toHaveLength(2)
    for (const voucher of vouchers) {
      expect(voucher.code).toMatch(/^GV-[0-9A-Z]{4}-[0-9A-Z]{4}-[0-9A-Z]{4}$/)
      expect(voucher).toMatchObject({
        balance_minor: 2000,
        value_minor: 2000,
        expires_on: '2028-02-28',
        from_name: 'Ada',
        to_name: 'Grace',
      })
    }
    expect(vouchers[0]!.code).not.toBe(vouchers[1]!.code)
  })

  it('waits for the last payment of a plan', async () => {
    const deps = setUp()
    const { saleId } = await createPaidSale(deps, { standing: 1 })
    const plan = { sale_id: saleId, option_key: 'three', terms_version: '1', agreed_at: deps.clock.now() }
    await deps.db
      .insertInto('payment_plans')
      .values({ ...plan, status: 'active' })
      .execute()
    expect(await issue(deps, saleId)).toEqual({ ok: true, issued: 0, later: true })
    expect(await ticketsOf(saleId)).toEqual([])
    await deps.db.updateTable('payment_plans').set({ status: 'completed' }).where('sale_id', '=', saleId).execute()
    expect(await issue(deps, saleId)).toEqual({ ok: true, issued: 1, later: false })
  })
})

describeOnPostgres('issuing tickets concurrently', () => {
  const database = useTestDatabase('postgres')

  it('creates each ticket and voucher once under 20 concurrent calls', async () => {
    const deps = testDeps(database())
    const { saleId } = await createPaidSale(deps, { standing: 3, seated: 2, vouchers: 2 })
    const answers = await Promise.all(
      Array.from({ length: 20 }, () =>
        inTx(deps.db, (tx) => issueTickets(tx, saleId, { now: deps.clock.now(), random: deps.random })),
      ),
    )
    expect(answers.map((answer) => (answer.ok ? answer.issued : -1)).filter((issued) => issued > 0)).toEqual([7])
    const tickets = await deps.db.selectFrom('tickets').select('id').where('sale_id', '=', saleId).execute()
    const vouchers = await deps.db.selectFrom('issued_vouchers').select('id').where('sale_id', '=', saleId).execute()
    expect([tickets.length, vouchers.length]).toEqual([5, 2])
  })
})
