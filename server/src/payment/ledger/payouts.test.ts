import { randomUUID } from 'node:crypto'
import type { OfficeReply } from '@foyer/contract/office/calls.ts'
import type { Role } from '@foyer/domain/office/rights.ts'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createStaff, inSession } from '../../office/testing/office.ts'
import { describeOnBoth } from '../../testing/database/databases.ts'
import { ORGANISER_FIELDS, openShopWithVendors, type ShopWithVendors } from '../../testing/vendors/vendors.ts'
import { type ComparedLine, comparedLines, fetchPayouts } from './payouts.ts'

type Shown = OfficeReply<'office_payouts'>

describeOnBoth('payouts compared with the books', (kind) => {
  let shop: ShopWithVendors
  beforeAll(async () => {
    shop = await openShopWithVendors(kind)
  })
  afterAll(() => shop.close())

  const stripe = async (path: string, form: Record<string, string>, account?: string) => {
    const response = await fetch(`${shop.url}${path}`, {
      method: 'POST',
      headers: {
        authorization: 'Bearer sk_test_secret_of_the_shop',
        'content-type': 'application/x-www-form-urlencoded',
        ...(account && { 'stripe-account': account }),
      },
      body: new URLSearchParams(form),
    })
    return (await response.json()) as { id: string; latest_charge?: string }
  }
  /** Money that came in at the vendor. */
  const paidThere = (amount: number, account?: string) =>
    stripe(
      '/v1/payment_intents',
      {
        amount: String(amount),
        currency: 'gbp',
        confirm: 'true',
        payment_method: 'pm_card_visa',
        'allowed_payment_method_types[0]': 'card',
      },
      account,
    )
  const square = async (path: string, body: object, token = 'EAAA-test') => {
    const response = await fetch(`${shop.url}${path}`, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      body: JSON.stringify(body),
    })
    // biome-ignore lint/suspicious/noExplicitAny: the answers of a foreign server
    return (await response.json()) as any
  }
  const money = (amount: number) => ({ amount_money: { amount, currency: 'GBP' }, idempotency_key: randomUUID() })
  const paidAtSquare = async (amount: number, token?: string) =>
    (await square('/v2/payments', { source_id: 'cnon:card-nonce-ok', autocomplete: true, ...money(amount) }, token))
      .payment.id as string
  const squarePaysOut = async (more: object = {}): Promise<{ id: string }> =>
    square('/control/payout', { vendor: 'square', ...more })
  const payOut = async (account?: string) =>
    (
      await fetch(`${shop.url}/control/payout`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ account }),
      })
    ).status
  const organiser = async (name: string) =>
    (
      await shop.db
        .insertInto('organisers')
        .values({ slug: `${name}-${randomUUID()}`, name, full_url: '/o/', marketing_signup_message: '' })
        .returning('id')
        .executeTakeFirstOrThrow()
    ).id
  /** The payment in our books. */
  async function paidHere(
    intent: string,
    amountMinor: number,
    accountId: number | null = null,
    provider: 'stripe' | 'square' = 'stripe',
  ) {
    const now = shop.clock.now()
    const { id } = await shop.db
      .insertInto('sales')
      .values({ reference: randomUUID(), created_at: now, updated_at: now })
      .returning('id')
      .executeTakeFirstOrThrow()
    const payment = await shop.db
      .insertInto('payments')
      .values({
        sale_id: id,
        provider,
        provider_payment_id: intent,
        idempotency_key: randomUUID(),
        amount_minor: amountMinor,
        currency: 'GBP',
        status: 'paid',
        account_id: accountId,
        created_at: now,
        updated_at: now,
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    return { saleId: id, paymentId: payment.id }
  }
  const problemsOf = (lines: readonly ComparedLine[]) => lines.map(({ kind, problem }) => [kind, problem])
  const newest = async () => {
    const payout = await shop.db.selectFrom('payouts').selectAll().orderBy('id', 'desc').executeTakeFirstOrThrow()
    return { ...payout, lines: (await comparedLines(shop.db, [payout.id])).get(payout.id)! }
  }
  const payoutsPage = async (organiserId: number, role: Role = 'owner', events: number[] | null = null) => {
    const { id, email } = await createStaff(shop, organiserId, role, events)
    return inSession(shop, { staffId: id, email })
  }

  it('agree, and are stored once when read twice or concurrently', async () => {
    const intent = await paidThere(2500)
    await paidHere(intent.id, 2500)
    expect(await payOut()).toBe(200)
    await Promise.all([fetchPayouts(shop.deps), fetchPayouts(shop.deps), fetchPayouts(shop.deps)])
    expect(await fetchPayouts(shop.deps)).toBe(0)
    expect(await shop.db.selectFrom('payouts').select('id').execute()).toHaveLength(1)
    const { lines, amount_minor, status } = await newest()
    expect(lines).toMatchObject([{ kind: 'payment', amountMinor: 2500, feeMinor: 58, problem: null }])
    expect([amount_minor, status]).toEqual([2442, 'paid'])
  })

  it('report an unknown payment and one with another amount', async () => {
    await paidThere(900)
    await paidHere((await paidThere(1200)).id, 1100)
    await payOut()
    await fetchPayouts(shop.deps)
    expect(problemsOf((await newest()).lines).toSorted()).toEqual([
      ['payment', 'other_amount'],
      ['payment', 'unknown_payment'],
    ])
  })

  it('contain a refund in a later payout, and report an unknown one', async () => {
    const intent = await paidThere(5000)
    const { paymentId, saleId } = await paidHere(intent.id, 5000)
    await payOut()
    await fetchPayouts(shop.deps)
    const known = await stripe('/v1/refunds', { payment_intent: intent.id, amount: '700' })
    await stripe('/v1/refunds', { payment_intent: intent.id, amount: '300' })
    const now = shop.clock.now()
    await shop.db
      .insertInto('refunds')
      .values({
        payment_id: paymentId,
        sale_id: saleId,
        amount_minor: 700,
        status: 'succeeded',
        provider_refund_id: known.id,
        idempotency_key: randomUUID(),
        reason: 'x',
        created_at: now,
        updated_at: now,
      })
      .execute()
    await paidHere((await paidThere(2000)).id, 2000)
    await payOut()
    await fetchPayouts(shop.deps)
    const { lines } = await newest()
    // Of the same second: in any order.
    const refunds = lines.filter(({ kind }) => kind === 'refund').toSorted((a, b) => a.amountMinor - b.amountMinor)
    expect(refunds).toMatchObject([
      { amountMinor: -700, problem: null, saleId },
      { amountMinor: -300, problem: 'unknown_refund', saleId },
    ])
  })

  it('of Square are read to their last page with their differences, and stored once when read concurrently', async () => {
    const known = await paidAtSquare(4000)
    const { paymentId, saleId } = await paidHere(known, 4000, null, 'square')
    await paidHere(await paidAtSquare(1200), 1100, null, 'square')
    await paidAtSquare(900)
    const returned = await square('/v2/refunds', { payment_id: known, ...money(700) })
    await square('/v2/refunds', { payment_id: known, ...money(300) })
    // Without a webhook the shop's books stay unchanged.
    shop.webhooks.enabled = false
    await shop.pass(5)
    const now = shop.clock.now()
    await shop.db
      .insertInto('refunds')
      .values({
        payment_id: paymentId,
        sale_id: saleId,
        amount_minor: 700,
        status: 'succeeded',
        provider_refund_id: returned.refund.id,
        idempotency_key: randomUUID(),
        reason: 'x',
        created_at: now,
        updated_at: now,
      })
      .execute()
    await shop.pass(0)
    shop.webhooks.enabled = true
    // More than the vendor puts on a page.
    for (let n = 0; n < 101; n++) await paidAtSquare(100)
    const made = await squarePaysOut()
    const read = await Promise.all([fetchPayouts(shop.deps), fetchPayouts(shop.deps), fetchPayouts(shop.deps)])
    expect(Math.max(...read)).toBe(1)
    expect(await fetchPayouts(shop.deps)).toBe(0)
    const payout = await newest()
    expect([payout.provider, payout.external_id, payout.status]).toEqual(['square', made.id, 'paid'])
    expect(payout.lines).toHaveLength(5 + 101)
    expect(payout.lines.reduce((total, { amountMinor, feeMinor }) => total + amountMinor - feeMinor, 0)).toBe(
      payout.amount_minor,
    )
    const shown = payout.lines.filter(({ amountMinor }) => amountMinor !== 100)
    expect(shown.toSorted((a, b) => a.amountMinor - b.amountMinor)).toMatchObject([
      { kind: 'refund', amountMinor: -700, problem: null, saleId },
      { kind: 'refund', amountMinor: -300, problem: 'unknown_refund', saleId },
      { kind: 'payment', amountMinor: 900, problem: 'unknown_payment', saleId: null },
      { kind: 'payment', amountMinor: 1200, problem: 'other_amount' },
      { kind: 'payment', amountMinor: 4000, feeMinor: 81, problem: null, saleId },
    ])

    // The bank sends it back days later.
    shop.clock.advance(3 * 86_400)
    await squarePaysOut({ square_payout: made.id })
    await fetchPayouts(shop.deps)
    expect(await newest()).toMatchObject({ external_id: made.id, status: 'failed' })
    expect((await newest()).lines).toHaveLength(106)
  })

  it('of Square are read once it is reachable again', async () => {
    await paidAtSquare(600)
    await squarePaysOut()
    shop.fault('square', 'error')
    const before = (await newest()).id
    await fetchPayouts(shop.deps)
    expect((await newest()).id).toBe(before)
    expect(await fetchPayouts(shop.deps)).toBe(1)
  })

  it('are shown to the owner of the account, and the whole shop’s to its operator', async () => {
    const [a, b] = [await organiser('A'), await organiser('B')]
    const account = ORGANISER_FIELDS.stripe('A').account_id
    const now = shop.clock.now()
    const { id } = await shop.db
      .insertInto('payment_accounts')
      .values({ organiser_id: a, provider: 'stripe', external_id: account, created_at: now, updated_at: now })
      .returning('id')
      .executeTakeFirstOrThrow()
    const intent = await paidThere(3000, account)
    await paidHere(intent.id, 3000, id)
    await payOut(account)
    expect(await fetchPayouts(shop.deps)).toBe(1)
    const { id: payout_id } = await newest()

    const seen = async (organiserId: number, browser: Awaited<ReturnType<typeof payoutsPage>>) => {
      const { status, body } = await browser.call('office_payouts', { organiser_id: organiserId })
      const { payouts } = body as unknown as Shown
      return status === 200 ? payouts.map((payout) => [payout.payout_id, payout.problems, payout.is_shared]) : status
    }
    const ownerOfA = await payoutsPage(a)
    expect(await seen(a, ownerOfA)).toEqual([[payout_id, 0, false]])
    expect((await ownerOfA.call('office_payouts', { organiser_id: a, payout_id })).body.lines).toMatchObject([
      { kind: 'payment', amount: '£30.00', problem: null },
    ])
    const file = await ownerOfA.call('export_payout', { organiser_id: a, payout_id })
    expect(file.raw.body).toContain('Payment')
    const ownerOfB = await payoutsPage(b)
    expect(await seen(b, ownerOfB)).toEqual([])
    for (const name of ['office_payouts', 'export_payout'] as const) {
      expect((await ownerOfB.call(name, { organiser_id: b, payout_id })).status).toBe(404)
      expect((await ownerOfB.call(name, { organiser_id: a, payout_id })).status).toBe(404)
    }
    expect(await seen(a, await payoutsPage(a, 'box_office'))).toBe(403)
    const ofSomeEvents = await payoutsPage(a, 'manager', [1])
    expect(await seen(a, ofSomeEvents)).toEqual([])
    expect((await ofSomeEvents.call('export_payout', { organiser_id: a, payout_id })).status).toBe(404)

    const operator = await createStaff(shop, b, 'owner')
    await shop.db.updateTable('staff').set({ is_operator: true }).where('id', '=', operator.id).execute()
    const ofTheShop = await seen(b, await inSession(shop, { staffId: operator.id, email: operator.email }))
    expect(ofTheShop).not.toEqual([])
    expect((ofTheShop as [number, number, boolean][]).every(([, , isShared]) => isShared)).toBe(true)
  })
})
