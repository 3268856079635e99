import { describe, expect, it } from 'vitest'
import { WORKERS } from '../../background.ts'
import { runDueJobs } from '../../jobs/jobs.ts'
import { createStaff } from '../../office/testing/office.ts'
import { sweepHolds } from '../../sale/hold/release.ts'
import { describeOnBoth, describeOnPostgres, useTestDatabase } from '../../testing/database/databases.ts'
import { testDeps } from '../../testing/deps.ts'
import { beginPayment, startPayment } from '../../testing/fixtures/begin-payment.ts'
import { createEvent } from '../../testing/fixtures/catalogue.ts'
import { type SaleAt, type SaleOptions, saleAt, stockOf } from '../../testing/fixtures/sale.ts'
import { scriptedProvider } from '../../testing/vendors/scripted-provider.ts'
import { ledgerDifferences } from '../ledger/ledger.ts'
import { claimFreeTickets } from '../start/free.ts'
import type { Opening } from '../start/open-payment.ts'

type Deps = ReturnType<typeof testDeps>
const FREE = { price_minor: 0, booking_fee_minor: 0 }

const createLimitedType = async (deps: Deps, most: number, overrides = {}) =>
  (await createEvent(deps.db, { tickets: [{ max_can_reserve: most, ...overrides }] })).ticketId

const boughtBy = async ({ db }: Deps, ticketId: number) => {
  const { bought } = await db
    .selectFrom('sale_lines as line')
    .innerJoin('sales as sale', 'sale.id', 'line.sale_id')
    .select((eb) => eb.fn.coalesce(eb.fn.sum<string>('line.qty'), eb.lit(0)).as('bought'))
    .where('line.ticket_type_id', '=', ticketId)
    .where('sale.paid_at', 'is not', null)
    .where('sale.cancelled_at', 'is', null)
    .executeTakeFirstOrThrow()
  return Number(bought)
}

let people = 0
/** The same person as an account, as a guest with a proved address, and as an express buyer with a typed one. */
async function createCustomer({ db, clock }: Deps): Promise<SaleOptions[]> {
  const email = `max-${process.pid}-${++people}@example.org`
  const { id: userId } = await db
    .insertInto('users')
    .values({ email, first_name: 'Ada', last_name: 'Lovelace', created_at: clock.now() })
    .returning('id')
    .executeTakeFirstOrThrow()
  const guest = { email, name: 'Ada Lovelace' }
  return [{ userId }, { guest }, { guest, express: true }]
}

