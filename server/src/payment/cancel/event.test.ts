import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { claimTransfer } from '../../after-sale/transfer/claim.ts'
import { WORKERS } from '../../background.ts'
import { runDueJobs } from '../../jobs/jobs.ts'
import { holdAll } from '../../sale/hold/hold.ts'
import { describeOnBoth, useTestDatabase } from '../../testing/database/databases.ts'
import { testDeps } from '../../testing/deps.ts'
import { beginPayment } from '../../testing/fixtures/begin-payment.ts'
import { createEvent } from '../../testing/fixtures/catalogue.ts'
import { type SaleAt, type SaleOptions, saleAt, stockOf } from '../../testing/fixtures/sale.ts'
import { scriptedProvider } from '../../testing/vendors/scripted-provider.ts'
import { run as cancelCommand } from '../cli/cancel.ts'
import { ledgerDifferences } from '../ledger/ledger.ts'
import { dbDyingAfter } from '../model/dying.ts'
import { claimFreeTickets } from '../start/free.ts'
import { cancelEvent, cancelEventWorker, cancellationState, endCancelledEvents } from './event.ts'

describeOnBoth('a cancelled event', (kind) => {
  const opened = useTestDatabase(kind)
  const setUp = () => {
    const vendor = scriptedProvider('stripe')
    const deps = testDeps(opened(), { providers: { stripe: vendor.provider } })
    const { db } = deps
    const begin = (sale: SaleAt) => beginPayment(deps, vendor, sale)
    const buy = async (sale: SaleAt) => {
      expect(await (await begin(sale)).pay()).toMatchObject({ outcome: 'fulfilled' })
      deps.clock.advance(30)
      await runDueJobs(deps, WORKERS, 500)
      return sale
    }
    const bought = async (options: SaleOptions) => buy(await saleAt(deps, 'payment', options))
    /** The background work of a running shop. */
    const shopWorks = async () => {
      for (let turn = 0; turn < 3; turn++) {
        deps.clock.advance(60)
        await endCancelledEvents(deps)
        await runDueJobs(deps, WORKERS, 500)
      }
    }
    const validOf = async (sale: SaleAt) =>
      (
        await db
          .selectFrom('tickets')
          .select('ticket_type_id')
          .where('sale_id', '=', sale.saleId)
          .where('status', '=', 'valid')
          .execute()
      ).map(({ ticket_type_id }) => ticket_type_id)
    const told = async (sale: SaleAt) => (await sale.mails()).filter((mail) => mail.kind !== 'wallet')
    return { vendor, deps, db, begin, buy, bought, shopWorks, validOf, told }
  }

  it('refunds all other orders while one of them always fails', async () => {
    const { deps, db, bought, shopWorks } = setUp()
    const { ticketId, eventId, slug } = await createEvent(db)
    const [broken, plain] = [await bought({ ticketId }), await bought({ ticketId })]
    // Stands for any mistake that only this order meets.
    await sql`create function fail_refund() returns trigger language plpgsql as 'begin raise exception ''broken''; end'`.execute(
      db,
    )
    await sql`create trigger fail_refund before update on order_lines for each row
      when (old.sale_id = ${sql.lit(broken.saleId)}) execute function fail_refund()`.execute(db)
    expect(await cancelEvent(deps, { slug })).toEqual({ ok: true, eventId })
    await shopWorks()
    expect((await plain.refunds()).map((refund) => [refund.amount_minor, refund.status])).toEqual([[1100, 'succeeded']])
    await sql`drop trigger fail_refund on order_lines`.execute(db)
    await shopWorks()
    expect((await broken.refunds()).map(({ status }) => status)).toEqual(['succeeded'])
  })

  it('ends all other holds while a whole slice of them always fails', async () => {
    const { deps, db, shopWorks } = setUp()
    const { ticketId, eventId, slug } = await createEvent(db, { tickets: [{ capacity: 100 }] })
    const held: number[] = []
    for (let n = 0; n < 51; n++) held.push((await saleAt(deps, 'payment', { ticketId })).saleId)
    held.sort((a, b) => a - b)
    await sql`create function fail_release() returns trigger language plpgsql as 'begin raise exception ''broken''; end'`.execute(
      db,
    )
    await sql`create trigger fail_release before update on sales for each row
      when (old.id between ${sql.lit(held[0])} and ${sql.lit(held[49])}) execute function fail_release()`.execute(db)
    await cancelEvent(deps, { slug })
    await shopWorks()
    expect(await cancellationState(db, eventId)).toMatchObject({ held: 50 })
    await sql`drop trigger fail_release on sales`.execute(db)
    await shopWorks()
    expect(await cancellationState(db, eventId)).toMatchObject({ held: 0 })
  }, 60_000)

  it('refunds its tickets, ends holds with a reason, refunds late payments and emails each buyer once, despite a crash', async () => {
    const { deps, db, begin, buy, bought, shopWorks, validOf, told } = setUp()
    const { ticketId, eventId, slug } = await createEvent(db)
    const other = await createEvent(db)
    const plain = await bought({ ticketId, qty: 2 })
    const mixed = await saleAt(deps, 'basket', { ticketId })
    await db
      .insertInto('sale_lines')
      .values({ sale_id: mixed.saleId, ticket_type_id: other.ticketId, qty: 1, added_at: deps.clock.now() })
      .execute()
    await holdAll(db, [{ saleId: mixed.saleId, userId: null }], 900, deps.clock.now())
    await db.updateTable('sales').set({ state: 'payment' }).where('id', '=', mixed.saleId).execute()
    await buy(mixed)
    const held = await saleAt(deps, 'payment', { ticketId })
    const atBank = await saleAt(deps, 'payment', { ticketId })
    const payment = await begin(atBank)
    const between = await saleAt(deps, 'payment', { ticketId })
    const quick = await begin(between)

    expect(await cancelEvent(deps, { slug })).toEqual({ ok: true, eventId })
    expect(await quick.pay(), 'before the job comes').toMatchObject({ outcome: 'refunded' })
    expect(await cancellationState(db, eventId)).toEqual({ held: 2, orders: 2, blocked: 0 })
    const job = { kind: 'cancel_event' as const, key: 'k', payload: { event_id: eventId, after: 0 }, tries: 1 }
    for (const queries of [4, 17, 31, 44, 58])
      await cancelEventWorker(job, { ...deps, db: dbDyingAfter(db, queries) }).catch(() => {})
    await shopWorks()
    expect(await cancellationState(db, eventId)).toEqual({ held: 0, orders: 0, blocked: 0 })
    expect(await payment.pay()).toMatchObject({ outcome: 'refunded' })
    await shopWorks()

    expect(await validOf(plain)).toEqual([])
    expect(await validOf(mixed)).toEqual([other.ticketId])
    expect(await plain.read()).toMatchObject({ cancelled_at: expect.any(Date) })
    expect(await mixed.read()).toMatchObject({ cancelled_at: null })
    expect((await plain.refunds()).map((refund) => [refund.amount_minor, refund.status])).toEqual([[2200, 'succeeded']])
    expect((await mixed.refunds()).map((refund) => [refund.amount_minor, refund.status])).toEqual([[1100, 'succeeded']])
    expect(await held.read()).toMatchObject({
      state: 'basket',
      held_until: null,
      reserving_error: expect.stringContaining('has been cancelled'),
    })
    expect(await stockOf(db, ticketId)).toEqual({ held: 0, sold: 0 })
    expect(await stockOf(db, other.ticketId)).toEqual({ held: 0, sold: 1 })
    for (const sale of [plain, mixed, atBank, between]) expect(await told(sale), sale.reference).toHaveLength(1)
    expect((await told(plain))[0]!.body_text).toContain('£22.00')
    const [outcome] = await holdAll(db, [{ saleId: held.saleId, userId: null }], 900, deps.clock.now())
    expect(outcome).toMatchObject({ kind: 'refused' })
    expect(await ledgerDifferences(db)).toEqual([])
  })

  it('on one date leaves other dates alone; free orders end too, and a free claim is refused', async () => {
    const { deps, db, shopWorks, validOf, told } = setUp()
    const FREE = { price_minor: 0, booking_fee_minor: 0 }
    const event = await createEvent(db, { tickets: [FREE, FREE] })
    const [first, second] = event.ticketIds as [number, number]
    const { id: dateId } = await db
      .insertInto('event_dates')
      .values({ event_id: event.eventId, starts_at: new Date('2026-10-01T18:00:00Z') })
      .returning('id')
      .executeTakeFirstOrThrow()
    await db.updateTable('ticket_types').set({ date_id: dateId }).where('id', '=', second).execute()
    const [ends, stays] = [
      await saleAt(deps, 'payment', { ticketId: second }),
      await saleAt(deps, 'payment', { ticketId: first }),
    ]
    for (const sale of [ends, stays]) expect(await claimFreeTickets(sale.ctx())).toEqual({ ok: true })
    const late = await saleAt(deps, 'payment', { ticketId: second })
    deps.clock.advance(30)
    await runDueJobs(deps, WORKERS, 500)
    expect(await cancelEvent(deps, { slug: event.slug, dateId: 999_999 })).toMatchObject({ code: 'unknown_date' })
    expect(await cancelEvent(deps, { slug: event.slug, dateId })).toMatchObject({ ok: true })
    expect(await claimFreeTickets(late.ctx())).toMatchObject({ ok: false })
    await shopWorks()
    expect(await validOf(ends)).toEqual([])
    expect(await validOf(stays)).toEqual([first])
    expect(await told(ends)).toHaveLength(1)
    expect(await told(stays)).toEqual([])
    expect(await stockOf(db, second)).toEqual({ held: 0, sold: 0 })
    expect(await ledgerDifferences(db)).toEqual([])
  })

  it('does not allow transfers to be claimed', async () => {
    const { deps, db, bought } = setUp()
    const sale = await bought({})
    const { id: ticketId } = await db
      .selectFrom('tickets')
      .select('id')
      .where('sale_id', '=', sale.saleId)
      .executeTakeFirstOrThrow()
    const { createHash } = await import('node:crypto')
    const token = `token-${kind}`
    const { id } = await db
      .insertInto('transfers')
      .values({
        sale_id: sale.saleId,
        ticket_type_id: sale.ticketId,
        qty: 1,
        name: 'Bob',
        email: sale.email,
        deliver_at: deps.clock.now(),
        status: 'sent',
        claim_token_hash: createHash('sha256').update(token).digest('base64url'),
        created_at: deps.clock.now(),
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    await db.insertInto('transfer_tickets').values({ transfer_id: id, ticket_id: ticketId }).execute()
    await cancelEvent(deps, { slug: sale.event!.slug })
    expect(await claimTransfer({ token }, sale.ctx())).toMatchObject({ code: 'transfer_taken_back' })
  })

  it('by an import ends the same way, but not if cancelled before this version', async () => {
    const { db, bought, shopWorks, validOf } = setUp()
    const [now, before] = [await bought({}), await bought({})]
    const cancel = (sale: SaleAt) =>
      db.updateTable('events').set({ status: 'cancelled' }).where('id', '=', sale.event!.eventId).execute()
    await cancel(now)
    await cancel(before)
    await db.updateTable('events').set({ cancelled_at: null }).where('id', '=', before.event!.eventId).execute()
    await shopWorks()
    expect(await validOf(now)).toEqual([])
    expect(await validOf(before)).toHaveLength(1)
  })

  it('by command: reports remaining work and unknown names', async () => {
    if (kind === 'embedded') return
    const { db, bought } = setUp()
    const sale = await bought({})
    const output: string[] = []
    const command = (...args: string[]) =>
      cancelCommand(args, { DATABASE_URL: opened().databaseUrl }, (text) => output.push(text))
    expect(await command()).toBe(1)
    expect(await command('no-such-event')).toBe(1)
    expect(await command(sale.event!.slug, '2031-01-01')).toBe(1)
    expect(await command(sale.event!.slug, '2026-09-01')).toBe(0)
    expect(output.slice(1)).toEqual([
      'There is no such event.',
      'This event has no such date.',
      expect.stringMatching(/^FY-\w{4}-\w{4} {2}waiting: the running shop refunds it$/),
      'Cancelled. Still to do: 0 holds to end, 1 orders to refund, 0 orders that need a person.',
    ])
    expect(await db.selectFrom('jobs').select('kind').where('kind', '=', 'cancel_event').execute()).not.toEqual([])
  })
})
