import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { WORKERS } from '../../background.ts'
import { inTx } from '../../db/transaction/tx.ts'
import { runDueJobs } from '../../jobs/jobs.ts'
import { describeOnBoth, describeOnPostgres, useTestDatabase } from '../../testing/database/databases.ts'
import { testDeps } from '../../testing/deps.ts'
import { type SaleOptions, saleAt, stockOf } from '../../testing/fixtures/sale.ts'
import { issueVoucher } from '../../testing/fixtures/voucher.ts'
import { checkAtDoor } from '../../tickets/door/door.ts'
import { compareBooks } from '../ledger/compare.ts'
import { book, ledgerDifferences } from '../ledger/ledger.ts'
import { claimFreeTickets } from '../start/free.ts'
import { recordDispute } from '../webhook/dispute.ts'
import { bought, codesOf, type Deps, pay, vendor } from './bought.testing.ts'
import { refundOrder } from './order.ts'

const setUp = (opened: Parameters<typeof testDeps>[0]) => {
  const deps = testDeps(opened, { providers: { stripe: vendor.provider } })
  return { deps, run: () => runDueJobs(deps, WORKERS, 500) }
}

describeOnBoth('a refund', (kind) => {
  const opened = useTestDatabase(kind)

  it('of the whole order returns money, tickets, stock and Gift Aid once, and tells buyer and door', async () => {
    const { deps, run } = setUp(opened())
    const { id: charity } = await deps.db
      .insertInto('charities')
      .values({ slug: `c-${kind}`, name: 'C', donation_checkout_title: 'Give' })
      .returning('id')
      .executeTakeFirstOrThrow()
    const sale = await saleAt(deps, 'payment', { qty: 2 })
    await deps.db
      .updateTable('sales')
      .set({ donation_minor: 500, donation_fee_minor: 20, donation_charity_id: charity })
      .where('id', '=', sale.saleId)
      .execute()
    await deps.db
      .insertInto('gift_aid_declarations')
      .values({
        sale_id: sale.saleId,
        charity_id: charity,
        donation_minor: 500,
        uk_taxpayer: true,
        own_money: true,
        not_gambling: true,
        wording: 'w',
        wording_version: '1',
        uk_based: true,
        claimable: true,
        declared_at: deps.clock.now(),
      })
      .execute()
    await pay(deps, sale)
    deps.clock.advance(30)
    await run()
    const [code] = await codesOf(deps, sale)
    expect(await refundOrder(deps, { reference: sale.reference, what: 'whole' })).toEqual({
      ok: true,
      amountMinor: 2720,
      currency: 'GBP',
      tickets: 2,
      whole: true,
    })
    expect(await ledgerDifferences(deps.db), 'also while the money is on its way').toEqual([])
    await run()
    expect(await refundOrder(deps, { reference: sale.reference, what: 'whole' })).toMatchObject({
      code: 'already_refunded',
    })
    expect(await stockOf(deps.db, sale.ticketId)).toEqual({ held: 0, sold: 0 })
    expect(await checkAtDoor(deps, code!, 'north')).toMatchObject({ outcome: 'refunded' })
    expect(await sale.payments()).toMatchObject([{ status: 'refunded', refunded_minor: 2720 }])
    expect((await sale.mails()).map((mail) => mail.kind)).toEqual(['wallet', 'refund'])
    expect((await sale.mails())[1]!.body_text).toContain('£27.20')
    expect(await sale.history()).toEqual([
      'reserved',
      'paid',
      'tickets_delivered',
      'wallet_delivered',
      'cancelled',
      'refunded',
    ])
    const declaration = await deps.db
      .selectFrom('gift_aid_declarations')
      .selectAll()
      .where('sale_id', '=', sale.saleId)
      .executeTakeFirstOrThrow()
    expect(declaration).toMatchObject({ claimable: false, cancelled_at: expect.any(Date) })
    expect(await ledgerDifferences(deps.db)).toEqual([])
  })

  it('of an amount keeps the tickets, and never exceeds what was paid', async () => {
    const { deps, run } = setUp(opened())
    const sale = await bought(deps)
    expect(await refundOrder(deps, { reference: sale.reference, what: 'amount', amountMinor: 1101 })).toMatchObject({
      code: 'too_much',
    })
    expect(await refundOrder(deps, { reference: sale.reference, what: 'amount', amountMinor: 400 })).toMatchObject({
      ok: true,
      tickets: 0,
    })
    expect(await refundOrder(deps, { reference: sale.reference, what: 'amount', amountMinor: 701 })).toMatchObject({
      code: 'too_much',
    })
    await run()
    expect(await sale.payments()).toMatchObject([{ status: 'partly_refunded', refunded_minor: 400 }])
    expect(await checkAtDoor(deps, (await codesOf(deps, sale))[0]!, 'north')).toMatchObject({ outcome: 'admitted' })
    expect(await refundOrder(deps, { reference: sale.reference, what: 'whole' })).toMatchObject({ code: 'admitted' })
    const used = 'the show was stopped'
    expect(await refundOrder(deps, { reference: sale.reference, what: 'whole', used })).toMatchObject({
      amountMinor: 700,
      whole: true,
    })
    await run()
    expect(await sale.payments()).toMatchObject([{ status: 'refunded', refunded_minor: 1100 }])
    expect(await ledgerDifferences(deps.db)).toEqual([])
  })

  it('beside one that is still pending counts what both take, whatever becomes of the first', async () => {
    const { deps, run } = setUp(opened())
    const sale = await bought(deps, { qty: 3 })
    const [first, second] = await codesOf(deps, sale)
    vendor.script.refundStatus = 'pending'
    expect(await refundOrder(deps, { reference: sale.reference, what: 'tickets', codes: [first!] })).toMatchObject({
      amountMinor: 1100,
    })
    await run()
    vendor.script.refundStatus = 'succeeded'
    expect(await refundOrder(deps, { reference: sale.reference, what: 'amount', amountMinor: 2201 })).toMatchObject({
      code: 'too_much',
    })
    expect(await refundOrder(deps, { reference: sale.reference, what: 'tickets', codes: [second!] })).toMatchObject({
      amountMinor: 1100,
    })
    await run()
    expect((await sale.refunds()).map(({ amount_minor, status }) => [amount_minor, status])).toEqual([
      [1100, 'pending'],
      [1100, 'succeeded'],
    ])
    expect(await sale.payments()).toMatchObject([{ status: 'partly_refunded', refunded_minor: 1100 }])
    expect(await refundOrder(deps, { reference: sale.reference, what: 'amount', amountMinor: 1101 })).toMatchObject({
      code: 'too_much',
    })
    expect(await refundOrder(deps, { reference: sale.reference, what: 'whole' })).toMatchObject({
      amountMinor: 1100,
      whole: true,
    })
    await run()
    expect(await sale.payments()).toMatchObject([{ refunded_minor: 2200 }])
    expect(await ledgerDifferences(deps.db)).toEqual([])
  })

  it('of single tickets returns their price, stock and codes, and the rest later', async () => {
    const { deps, run } = setUp(opened())
    const sale = await bought(deps, { tickets: [{ seats: ['A1', 'A2', 'A3'] }], qty: 3 })
    const [first, second] = await codesOf(deps, sale)
    expect(await refundOrder(deps, { reference: sale.reference, what: 'tickets', codes: ['NOBODY'] })).toMatchObject({
      code: 'unknown_code',
    })
    await checkAtDoor(deps, second!, 'north')
    expect(await refundOrder(deps, { reference: sale.reference, what: 'tickets', codes: [second!] })).toMatchObject({
      code: 'admitted',
    })
    expect(await refundOrder(deps, { reference: sale.reference, what: 'tickets', codes: [first!] })).toMatchObject({
      amountMinor: 1100,
      tickets: 1,
    })
    await run()
    expect(await stockOf(deps.db, sale.ticketId)).toEqual({ held: 0, sold: 2 })
    expect(await refundOrder(deps, { reference: sale.reference, what: 'tickets', codes: [first!] })).toMatchObject({
      code: 'unknown_code',
    })
    expect(await checkAtDoor(deps, first!, 'north')).toMatchObject({ outcome: 'refunded' })
    const free = await deps.db
      .selectFrom('seats')
      .select('label')
      .where('ticket_type_id', '=', sale.ticketId)
      .where('status', '=', 'free')
      .execute()
    expect(free).toHaveLength(1)
    const used = 'the show was stopped'
    expect(await refundOrder(deps, { reference: sale.reference, what: 'whole', used })).toMatchObject({
      amountMinor: 2200,
      tickets: 2,
    })
    await run()
    expect(await stockOf(deps.db, sale.ticketId)).toEqual({ held: 0, sold: 0 })
    expect(await ledgerDifferences(deps.db)).toEqual([])
  })

  it('of an order partly paid by gift voucher restores its balance, and returns only the rest as money', async () => {
    const { deps, run } = setUp(opened())
    const voucher = await createVoucher(deps, 700)
    const sale = await bought(deps, voucher.options)
    expect((await sale.payments())[0]!.amount_minor).toBe(400)
    expect(await voucher.balance()).toEqual({ balance_minor: 0, reserved_minor: 0 })
    expect(await refundOrder(deps, { reference: sale.reference, what: 'whole' })).toMatchObject({ amountMinor: 400 })
    await run()
    expect(await voucher.balance()).toEqual({ balance_minor: 700, reserved_minor: 0 })
    expect(await ledgerDifferences(deps.db)).toEqual([])
  })

  it('to a gift voucher that has expired meanwhile makes it valid for 90 more days', async () => {
    const { deps } = setUp(opened())
    const vouchers = [await createVoucher(deps, 700), await createVoucher(deps, 700)]
    const sales = [await bought(deps, vouchers[0]!.options), await bought(deps, vouchers[1]!.options)]
    const today = deps.clock.now().toISOString().slice(0, 10)
    const inDays = (days: number) => new Date(Date.parse(today) + days * 86_400_000).toISOString().slice(0, 10)
    for (const [i, day] of [inDays(-1), inDays(200)].entries())
      await deps.db
        .updateTable('issued_vouchers')
        .set({ expires_on: day })
        .where('code', '=', vouchers[i]!.options.codes[0]!.code)
        .execute()
    for (const { reference } of sales)
      expect(await refundOrder(deps, { reference, what: 'whole' })).toMatchObject({ ok: true })
    const expiry = await deps.db
      .selectFrom('issued_vouchers')
      .select(['expires_on', 'balance_minor'])
      .where(
        'code',
        'in',
        vouchers.map(({ options }) => options.codes[0]!.code),
      )
      .orderBy('expires_on')
      .execute()
    expect(expiry).toEqual([
      { expires_on: inDays(90), balance_minor: 700 },
      { expires_on: inDays(200), balance_minor: 700 },
    ])
  })

  it('by a lost dispute restores what a gift voucher paid, and books that it did', async () => {
    const { deps } = setUp(opened())
    const voucher = await createVoucher(deps, 700)
    const sale = await bought(deps, voucher.options)
    const [payment] = await sale.payments()
    const now = deps.clock.now()
    const lost = { id: `lost-${kind}`, amountMinor: 400, reason: 'fraudulent', status: 'lost', dueAt: null, at: now }
    await inTx(deps.db, (tx) => recordDispute(tx, payment!, lost, now))
    expect(await voucher.balance()).toEqual({ balance_minor: 700, reserved_minor: 0 })
    const redeemed = await deps.db
      .selectFrom('ledger_entries')
      .select((eb) => eb.fn.sum<string>('amount_minor').as('minor'))
      .where('sale_id', '=', sale.saleId)
      .where('account', '=', 'gift_vouchers_redeemed')
      .executeTakeFirstOrThrow()
    expect(Number(redeemed.minor)).toBe(0)
    expect(await ledgerDifferences(deps.db)).toEqual([])
  })

  it('of one ticket partly paid by two gift vouchers goes first to the one applied last', async () => {
    const { deps, run } = setUp(opened())
    const last = await createVoucher(deps, 300)
    const first = await createVoucher(deps, 400, last.options.organiser_id)
    const sale = await saleAt(deps, 'payment', {
      qty: 2,
      ...last.options,
      codes: [...last.options.codes, ...first.options.codes],
    })
    await deps.db
      .updateTable('sale_codes')
      .set({ applied_at: new Date(deps.clock.now().getTime() - 60_000) })
      .where('code', '=', first.options.codes[0]!.code)
      .execute()
    await pay(deps, sale)
    deps.clock.advance(30)
    await run()
    const back = async (code: string) => {
      expect(await refundOrder(deps, { reference: sale.reference, what: 'tickets', codes: [code] })).toMatchObject({
        ok: true,
        amountMinor: 750,
      })
      expect(await ledgerDifferences(deps.db)).toEqual([])
      return [(await last.balance()).balance_minor, (await first.balance()).balance_minor]
    }
    const [one, other] = await codesOf(deps, sale)
    expect(await back(one!), '£3.50 of a £11 ticket').toEqual([300, 50])
    expect(await back(other!)).toEqual([300, 400])
  })

  it('a gift voucher that would leave 12p keeps 18p so that a card can pay 30p, and gets all back', async () => {
    const { deps, run } = setUp(opened())
    const voucher = await createVoucher(deps, 1088)
    const sale = await bought(deps, voucher.options)
    expect((await sale.payments())[0]).toMatchObject({ amount_minor: 30, status: 'paid', outcome: 'fulfilled' })
    expect(await voucher.balance()).toEqual({ balance_minor: 18, reserved_minor: 0 })
    expect(await ledgerDifferences(deps.db)).toEqual([])
    expect(await refundOrder(deps, { reference: sale.reference, what: 'whole' })).toMatchObject({ amountMinor: 30 })
    await run()
    expect(await voucher.balance()).toEqual({ balance_minor: 1088, reserved_minor: 0 })
    expect(await ledgerDifferences(deps.db)).toEqual([])
  })

  it('[FRE-01] an order fully paid by gift voucher is claimed, and the remaining balance kept', async () => {
    const { deps, run } = setUp(opened())
    const voucher = await createVoucher(deps, 5000)
    const sale = await saleAt(deps, 'payment', voucher.options)
    expect(await voucher.balance()).toEqual({ balance_minor: 5000, reserved_minor: 1100 })
    expect(await claimFreeTickets(sale.ctx())).toEqual({ ok: true })
    expect(await voucher.balance()).toEqual({ balance_minor: 3900, reserved_minor: 0 })
    expect(await ledgerDifferences(deps.db)).toEqual([])
    await refundOrder(deps, { reference: sale.reference, what: 'whole' })
    await run()
    expect(await voucher.balance()).toEqual({ balance_minor: 5000, reserved_minor: 0 })
    expect((await sale.mails()).map(({ subject }) => subject)).toEqual(['Your order has been cancelled'])
    expect(await ledgerDifferences(deps.db)).toEqual([])
  })

  it('of an order with a used gift voucher is possible by amount, not in whole', async () => {
    const { deps } = setUp(opened())
    const sale = await bought(deps)
    await issueVoucher(deps.db, {
      organiserId: sale.event!.organiserId,
      code: `GV-${sale.saleId}`,
      value: 1000,
      now: deps.clock.now(),
      columns: { sale_id: sale.saleId, balance_minor: 999 },
    })
    expect(await refundOrder(deps, { reference: sale.reference, what: 'whole' })).toMatchObject({
      code: 'voucher_spent',
    })
    expect(await refundOrder(deps, { reference: sale.reference, what: 'amount', amountMinor: 100 })).toMatchObject({
      ok: true,
    })
  })

  it('of unpaid and unknown orders is refused', async () => {
    const { deps } = setUp(opened())
    const sale = await saleAt(deps, 'payment')
    expect(await refundOrder(deps, { reference: sale.reference, what: 'whole' })).toMatchObject({ code: 'not_paid' })
    expect(await refundOrder(deps, { reference: 'nobody', what: 'whole' })).toMatchObject({ code: 'unknown_order' })
  })

  it('reconciliation finds every kind of mistake, and the ledger is append-only', async () => {
    const { deps, run } = setUp(opened())
    await run()
    expect(await ledgerDifferences(deps.db)).toEqual([])
    const sale = await bought(deps)
    await expect(deps.db.updateTable('ledger_entries').set({ amount_minor: 1 }).execute()).rejects.toThrow(
      'append-only',
    )
    await expect(deps.db.deleteFrom('ledger_entries').execute()).rejects.toThrow('append-only')
    await expect(
      inTx(deps.db, (tx) =>
        book(tx, {
          saleId: sale.saleId,
          movement: 'x',
          amounts: { captured: 1 },
          currency: 'GBP',
          at: deps.clock.now(),
        }),
      ),
    ).rejects.toThrow('does not sum to zero')
    const whats = async () => (await ledgerDifferences(deps.db)).map(({ what }) => what)
    await deps.db.updateTable('payments').set({ amount_minor: 1101 }).where('sale_id', '=', sale.saleId).execute()
    expect(await whats()).toEqual(['captured differs from the payments'])
    await deps.db
      .updateTable('payments')
      .set({ amount_minor: 1100, refunded_minor: 5 })
      .where('sale_id', '=', sale.saleId)
      .execute()
    expect(await whats()).toEqual(['refunds of a payment differ from its own sum'])
    await deps.db.updateTable('payments').set({ refunded_minor: 0 }).where('sale_id', '=', sale.saleId).execute()
    await deps.db.updateTable('sales').set({ total_minor: 1 }).where('id', '=', sale.saleId).execute()
    expect(await whats()).toEqual(['the order differs from what it cost'])
    await deps.db.updateTable('sales').set({ total_minor: 1100 }).where('id', '=', sale.saleId).execute()
    expect(await refundOrder(deps, { reference: sale.reference, what: 'amount', amountMinor: 100 })).toMatchObject({
      ok: true,
    })
    await deps.db.updateTable('refunds').set({ status: 'failed' }).where('sale_id', '=', sale.saleId).execute()
    expect(await whats()).toEqual(['owed, and no payment or refund is on its way'])
    await sql`insert into ledger_entries (sale_id, movement, account, amount_minor, currency, at)
      values (${sale.saleId}, 'odd', 'tickets', 7, 'GBP', now())`.execute(deps.db)
    expect(await whats()).toContain('entries do not sum to zero')
    expect((await compareBooks({ ...deps, providers: {} })).differences.map(({ what }) => what)).toContain(
      'entries do not sum to zero',
    )
  })
})

