import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import { Buyer } from '../buyer.ts'
import { newWorld, type World } from '../database.ts'
import { ticketTypes } from '../fill.ts'
import { Connection, request } from '../http.ts'
import { free, toPayment } from '../journeys.ts'
import { closedLoop, type Journey, type Measured } from '../load.ts'
import { type Row, round, type Scenario, type Setting } from '../scenario.ts'
import { startShop } from '../shop.ts'

const BUYERS = 32
const PROCESSES = [1, 2]
/** Orders that aren't counted: each process has to compile its code first. */
const WARM_UP = 150

/** What the vendor's script does in the browser: it sends the card to the vendor (here the sandbox), never to the shop. */
async function confirmCard(vendor: Connection, token: { public_key: string; client_secret: string }): Promise<void> {
  const intent = token.client_secret.split('_secret_')[0]!
  const card = {
    type: 'card',
    'card][number': '4242424242424242',
    'card][exp_month': '12',
    'card][exp_year': '34',
    'card][cvc': '123',
  }
  const answer = await vendor.send(
    request({
      path: `/v1/payment_intents/${intent}/confirm`,
      headers: { origin: 'http://127.0.0.1' },
      form: {
        key: token.public_key,
        client_secret: token.client_secret,
        return_url: 'http://127.0.0.1/do/checkout/stripe_auth/',
        ...Object.fromEntries(Object.entries(card).map(([name, value]) => [`payment_method_data[${name}]`, value])),
      },
    }),
  )
  if (answer.status !== 200) throw new Error(`the vendor says ${answer.status}: ${answer.body.slice(0, 200)}`)
}

const byCard =
  (ticketId: number, vendorPort: number): Journey =>
  async (connection, n) => {
    const buyer = new Buyer(connection, n)
    await toPayment(buyer, ticketId, n)
    const token = await buyer.call<{ public_key: string; client_secret: string }>('get_token')
    const vendor = await Connection.open(vendorPort)
    await confirmCard(vendor, token)
    vendor.close()
    const intent = token.client_secret.split('_secret_')[0]!
    const back = {
      payment_intent: intent,
      payment_intent_client_secret: token.client_secret,
      redirect_status: 'succeeded',
    }
    await buyer.send(`/do/checkout/stripe_auth/?${new URLSearchParams(back)}`)
    const { payment_complete } = await buyer.call<{ payment_complete: boolean }>('get')
    return payment_complete ? 'ordered' : 'not ordered'
  }

type Orders = Measured & { mailedAfter: number }

/** Seconds from `began` until every order has its tickets and its mail has been sent. */
async function allMailed({ db }: World, began: number): Promise<number> {
  for (;;) {
    const { rows } = await sql<{ left: number }>`
      select count(*)::int as left from jobs where done_at is null and kind in ('deliver_sale', 'send_mail')`.execute(
      db,
    )
    if (rows[0]!.left === 0) return (performance.now() - began) / 1000
    await sleep(200)
  }
}

type Shop = Awaited<ReturnType<typeof startShop>>

async function measure(
  { server, quick }: Setting,
  workers: number,
  price: number,
  journey: (ticketId: number, shop: Shop) => Journey,
): Promise<Orders> {
  const world: World = await newWorld(server)
  try {
    const tickets = [{ price_minor: price, booking_fee_minor: 0 }]
    const [ticketId] = await ticketTypes(world.db, 1, 1_000_000, { express: true, tickets })
    const shop = await startShop(world.url, { WORKERS: String(workers) })
    try {
      const buys = journey(ticketId!, shop)
      await closedLoop(shop.port, BUYERS, WARM_UP * workers, (connection, n) => buys(connection, 1_000_000 + n))
      const began = performance.now()
      const measured = await closedLoop(shop.port, BUYERS, quick ? 150 : 1000, buys)
      return { ...measured, mailedAfter: await allMailed(world, began) }
    } finally {
      await shop.stop()
    }
  } finally {
    await world.close()
  }
}

export const checkouts: Scenario = {
  name: 'checkouts',
  about: 'whole orders, free and by card against the sandbox',
  async run(setting) {
    const rows: Row[] = []
    for (const workers of PROCESSES) {
      const kinds: Record<string, () => Promise<Orders>> = {
        free: () => measure(setting, workers, 0, free),
        'by card': () => measure(setting, workers, 1000, (ticketId, shop) => byCard(ticketId, shop.sandboxPort)),
      }
      for (const [order, run] of Object.entries(kinds)) {
        const { perSecond, p50, p95, outcomes, mailedAfter } = await run()
        // The last value is that of as many processes as there are cores.
        if (order === 'by card') setting.rates.orders = perSecond
        setting.say(`${order}, ${workers} processes: ${round(perSecond)} orders per second`)
        rows.push({
          order,
          processes: workers,
          'orders/s': round(perSecond),
          'p50 ms': round(p50),
          'p95 ms': round(p95),
          'all mailed after, s': round(mailedAfter),
          answers: Object.entries(outcomes)
            .map(([said, times]) => `${times} ${said}`)
            .join(', '),
        })
      }
    }
    return [
      {
        title: `Whole checkouts: ${BUYERS} buyers at once, a new browser each`,
        rows,
        notes: [
          'A free order is 8 calls from the empty browser to the paid picture of the sale; by card 9, and one to the vendor. Tickets are made and mailed by the same processes, 15 s after the payment where the buyer does not ask for them; the sandbox has a process of its own.',
        ],
      },
    ]
  },
}
