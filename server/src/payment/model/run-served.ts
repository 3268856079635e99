import { setTimeout as sleep } from 'node:timers/promises'
import type { CallName } from '@foyer/contract/paths.ts'
import { PATHS } from '@foyer/contract/paths.ts'
import { seededRandom } from '../../random.ts'
import { testClock } from '../../testing/clock.ts'
import type { TestDb } from '../../testing/database/databases.ts'
import { createEvent } from '../../testing/fixtures/catalogue.ts'
import { type SaleAt, saleAt } from '../../testing/fixtures/sale.ts'
import { type Fault, openServedShop, type ServedShop } from '../../testing/processes/served.ts'
import { refundOrder } from '../refund/order.ts'
import { booksOf } from './books.ts'
import { brokenInvariants } from './invariants.ts'
import type { ModelResult } from './run.ts'

const FAULTS: Fault[] = [
  ['stripe', 'webhook_drop', ''],
  ['stripe', 'webhook_duplicate', ''],
  ['stripe', 'webhook_reorder', '4000'],
  ['stripe', 'error', 'before'],
  ['stripe', 'error', 'after'],
  ['stripe', 'answer_lost', ''],
  ['stripe', 'settle_late', '90000'],
  ['stripe', 'refund_fail', ''],
  ['stripe', 'decline', ''],
  ['square', 'webhook_drop', ''],
  ['square', 'error', 'after'],
  ['square', 'answer_lost', ''],
  ['square', 'settle_late', '90000'],
  ['square', 'refund_fail', ''],
  ['truelayer', 'webhook_drop', ''],
  ['truelayer', 'webhook_duplicate', ''],
  ['truelayer', 'error', 'after'],
  ['truelayer', 'answer_lost', ''],
  ['truelayer', 'settle_late', '2000000'],
]
const CARDS = ['4242424242424242', '4242424242424242', '4242424242424242', '4000000000000002']
const TOKENS = ['cnon:card-nonce-ok', 'cnon:card-nonce-ok', 'cnon:card-nonce-ok', 'cnon:card-nonce-declined']
const ACTIONS = ['approve', 'approve', 'approve', 'cancel_at_bank', 'reject', 'cancel', 'leave']
const USERS = ['test_executed', 'test_executed', 'test_executed', 'test_execution_rejected', 'test_insufficient_funds']
const STRIPE_AUTH = { authorization: 'Bearer sk_test_served' }
const ADDRESS = {
  first_name: 'Ada',
  last_name: 'L',
  address_1: '1 High St',
  town: 'Leeds',
  postcode: 'LS1 6LW',
  country: '1',
}

/**
 * Like runModel, but with the real system: two server processes on PostgreSQL, killed without warning at any point; providers
 * called over HTTP, whose signed webhooks are lost, doubled and out of order; and a clock that jumps. `program` is a built
 * `test-programs/serve.ts`. Two runs with one seed differ in which queries a killed process has finished.
 */
export async function runServedModel(
  database: TestDb,
  { program, seed, steps }: { program: string; seed: number; steps: number },
): Promise<ModelResult & { kills: number }> {
  const shop = await openServedShop(database, { program, processes: 2, clock: testClock() })
  try {
    return await runIn(database, shop, seed, steps)
  } finally {
    await shop.close()
  }
}

