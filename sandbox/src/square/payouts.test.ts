import { randomUUID } from 'node:crypto'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { callSquare, type TestSandbox, testSandbox } from '../testing.ts'

let sandbox: TestSandbox
beforeEach(async () => {
  sandbox = await testSandbox({
    webhooks: { square: { url: 'http://shop.test/webhooks/square', secret: 'signature-key' } },
    square: { merchants: [{ accessToken: 'EAAAother', locationId: 'LOTHER' }] },
  })
})
afterEach(() => sandbox.close())

const call = (method: 'GET' | 'POST', path: string, body?: object, token?: string) =>
  callSquare(sandbox, method, path, body, token)
const pay = async (amount: number, token?: string) =>
  (
    await call(
      'POST',
      '/v2/payments',
      {
        source_id: 'cnon:card-nonce-ok',
        idempotency_key: randomUUID(),
        autocomplete: true,
        amount_money: { amount, currency: 'GBP' },
      },
      token,
    )
  ).body.payment as { id: string }
const refund = (payment_id: string, amount: number) =>
  call('POST', '/v2/refunds', {
    idempotency_key: randomUUID(),
    payment_id,
    amount_money: { amount, currency: 'GBP' },
  })
const pass = async (ms: number) => {
  sandbox.clock.now += ms
  await sandbox.state.tick()
}
const DAY = 86_400_000
const payouts = async (query = '', token?: string) =>
  (await call('GET', `/v2/payouts${query}`, undefined, token)).body.payouts as { id: string; status: string }[]

it('pays out the balance once, two nights later, with fees and refunds', async () => {
  const { id: payment } = await pay(2500)
  const { id: returned } = await pay(1000)
  const { body } = await refund(returned, 400)
  await pass(5000)
  expect(await payouts()).toEqual([])
  await pass(2 * DAY)
  const [payout] = await payouts()
  // 1.4 % and 25p of each payment.
  expect(payout).toMatchObject({
    status: 'PAID',
    type: 'BATCH',
    location_id: 'SANDBOXLOCATION',
    arrival_date: '2026-11-23',
    amount_money: { amount: 2500 - 60 + 1000 - 39 - 400, currency: 'GBP' },
  })
  const entries = (await call('GET', `/v2/payouts/${payout!.id}/payout-entries`)).body.payout_entries
  expect(entries).toMatchObject([
    { type: 'REFUND', net_amount_money: { amount: -400 }, type_refund_details: { refund_id: body.refund.id } },
    { type: 'CHARGE', fee_amount_money: { amount: 39 }, type_charge_details: { payment_id: returned } },
    { type: 'CHARGE', gross_amount_money: { amount: 2500 }, type_charge_details: { payment_id: payment } },
  ])
  const events = sandbox.received.map((notice) => JSON.parse(notice.body) as { type: string; data: { id: string } })
  expect(events.filter(({ type }) => type.startsWith('payout')).map(({ type, data }) => [type, data.id])).toEqual([
    ['payout.sent', payout!.id],
    ['payout.paid', payout!.id],
  ])
  await pass(5 * DAY)
  expect(await payouts()).toHaveLength(1)
})

it('lists entries by page and payouts by time, for one merchant only', async () => {
  for (let n = 0; n < 7; n++) await pay(1000 + n)
  await pay(9900, 'EAAAother')
  await pass(2 * DAY)
  const [payout] = await payouts()
  const ids: string[] = []
  let cursor = ''
  do {
    const path = `/v2/payouts/${payout!.id}/payout-entries?limit=3${cursor && `&cursor=${cursor}`}`
    const { body } = await call('GET', path)
    ids.push(...body.payout_entries.map(({ id }: { id: string }) => id))
    cursor = body.cursor ?? ''
  } while (cursor)
  expect(new Set(ids).size).toBe(7)
  const [theirs] = await payouts('', 'EAAAother')
  expect(theirs!.id).not.toBe(payout!.id)
  expect((await call('GET', `/v2/payouts/${theirs!.id}`)).status).toBe(404)
  expect((await call('GET', `/v2/payouts/${theirs!.id}/payout-entries`)).status).toBe(404)
  const tomorrow = new Date(sandbox.clock.now + DAY).toISOString()
  expect([await payouts(`?begin_time=${tomorrow}`), await payouts('?status=FAILED')]).toEqual([[], []])
})

it('a payout returned by the bank has failed, and a dispute is in the next one', async () => {
  const control = async (body: object) => {
    const answer = await fetch(`${sandbox.url}/control/payout`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    })
    return answer.status
  }
  const { id } = await pay(5000)
  expect(await control({ vendor: 'square' })).toBe(200)
  expect(await control({ vendor: 'square' })).toBe(400)
  const [payout] = await payouts()
  expect(await control({ vendor: 'square', square_payout: payout!.id })).toBe(200)
  expect((await call('GET', `/v2/payouts/${payout!.id}`)).body.payout).toMatchObject({ status: 'FAILED', version: 3 })
  sandbox.state.square.openDispute(sandbox.state.square.payments.get(id)!, 'NO_KNOWLEDGE')
  await pay(9000)
  await control({ vendor: 'square' })
  const [next] = await payouts()
  const { payout_entries } = (await call('GET', `/v2/payouts/${next!.id}/payout-entries`)).body
  expect(payout_entries[1]).toMatchObject({
    type: 'OPEN_DISPUTE',
    gross_amount_money: { amount: -5000 },
    type_open_dispute_details: { payment_id: id },
  })
})