/** The sale as the counter makes it: in a shift, and without a customer. */
async function makeWalkIn(deps: Deps, { saleId, event }: SaleAt) {
  const { db, clock } = deps
  const { organiserId } = event!
  const { id: staffId } = await createStaff(deps, organiserId, 'box_office')
  const { id: shiftId } = await db
    .insertInto('counter_shifts')
    .values({
      organiser_id: organiserId,
      staff_id: staffId,
      currency: 'GBP',
      opened_at: clock.now(),
      float_minor: 0,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  await db
    .insertInto('counter_sales')
    .values({ sale_id: saleId, shift_id: shiftId, how: 'reader', at: clock.now() })
    .execute()
  await db.updateTable('sales').set({ guest_email: null, guest_name: null }).where('id', '=', saleId).execute()
}

describeOnBoth('the maximum per customer across orders', (kind) => {
  const opened = useTestDatabase(kind)
  const setUp = () => {
    const vendor = scriptedProvider('stripe')
    const deps = testDeps(opened(), { providers: { stripe: vendor.provider } })
    return { vendor, deps, run: () => runDueJobs(deps, WORKERS, 500) }
  }

  it('refuses to start a payment beyond it, however the customer is identified', async () => {
    const { vendor, deps } = setUp()
    const ways = await createCustomer(deps)
    for (const [n, way] of ways.entries()) {
      const ticketId = await createLimitedType(deps, 2)
      const paid = await saleAt(deps, 'payment', { ...way, ticketId })
      const more = []
      for (const other of ways) more.push(await saleAt(deps, 'payment', { ...other, ticketId, qty: 2 }))
      const within = await saleAt(deps, 'payment', { ...ways[(n + 1) % ways.length]!, ticketId })
      const stranger = await saleAt(deps, 'payment', { ticketId, qty: 2 })
      const payment = await beginPayment(deps, vendor, paid)
      expect(await payment.pay()).toMatchObject({ outcome: 'fulfilled' })
      for (const sale of more) expect(await startPayment(sale)).toMatchObject({ code: 'over_limit' })
      expect((await startPayment(within)).ok).toBe(true)
      expect((await startPayment(stranger)).ok).toBe(true)
    }
  })

  it('refuses a second payment during the first, but not for an address a stranger typed', async () => {
    const { deps } = setUp()
    const ticketId = await createLimitedType(deps, 1)
    const [account, guest, express] = await createCustomer(deps)
    const taking: Opening = { provider: 'square', inDoubtForMs: 60_000 }
    expect((await startPayment(await saleAt(deps, 'payment', { ...express, ticketId }), { opening: taking })).ok).toBe(
      true,
    )
    expect((await startPayment(await saleAt(deps, 'payment', { ...account, ticketId }), { opening: taking })).ok).toBe(
      true,
    )
    expect(
      await startPayment(await saleAt(deps, 'payment', { ...guest, ticketId }), { opening: taking }),
    ).toMatchObject({
      code: 'over_limit',
    })
    deps.clock.advance(61)
    expect(
      (await startPayment(await saleAt(deps, 'payment', { ...guest, ticketId }), { opening: taking })).ok,
      'it is over',
    ).toBe(true)
  })

  it('refunds the payment of a second basket, releases its tickets and says why', async () => {
    const { vendor, deps, run } = setUp()
    const ticketId = await createLimitedType(deps, 2)
    const [account, guest] = await createCustomer(deps)
    const [one, two] = [
      await saleAt(deps, 'payment', { ...account, ticketId, qty: 2 }),
      await saleAt(deps, 'payment', { ...guest, ticketId, qty: 2 }),
    ]
    const [first, second] = [await beginPayment(deps, vendor, one), await beginPayment(deps, vendor, two)]
    for (const payment of [first, second]) payment.report({ status: 'paid' })
    expect(await first.settle()).toMatchObject({ outcome: 'fulfilled' })
    expect(await second.settle()).toMatchObject({ outcome: 'refunded' })
    deps.clock.advance(60)
    await run()
    expect(await two.refunds()).toMatchObject([{ reason: 'over_limit', status: 'succeeded', amount_minor: 2200 }])
    expect(await stockOf(deps.db, ticketId)).toEqual({ held: 0, sold: 2 })
    const { state, held_until, reserving_error } = await two.read()
    expect({ state, held_until }).toEqual({ state: 'basket', held_until: null })
    expect(reserving_error).toContain('the maximum number of these tickets')
    expect((await two.mails()).map(({ body_text }) => body_text).join()).toContain(
      'the maximum number of these tickets',
    )
    expect(await ledgerDifferences(deps.db)).toEqual([])
  })

  it('refunds a late payment before taking tickets again', async () => {
    const { vendor, deps } = setUp()
    const ticketId = await createLimitedType(deps, 1)
    const [account, guest] = await createCustomer(deps)
    const late = await beginPayment(deps, vendor, await saleAt(deps, 'payment', { ...account, ticketId }))
    deps.clock.advance(deps.config.holdSeconds + 1)
    const prompt = await beginPayment(deps, vendor, await saleAt(deps, 'payment', { ...guest, ticketId }))
    for (const payment of [prompt, late]) payment.report({ status: 'paid' })
    expect(await prompt.settle()).toMatchObject({ outcome: 'fulfilled' })
    expect(await late.settle()).toMatchObject({ outcome: 'refunded' })
    expect((await stockOf(deps.db, ticketId)).sold).toBe(1)
  })

  it('refunds a late payment whose hold has expired, and takes no tickets again', async () => {
    const { vendor, deps, run } = setUp()
    const ticketId = await createLimitedType(deps, 2)
    const [account, guest] = await createCustomer(deps)
    const late = await saleAt(deps, 'payment', { ...account, ticketId, qty: 2 })
    const latePayment = await beginPayment(deps, vendor, late)
    deps.clock.advance(deps.config.holdSeconds + 1)
    await sweepHolds(deps)
    expect((await late.read()).held_until).toBeNull()
    const prompt = await beginPayment(deps, vendor, await saleAt(deps, 'payment', { ...guest, ticketId }))
    expect(await prompt.pay()).toMatchObject({ outcome: 'fulfilled' })
    expect(await latePayment.pay()).toMatchObject({ outcome: 'refunded' })
    await run()
    expect(await late.refunds()).toMatchObject([{ reason: 'over_limit', status: 'succeeded', amount_minor: 2200 }])
    expect(await stockOf(deps.db, ticketId)).toEqual({ held: 0, sold: 1 })
    expect(await late.history()).toEqual(['reserved', 'hold_ended', 'money_returned', 'refunded'])
    expect((await late.read()).reserving_error).toContain('the maximum number of these tickets')
    expect(await ledgerDifferences(deps.db)).toEqual([])
  })

  it.each([
    ['in time', false],
    ['after its hold has expired', true],
  ])('does not limit a walk-in sale, which has no customer, paid %s', async (_, isLate) => {
    const { vendor, deps } = setUp()
    const sale = await saleAt(deps, 'payment', { tickets: [{ max_can_reserve: 2 }], qty: 2 })
    const payment = await beginPayment(deps, vendor, sale)
    await makeWalkIn(deps, sale)
    if (isLate) {
      deps.clock.advance(deps.config.holdSeconds + 1)
      await sweepHolds(deps)
    }
    expect(await payment.pay()).toMatchObject({ outcome: 'fulfilled' })
    expect(await stockOf(deps.db, sale.ticketId)).toEqual({ held: 0, sold: 2 })
    expect(await ledgerDifferences(deps.db)).toEqual([])
  })

  it('ignores a cancelled order, and keeps a hold that was within the maximum when made', async () => {
    const { vendor, deps } = setUp()
    const ticketId = await createLimitedType(deps, 2)
    const [account] = await createCustomer(deps)
    const cancelled = await saleAt(deps, 'payment', { ...account, ticketId, qty: 2 })
    const first = await beginPayment(deps, vendor, cancelled)
    await first.pay()
    await deps.db
      .updateTable('sales')
      .set({ cancelled_at: deps.clock.now() })
      .where('id', '=', cancelled.saleId)
      .execute()
    const again = await beginPayment(deps, vendor, await saleAt(deps, 'payment', { ...account, ticketId, qty: 2 }))
    await deps.db.updateTable('ticket_types').set({ max_can_reserve: 1 }).where('id', '=', ticketId).execute()
    expect(await again.pay()).toMatchObject({ outcome: 'fulfilled' })
  })

  it('also applies to free orders', async () => {
    const { deps } = setUp()
    const ticketId = await createLimitedType(deps, 1, FREE)
    const sales: SaleAt[] = []
    for (const way of await createCustomer(deps))
      for (const again of [way, way]) sales.push(await saleAt(deps, 'payment', { ...again, ticketId }))
    expect(await claimFreeTickets(sales.pop()!.ctx())).toEqual({ ok: true })
    for (const sale of sales) expect(await claimFreeTickets(sale.ctx())).toMatchObject({ code: 'over_limit' })
    expect(await boughtBy(deps, ticketId)).toBe(1)
  })
})

describeOnPostgres('fifty orders of one customer at the same moment', () => {
  const opened = useTestDatabase('postgres')
  const MAX = 4
  const FIFTY = Array.from({ length: 50 }, (_, n) => n)

  describe.each([
    ['account', 0],
    ['guest', 1],
    ['express', 2],
  ] as const)('%s', (_, way) => {
    const setUp = async (overrides = {}) => {
      const vendor = scriptedProvider('stripe')
      const deps = testDeps(opened(), { providers: { stripe: vendor.provider } })
      const ticketId = await createLimitedType(deps, MAX, overrides)
      const person = (await createCustomer(deps))[way]!
      const sales: SaleAt[] = []
      for (const _ of FIFTY) sales.push(await saleAt(deps, 'payment', { ...person, ticketId }))
      return { vendor, deps, ticketId, sales }
    }

    it('by card: sells the maximum and refunds the rest', async () => {
      const { vendor, deps, ticketId, sales } = await setUp()
      const begun = await Promise.all(sales.map((sale) => beginPayment(deps, vendor, sale)))
      for (const { report } of begun) report({ status: 'paid' })
      const settled = await Promise.all(begun.map(({ settle }) => settle()))
      expect(settled.filter(({ outcome }) => outcome === 'fulfilled')).toHaveLength(MAX)
      expect(settled.filter(({ outcome }) => outcome === 'refunded')).toHaveLength(FIFTY.length - MAX)
      expect(await boughtBy(deps, ticketId)).toBe(MAX)
      expect(await stockOf(deps.db, ticketId)).toEqual({ held: 0, sold: MAX })
    })

    it('free of charge: gives away the maximum', async () => {
      const { deps, ticketId, sales } = await setUp(FREE)
      const answers = await Promise.all(sales.map((sale) => claimFreeTickets(sale.ctx())))
      expect(answers.filter(({ ok }) => ok)).toHaveLength(MAX)
      expect(await boughtBy(deps, ticketId)).toBe(MAX)
    })
  })

  it('charged synchronously: nobody is charged beyond the maximum', async () => {
    const vendor = scriptedProvider('square')
    const deps = testDeps(opened(), { providers: { square: vendor.provider } })
    const ticketId = await createLimitedType(deps, MAX)
    const [account] = await createCustomer(deps)
    const sales: SaleAt[] = []
    for (const _ of FIFTY) sales.push(await saleAt(deps, 'payment', { ...account, ticketId }))
    const started = await Promise.all(
      sales.map((sale) => startPayment(sale, { opening: { provider: 'square', inDoubtForMs: 60_000 } })),
    )
    expect(started.filter(({ ok }) => ok)).toHaveLength(MAX)
  })
})