async function runIn(
  { db }: TestDb,
  shop: ServedShop,
  seed: number,
  steps: number,
): Promise<ModelResult & { kills: number }> {
  const { deps, servers, sandbox, vendorUrl } = shop
  const { clock } = deps
  const random = seededRandom(seed)
  const oneOf = <T>(list: readonly T[]): T => list[random.int(Math.max(1, list.length))]!
  const startsAt = new Date('2027-09-01T18:00:00Z')
  const plain = await createEvent(db, { tickets: [{ capacity: 8 }], startsAt })
  const squared = await createEvent(db, {
    tickets: [{ capacity: 5 }],
    startsAt,
    organiser: { payment_provider: 'square' },
  })
  const sales: SaleAt[] = []
  const intents: string[] = []
  const bankPages: URL[] = []
  const broken: string[] = []
  let kills = 0

  const ask = async (path: string, sale: SaleAt, init: RequestInit = {}) => {
    const { url } = oneOf(servers)
    const headers = { cookie: sale.cookie, 'content-type': 'application/x-www-form-urlencoded' }
    // A process that dies during a request sends no response.
    const answer = await fetch(url + path, { redirect: 'manual', headers, ...init }).catch(() => null)
    if (answer?.status === 500) broken.push(`${path} answered 500: ${await answer.text().catch(() => '')}`)
    return answer
  }
  const call = async (sale: SaleAt, name: CallName, body: Record<string, string> = {}) => {
    const [method, path] = PATHS[name]
    const answer = await ask(path, sale, { method, body: new URLSearchParams(body).toString() })
    return ((await answer?.json().catch(() => null)) ?? {}) as Record<string, unknown>
  }
  const atVendor = (path: string, body: Record<string, string>, headers: Record<string, string> = {}) =>
    fetch(vendorUrl + path, { method: 'POST', redirect: 'manual', headers, body: new URLSearchParams(body) }).catch(
      () => null,
    )
  const refundByHand = (vendor: 'stripe' | 'square', id: string, amount: number) =>
    vendor === 'stripe'
      ? atVendor('/v1/refunds', { payment_intent: id, amount: String(amount) }, STRIPE_AUTH)
      : fetch(`${vendorUrl}/v2/refunds`, {
          method: 'POST',
          headers: { authorization: 'Bearer EAAA-served', 'content-type': 'application/json' },
          body: JSON.stringify({
            idempotency_key: `by-hand-${random.int(2 ** 31)}`,
            payment_id: id,
            amount_money: { amount, currency: 'GBP' },
          }),
        }).catch(() => null)

  const STEP: Record<string, () => Promise<unknown>> = {
    arrive: async () => {
      const sale = await saleAt(deps, 'basket', {
        ticketId: oneOf([plain, plain, squared]).ticketId,
        qty: 1 + random.int(2),
      })
      sales.push(sale)
      const { reserved } = await call(sale, 'reserve_tickets')
      if (reserved === true)
        await db
          .updateTable('sales')
          .set({ state: 'payment' })
          .where('id', '=', sale.saleId)
          .where('held_until', 'is not', null)
          .execute()
    },
    begin: async () => {
      const secret = sales.length > 0 && (await call(oneOf(sales), 'get_token')).client_secret
      if (typeof secret === 'string') intents.push(secret)
    },
    payCard: async () => {
      // May be an old tab, whose buyer has not seen the latest basket.
      const secret = oneOf(intents.slice(-6))
      if (!secret) return
      const { 0: id } = secret.split('_secret_')
      await atVendor(`/v1/payment_intents/${id}/confirm`, {
        key: 'pk_test_served',
        client_secret: secret,
        return_url: 'http://shop.test/do/checkout/stripe_auth/',
        'payment_method_data[type]': 'card',
        'payment_method_data[card][number]': oneOf(CARDS),
        'payment_method_data[card][exp_month]': '12',
        'payment_method_data[card][exp_year]': '35',
        'payment_method_data[card][cvc]': '123',
      })
      if (random.int(2) > 0) await comeBack(id!)
    },
    comeBack: async () => {
      const secret = oneOf(intents)
      if (secret) await comeBack(secret.split('_secret_')[0]!)
    },
    paySquare: async () => {
      if (sales.length === 0) return
      const form = { ...ADDRESS, token: oneOf(TOKENS), contact_number: '' }
      await call(
        oneOf(sales),
        'pay_with_square',
        Object.fromEntries(Object.entries(form).map(([name, value]) => [`billing_address_data[${name}]`, value])),
      )
    },
    beginBank: async () => {
      if (sales.length === 0) return
      const sale = oneOf(sales)
      await call(sale, 'create_truelayer_payment')
      const { auth_url } = await call(sale, 'pay_with_truelayer', { contact_number: '' })
      if (typeof auth_url !== 'string') return
      await call(sale, 'update_basket_state', { state: 'awaiting_truelayer' })
      bankPages.push(new URL(auth_url))
    },
    atBank: async () => {
      const page = oneOf(bankPages.slice(-4))
      if (!page) return
      await atVendor(page.pathname + page.search, { do: 'choose', bank: 'mock-payments-gb-redirect' })
      const left = await atVendor(page.pathname + page.search, { do: oneOf(ACTIONS), user: oneOf(USERS) })
      const back = left?.headers.get('location')
      if (back && random.int(2) > 0) await ask(new URL(back).pathname + new URL(back).search, oneOf(sales))
    },
    status: async () => sales.length > 0 && call(oneOf(sales), 'get_truelayer_status'),
    edit: async () => sales.length > 0 && call(oneOf(sales), 'update_basket_state', { state: 'basket' }),
    destroy: async () => sales.length > 0 && call(oneOf(sales), 'destroy_sale'),
    claim: async () => sales.length > 0 && call(oneOf(sales), 'claim_free_tickets', { contact_number: '' }),
    takeBack: async () =>
      sales.length > 0 &&
      refundOrder(deps, {
        reference: oneOf(sales).reference,
        ...(random.int(2) ? { what: 'amount', amountMinor: 1 + random.int(900) } : { what: 'whole' }),
      }),
    /** Staff refund in the vendor's own dashboard. */
    byHand: async () => {
      const vendor = oneOf(['stripe', 'square'] as const)
      const paid = vendor === 'stripe' ? sandbox.stripe.intents.values() : sandbox.square.payments.values()
      const all = [...paid]
      if (all.length === 0) return
      const { id } = oneOf(all)
      const book = booksOf(shop).get(id)!
      const left = book.capturedMinor - book.returnedMinor
      if (left > 0) await refundByHand(vendor, id, random.int(3) === 0 ? left : 1 + random.int(left))
    },
    /** The buyer's bank charges a payment back, and later decides the dispute. */
    dispute: async () => {
      const paid = [...sandbox.stripe.intents.values()].filter(({ status }) => status === 'succeeded')
      if (paid.length === 0) return
      const { id } = oneOf(paid)
      if (booksOf(shop).get(id)!.returnedMinor > 0) return
      // A webhook that never arrives would hide the dispute.
      sandbox.switches.clear()
      const opened = await fetch(`${vendorUrl}/control/dispute`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ payment_intent: id }),
      })
      const dispute = (await opened.json()) as { id?: string }
      if (dispute.id !== undefined) await atVendor(`/v1/disputes/${dispute.id}/close`, {}, STRIPE_AUTH)
    },
    fault: async () => {
      const [vendor, name, value] = oneOf(FAULTS)
      sandbox.switches.set({ vendor, switch: name, value, times: 1 + random.int(2) })
    },
    vendors: () => sandbox.tick(),
    /** After a day, idempotency keys expire at the providers. */
    wait: () => pass(oneOf([1, 1, 5, 30, 70, 130, 300, 910, 4000, 90_000])),
    work: () => oneOf(servers).setClock({ work: true }),
  }
  const comeBack = async (intent: string) => {
    const sale = oneOf(sales)
    // The return address always says 'succeeded', whatever happened, so nothing may trust it.
    await ask(`/do/checkout/stripe_auth/?payment_intent=${intent}&redirect_status=succeeded`, sale)
  }
  const pass = async (seconds: number) => {
    clock.advance(seconds)
    await Promise.all(servers.map((server) => server.setClock({})))
  }
  const OFTEN = [
    'arrive',
    'arrive',
    'begin',
    'begin',
    'begin',
    'payCard',
    'payCard',
    'payCard',
    'paySquare',
    'paySquare',
    'beginBank',
    'beginBank',
    'atBank',
    'atBank',
    'vendors',
    'work',
  ]
  const names = [...Object.keys(STEP), ...OFTEN]

  for (let step = 0; step < steps && broken.length === 0; step++) {
    if (random.int(12) > 0) {
      await STEP[oneOf(names)]!()
      continue
    }
    const under = Array.from({ length: 2 + random.int(4) }, () => STEP[oneOf(names)]!())
    under.push(...servers.map((server) => server.setClock({ work: true })))
    const killed = async () => {
      await sleep(random.int(80))
      const victim = oneOf(servers)
      await victim.kill()
      kills += 1
      return victim
    }
    // Together, so that a step that fails before the kill is an error of this test and of no other.
    const [victim] = await Promise.all([killed(), ...under])
    await victim.start()
  }

  sandbox.switches.clear()
  for (let round = 0; round < 12; round++) {
    await pass(round < 6 ? 4000 : 7 * 3600)
    await sandbox.tick()
    for (const server of servers) await server.setClock({ work: true })
    await sandbox.tick()
  }
  for (const server of servers) await server.setClock({ work: true })
  broken.push(...(await brokenInvariants(db, { sales, vendors: booksOf(shop), now: clock.now() })))
  const ended = await db.selectFrom('payments').select(['provider', 'status', 'outcome']).execute()
  return {
    broken,
    kills,
    ends: new Set(ended.map(({ provider, status, outcome }) => `${provider} ${outcome ?? status}`)),
  }
}