/** A gift voucher of an organiser, and what a sale of theirs needs to use it. */
async function createVoucher(deps: Deps, minor: number, ofOrganiser?: number) {
  const { db } = deps
  const n = `${process.pid}-${Math.floor(Math.random() * 1e9)}`
  const organiser =
    ofOrganiser ??
    (
      await db
        .insertInto('organisers')
        .values({ slug: `o-${n}`, name: 'O', full_url: '/o/', marketing_signup_message: 'm' })
        .returning('id')
        .executeTakeFirstOrThrow()
    ).id
  const { voucherId, code } = await issueVoucher(db, {
    organiserId: organiser,
    code: `GV-${n}`,
    value: minor,
    now: deps.clock.now(),
  })
  return {
    options: { organiser_id: organiser, codes: [{ voucherId, code }] } satisfies SaleOptions,
    balance: () =>
      db
        .selectFrom('issued_vouchers')
        .select(['balance_minor', 'reserved_minor'])
        .where('id', '=', voucherId)
        .executeTakeFirstOrThrow(),
  }
}

describeOnPostgres('a gift voucher in two orders at once', () => {
  const opened = useTestDatabase('postgres')

  it('pays once: another order cannot use what one has reserved, and concurrent claims spend it once', async () => {
    const { deps } = setUp(opened())
    for (let round = 0; round < 5; round++) {
      const voucher = await createVoucher(deps, 1100)
      const orders = await Promise.allSettled([
        saleAt(deps, 'payment', voucher.options),
        saleAt(deps, 'payment', voucher.options),
      ])
      const held = orders.flatMap((order) => (order.status === 'fulfilled' ? [order.value] : []))
      expect(held, 'the other was told that its code can no longer be used').toHaveLength(1)
      expect(await voucher.balance()).toEqual({ balance_minor: 1100, reserved_minor: 1100 })
      const claims = await Promise.all(Array.from({ length: 4 }, () => claimFreeTickets(held[0]!.ctx())))
      expect(claims.every((claim) => claim.ok)).toBe(true)
      expect(await voucher.balance()).toEqual({ balance_minor: 0, reserved_minor: 0 })
    }
    expect(await ledgerDifferences(deps.db)).toEqual([])
  })

  it('a refund requested by two operators at once is made once', async () => {
    const { deps, run } = setUp(opened())
    const sale = await bought(deps)
    const answers = await Promise.all(
      Array.from({ length: 5 }, () => refundOrder(deps, { reference: sale.reference, what: 'whole' })),
    )
    expect(answers.filter((answer) => answer.ok)).toHaveLength(1)
    await run()
    expect(await sale.refunds()).toHaveLength(1)
    expect(await ledgerDifferences(deps.db)).toEqual([])
  })
})
