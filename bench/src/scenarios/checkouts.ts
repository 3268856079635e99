import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import { Buyer } from '../buyer.ts'
import { measureCpu } from '../cpu.ts'
import { type Database, newDatabase } from '../database.ts'
import { ticketTypes } from '../fill.ts'
import { Connection, request } from '../http.ts'
import { freeOrder, toPayment } from '../journeys.ts'
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
  const reply = await vendor.send(
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
  if (reply.status !== 200) throw new Error(`the vendor says ${reply.status}: ${reply.body.slice(0, 200)}`)
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

/** `mailing`: seconds until every order has been mailed; processor time is in milliseconds for each order. */
type Orders = Measured & { mailing: number; delivery: { program: number; postgres: number } }

/** An order is delivered 15 s after its payment unless its buyer asks for it. Here it waits for `mailAll`. */
async function holdDeliveries({ db }: Database): Promise<void> {
  await sql`create function hold_delivery() returns trigger language plpgsql as
    $$ begin new.run_at := new.run_at + interval '1 day'; return new; end $$`.execute(db)
  await sql`create trigger hold_delivery before insert on jobs for each row when (new.kind = 'deliver_sale')
    execute function hold_delivery()`.execute(db)
}

/** Delivers every order, and waits until its mail has been sent. */
async function mailAll({ db }: Database): Promise<void> {
  await sql`update jobs set run_at = now() where done_at is null and kind = 'deliver_sale'`.execute(db)
  for (;;) {
    const { rows } = await sql<{ left: number }>`
      select count(*)::int as left from jobs where done_at is null and kind in ('deliver_sale', 'send_mail')`.execute(
      db,
    )
    if (rows[0]!.left === 0) return
    await sleep(50)
  }
}

type Shop = Awaited<ReturnType<typeof startShop>>

export async function measure(
  { server, quick }: Pick<Setting, 'server' | 'quick'>,
  workers: number,
  price: number,
  journey: (ticketId: number, shop: Shop) => Journey,
): Promise<Orders> {
  const database: Database = await newDatabase(server)
  try {
    const tickets = [{ price_minor: price, booking_fee_minor: 0 }]
    const [ticketId] = await ticketTypes(database.db, 1, 1_000_000, { express: true, tickets })
    await holdDeliveries(database)
    const shop = await startShop(database.url, { WORKERS: String(workers) })
    try {
      const buys = journey(ticketId!, shop)
      await closedLoop(shop.port, BUYERS, WARM_UP * workers, (connection, n) => buys(connection, 1_000_000 + n))
      await mailAll(database)
      const count = quick ? 300 : 1000
      const measured = await closedLoop(shop.port, BUYERS, count, buys)
      const [cpu, began] = [await measureCpu(database, shop.pid), performance.now()]
      await mailAll(database)
      const mailing = (performance.now() - began) / 1000
      const { program, postgres } = await cpu()
      return { ...measured, mailing, delivery: { program: program / count, postgres: postgres / count } }
    } finally {
      await shop.stop()
    }
  } finally {
    await database.close()
  }
}

export const checkouts: Scenario = {
  name: 'checkouts',
  about: 'whole orders, free and by card against the sandbox',
  async run(setting) {
    const rows: Row[] = []
    for (const workers of PROCESSES) {
      const kinds: Record<string, () => Promise<Orders>> = {
        free: () => measure(setting, workers, 0, freeOrder),
        'by card': () => measure(setting, workers, 1000, (ticketId, shop) => byCard(ticketId, shop.sandboxPort)),
      }
      for (const [order, run] of Object.entries(kinds)) {
        const { perSecond, seconds, p50, p95, outcomes, mailing, delivery } = await run()
        // The last value is that of as many processes as there are cores.
        if (order === 'by card') setting.rates.orders = perSecond
        setting.log(`${order}, ${workers} processes: ${round(perSecond)} orders per second`)
        rows.push({
          order,
          processes: workers,
          'orders/s': round(perSecond),
          'p50 ms': round(p50),
          'p95 ms': round(p95),
          'all mailed after, s': round(seconds + mailing),
          'of the rate, with its email': `${(seconds / (seconds + mailing)).toFixed(2)} x`,
          ...(workers === 1 && {
            'ms of the shop for a delivery': hundredths(delivery.program),
            'ms of PostgreSQL': hundredths(delivery.postgres),
          }),
          replies: Object.entries(outcomes)
            .map(([outcome, count]) => `${count} ${outcome}`)
            .join(', '),
        })
      }
    }
    return [
      {
        title: `Whole checkouts: ${BUYERS} buyers at once, a new browser each`,
        rows,
        notes: [
          'A free order is 7 calls from the empty browser to the paid order; by card 8, and one to the vendor. The sandbox has a process of its own.',
          'Tickets are made and mailed by the same processes. Where the buyer does not ask for them, that is 15 s after the payment; here all of them are due once the last order is made. "Of the rate, with its email": orders a second until the last email is sent, divided by orders a second.',
        ],
      },
    ]
  },
}

const hundredths = (value: number) => Math.round(value * 100) / 100
