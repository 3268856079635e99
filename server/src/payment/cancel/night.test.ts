import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { PATHS } from '@foyer/contract/paths.ts'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Db } from '../../db/transaction/tx.ts'
import { holdAll } from '../../sale/hold/hold.ts'
import { testClock } from '../../testing/clock.ts'
import { describeOnPostgres, type TestDb, testDatabase } from '../../testing/database/databases.ts'
import { createEvent } from '../../testing/fixtures/catalogue.ts'
import { type SaleAt, type SaleOptions, saleAt, stockOf } from '../../testing/fixtures/sale.ts'
import { issueVoucher } from '../../testing/fixtures/voucher.ts'
import { programFile } from '../../testing/processes/bundled.ts'
import { openServedShop, type ServedShop } from '../../testing/processes/served.ts'
import { run as cancelCommand } from '../cli/cancel.ts'
import { ledgerDifferences } from '../ledger/ledger.ts'
import { booksOf } from '../model/books.ts'
import { settlePayment } from '../settle/settle.ts'
import { claimFreeTickets } from '../start/free.ts'
import { openPayment, payable } from '../start/open-payment.ts'
import { cancellationState } from './event.ts'

/** Orders of the cancelled night; NIGHT_ORDERS=214 is the whole house. */
const ORDERS = Number(process.env.NIGHT_ORDERS ?? 60)
const MIXED = 9
const PLANS = 2
const VOUCHERS = 5
const HELD = 4

describeOnPostgres('cancelling one of three nights, with many orders and a killed shop', () => {
  let program: string
  let database: TestDb
  let shop: ServedShop
  beforeAll(async () => {
    program = await programFile('payment/test-programs/serve.ts')
    database = await testDatabase('postgres')
    shop = await openServedShop(database, { program, processes: 1, clock: testClock() })
  }, 120_000)
  afterAll(async () => {
    await shop?.close()
    await database?.close()
  })

  const post = (url: string, body: Record<string, string>, headers: Record<string, string> = {}) =>
    fetch(url, { method: 'POST', headers, body: new URLSearchParams(body) })

  /** The id of a payment that has succeeded at the vendor. */
  async function paidAt(provider: 'stripe' | 'square' | 'truelayer', amount: number): Promise<string> {
    if (provider === 'truelayer') {
      const id = randomUUID()
      shop.sandbox.truelayer.payments.put(id, {
        id,
        amount_in_minor: amount,
        currency: 'GBP',
        user: { id: 'ada' },
        payment_method: { type: 'bank_transfer', provider_selection: { type: 'user_selected' } },
        created_at: '2026-01-01T00:00:00Z',
        status: 'settled',
        return_uri: 'http://shop.test/',
        resource_token: 'none',
      })
      return id
    }
    const answer =
      provider === 'stripe'
        ? await post(
            `${shop.vendorUrl}/v1/payment_intents`,
            {
              amount: String(amount),
              currency: 'gbp',
              confirm: 'true',
              payment_method: 'pm_card_visa',
              'automatic_payment_methods[enabled]': 'true',
              'automatic_payment_methods[allow_redirects]': 'never',
            },
            { authorization: 'Bearer sk_test_served' },
          )
        : await fetch(`${shop.vendorUrl}/v2/payments`, {
            method: 'POST',
            headers: { authorization: 'Bearer EAAA-served', 'content-type': 'application/json' },
            body: JSON.stringify({
              source_id: 'cnon:card-nonce-ok',
              idempotency_key: randomUUID(),
              amount_money: { amount, currency: 'GBP' },
            }),
          })
    const body = (await answer.json()) as { id?: string; payment?: { id: string } }
    const id = body.id ?? body.payment?.id
    if (!id) throw new Error(JSON.stringify(body))
    return id
  }

  async function begin(sale: SaleAt, provider: 'stripe' | 'square' | 'truelayer') {
    const allowed = await payable(sale.ctx(), { method: () => true })
    if (!allowed.ok) throw new Error(allowed.code)
    const opened = await openPayment(sale.ctx(), allowed, { provider })
    if (!opened.ok) throw new Error(opened.code)
    return opened.payment
  }

  async function pay(sale: SaleAt, provider: 'stripe' | 'square' | 'truelayer') {
    const payment = await begin(sale, provider)
    await shop.deps.db
      .updateTable('payments')
      .set({ provider_payment_id: await paidAt(provider, payment.amount_minor) })
      .where('id', '=', payment.id)
      .execute()
    expect(await settlePayment(shop.deps, payment.id)).toMatchObject({ outcome: 'fulfilled' })
    return sale
  }

  /** Agrees to three payments and makes the first, by the calls of a browser. */
  async function payByPlan(sale: SaleAt) {
    const method = (await (
      await post(
        `${shop.vendorUrl}/v1/payment_methods`,
        {
          key: 'pk_test_served',
          type: 'card',
          'card[number]': '4242424242424242',
          'card[exp_month]': '12',
          'card[exp_year]': '30',
          'card[cvc]': '123',
        },
        { origin: 'http://shop.test' },
      )
    ).json()) as { id: string }
    const card = { id: method.id, brand: 'x', last4: '0000', month: '01', year: '2099', funding: 'x' }
    const answer = await post(
      shop.servers[0]!.url + PATHS.pay_with_instalment[1],
      {
        instalment_option: '3',
        contact_number: '020 7946 0000',
        ...Object.fromEntries(Object.entries(card).map(([name, value]) => [`new_payment_method[${name}]`, value])),
      },
      { cookie: sale.cookie },
    )
    expect({ status: answer.status, body: await answer.text() }).toMatchObject({ status: 200 })
    await shop.servers[0]!.setClock({ work: true })
    expect(await sale.read()).toMatchObject({ paid_at: expect.any(Date) })
    return sale
  }

  /** Work on this order waits until the transaction is over. */
  async function lockOrder(db: Db, { saleId }: SaleAt) {
    const tx = await db.startTransaction().execute()
    await tx.selectFrom('sales').select('id').where('id', '=', saleId).forUpdate().executeTakeFirstOrThrow()
    return tx
  }

  const work = async (seconds = 60) => {
    shop.deps.clock.advance(seconds)
    for (let turn = 0; turn < 2; turn++) {
      await shop.servers[0]!.setClock({ work: true })
      await shop.sandbox.tick()
    }
  }

  it(`${ORDERS} orders: each buyer is emailed and refunded once, whatever the payment method`, async () => {
    const { deps } = shop
    const { db, clock } = deps
    const startsAt = new Date('2027-09-01T18:00:00Z')
    const event = await createEvent(db, { startsAt, tickets: [{ capacity: 500 }, { capacity: 500 }], plans: [1, 3] })
    const [cancelledId, otherDateId] = event.ticketIds as [number, number]
    for (const [i, day] of ['2027-09-02', '2027-09-03'].entries()) {
      const { id } = await db
        .insertInto('event_dates')
        .values({ event_id: event.eventId, starts_at: new Date(`${day}T18:00:00Z`) })
        .returning('id')
        .executeTakeFirstOrThrow()
      if (i === 0) await db.updateTable('ticket_types').set({ date_id: id }).where('id', '=', otherDateId).execute()
    }
    const neighbour = await createEvent(db, { startsAt })
    const createVoucher = async (n: number, value: number) => {
      const code = `NIGHT-${n}`
      const { organiserId } = event
      const { voucherId: id } = await issueVoucher(db, { organiserId, code, value, now: clock.now() })
      return { id, code }
    }

    const sale = (options: SaleOptions = {}) => saleAt(deps, 'payment', { ticketId: cancelledId, ...options })
    const orders: SaleAt[] = []
    const mixed: SaleAt[] = []
    for (let n = 0; n < MIXED; n++) {
      const one = await saleAt(deps, 'basket', { ticketId: cancelledId })
      await db
        .insertInto('sale_lines')
        .values({ sale_id: one.saleId, ticket_type_id: neighbour.ticketId, qty: 1, added_at: clock.now() })
        .execute()
      await holdAll(db, [{ saleId: one.saleId, userId: null }], 900, clock.now())
      await db.updateTable('sales').set({ state: 'payment' }).where('id', '=', one.saleId).execute()
      mixed.push(await pay(one, 'stripe'))
    }
    const plans: SaleAt[] = []
    for (let n = 0; n < PLANS; n++) {
      const email = `grace-${n}@example.org`
      const user = await db
        .insertInto('users')
        .values({ email, first_name: 'Grace', last_name: 'Hopper', created_at: clock.now() })
        .returning('id')
        .executeTakeFirstOrThrow()
      plans.push(await payByPlan(await sale({ userId: user.id, qty: 3 })))
    }
    const byVoucher: SaleAt[] = []
    for (let n = 0; n < VOUCHERS; n++) {
      // Some pay for everything, others for a part.
      const voucher = await createVoucher(n, n < 3 ? 1100 : 600)
      const one = await sale({ codes: [{ voucherId: voucher.id, code: voucher.code }] })
      if (n < 3) expect(await claimFreeTickets(one.ctx())).toEqual({ ok: true })
      else await pay(one, 'stripe')
      byVoucher.push(one)
    }
    orders.push(...mixed, ...plans, ...byVoucher)
    for (let n = orders.length; n < ORDERS; n++)
      orders.push(await pay(await sale({ qty: 1 + (n % 2) }), (['stripe', 'square', 'truelayer'] as const)[n % 3]!))
    const otherDate = await pay(await saleAt(deps, 'payment', { ticketId: otherDateId }), 'stripe')
    await work()

    const held: SaleAt[] = []
    for (let n = 0; n < HELD; n++) held.push(await sale())
    const atBank = await sale()
    const transfer = await begin(atBank, 'truelayer')
    const transferId = await paidAt('truelayer', transfer.amount_minor)
    const atVendor = shop.sandbox.truelayer.payments.get(transferId)!
    shop.sandbox.truelayer.payments.put(transferId, { ...atVendor, status: 'authorized' })
    await db
      .updateTable('payments')
      .set({
        provider_payment_id: transferId,
        status: 'processing',
        expires_at: new Date(clock.now().getTime() + 3_600_000),
      })
      .where('id', '=', transfer.id)
      .execute()

    const output: string[] = []
    const command = async () => {
      output.length = 0
      const env = { DATABASE_URL: database.databaseUrl }
      expect(await cancelCommand([event.slug, '2027-09-01'], env, (text) => output.push(text), clock)).toBe(0)
      return output
    }
    await command()
    expect(
      output.filter((line) => line.includes('waiting')),
      'every order waits',
    ).toHaveLength(ORDERS)
    expect(output).toContainEqual(expect.stringContaining('at the bank'))

    const done = async () => ORDERS - (await cancellationState(db, event.eventId)).orders
    let kills = 0
    for (const share of [0.2, 0.5, 0.8]) {
      // The first kill hits the middle on any machine, the others wherever the work is then.
      const locked = share === 0.2 ? await lockOrder(db, orders[Math.floor(ORDERS * share)]!) : undefined
      const working = shop.servers[0]!.setClock({ work: true })
      let over = false
      void working.then(() => (over = true))
      while (!over && (await done()) < ORDERS * share) await sleep(5)
      const at = await done()
      await shop.servers[0]!.kill()
      await locked?.rollback().execute()
      if (at > 0 && at < ORDERS) kills += 1
      await working
      await shop.servers[0]!.start()
      await command()
      // The job of the dead process is free again after its lease.
      clock.advance(301)
    }
    expect(kills, 'killed in the middle').toBeGreaterThan(0)
    for (let turn = 0; turn < 6; turn++) await work(400)
    shop.sandbox.truelayer.payments.put(transferId, { ...atVendor, status: 'settled' })
    for (let turn = 0; turn < 4; turn++) await work(600)

    await command()
    const outcomes = output.slice(0, -1).filter((line) => /^[A-Z0-9]{2}-/.test(line))
    expect(outcomes).toHaveLength(ORDERS)
    expect(output).toContainEqual(expect.stringContaining('arrived too late, returned'))
    expect(output.at(-1)).toBe(
      'Cancelled. Still to do: 0 holds to end, 0 orders to refund, 0 orders that need a person.',
    )
    expect(outcomes.filter((line) => line.includes('plan stopped'))).toHaveLength(PLANS)
    expect(outcomes.filter((line) => line.includes('back on its gift voucher'))).toHaveLength(VOUCHERS)
    expect(outcomes.filter((line) => line.includes(' returned'))).toHaveLength(ORDERS - 3)
    expect(outcomes.filter((line) => /failed|person|waiting|on its way|before/.test(line))).toEqual([])

    const valid = async ({ saleId }: SaleAt) =>
      (
        await db
          .selectFrom('tickets')
          .select('ticket_type_id')
          .where('sale_id', '=', saleId)
          .where('status', '=', 'valid')
          .execute()
      ).map(({ ticket_type_id }) => ticket_type_id)
    const books = booksOf(shop)
    for (const order of orders) {
      const told = (await order.mails()).filter(({ kind }) => kind === 'refund')
      expect(told, order.reference).toHaveLength(1)
      const isMixed = mixed.includes(order)
      expect(await valid(order), order.reference).toEqual(isMixed ? [neighbour.ticketId] : [])
      const refunds = await order.refunds()
      for (const { provider, provider_payment_id } of await order.payments()) {
        if (provider === 'free') continue
        const { capturedMinor, returnedMinor } = books.get(provider_payment_id!)!
        expect(returnedMinor, order.reference).toBe(isMixed ? 1100 : capturedMinor)
        expect(refunds, order.reference).toHaveLength(1)
      }
    }
    expect(
      await db.selectFrom('issued_vouchers').select(['balance_minor', 'reserved_minor']).orderBy('id').execute(),
    ).toEqual([1100, 1100, 1100, 600, 600].map((balance_minor) => ({ balance_minor, reserved_minor: 0 })))
    for (const one of held)
      expect(await one.read()).toMatchObject({
        held_until: null,
        reserving_error: expect.stringContaining('has been cancelled'),
      })
    expect(books.get(transferId)).toEqual({ capturedMinor: 1100, returnedMinor: 1100 })
    expect(await atBank.refunds()).toMatchObject([{ status: 'succeeded', amount_minor: 1100 }])
    expect(await valid(otherDate)).toEqual([otherDateId])
    expect(await otherDate.refunds()).toEqual([])
    expect(await stockOf(db, cancelledId)).toEqual({ held: 0, sold: 0 })
    expect(await stockOf(db, neighbour.ticketId)).toEqual({ held: 0, sold: MIXED })
    expect(
      await db
        .selectFrom('plan_instalments')
        .select('status')
        .where('status', 'not in', ['paid', 'cancelled'])
        .execute(),
    ).toEqual([])
    expect(await ledgerDifferences(db)).toEqual([])
  }, 600_000)
})
