import { request } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import { type CallName, PATHS } from '@foyer/contract/paths.ts'

/** The replies that buyers got. */
export class Orders {
  readonly confirmed: string[] = []
  readonly replies: Record<string, number> = {}
  longestGapMs = 0
  #last = performance.now()

  count(what: string | number): void {
    this.replies[what] = (this.replies[what] ?? 0) + 1
  }

  confirm(reference: string): void {
    const now = performance.now()
    this.longestGapMs = Math.max(this.longestGapMs, now - this.#last)
    this.#last = now
    this.confirmed.push(reference)
  }

  async waitForMore(orders: number): Promise<void> {
    const goal = this.confirmed.length + orders
    const end = performance.now() + 180_000
    while (this.confirmed.length < goal) {
      if (performance.now() > end)
        throw new Error(`no ${orders} orders in three minutes: ${JSON.stringify(this.replies)}`)
      await sleep(20)
    }
  }

  since(before: Record<string, number>): Record<string, number> {
    const all = Object.entries(this.replies).map(([what, n]) => [what, n - (before[what] ?? 0)] as const)
    return Object.fromEntries(all.filter(([, n]) => n > 0))
  }
}

type Reply = { status: number; cookie: string | undefined; body: Record<string, unknown> }

/** Null when the connection broke. A connection of its own, from this address of the machine if one is given. */
export function send(
  url: string,
  {
    method = 'GET',
    body = '',
    from,
    headers = {},
  }: { method?: string; body?: string; from?: string; headers?: Record<string, string> } = {},
): Promise<Reply | null> {
  return new Promise((resolve) => {
    const form = body === '' ? {} : { 'content-type': 'application/x-www-form-urlencoded' }
    const outgoing = request(
      url,
      {
        method,
        agent: false,
        ...(from ? { localAddress: from } : {}),
        headers: { ...headers, ...form, 'content-length': Buffer.byteLength(body) },
      },
      (response) => {
        const chunks: Buffer[] = []
        response.on('data', (chunk: Buffer) => chunks.push(chunk))
        response.once('error', () => resolve(null))
        response.once('end', () =>
          resolve({
            status: response.statusCode!,
            cookie: response.headers['set-cookie']?.[0]?.split(';')[0],
            body: asObject(Buffer.concat(chunks).toString()),
          }),
        )
      },
    )
    outgoing.once('error', () => resolve(null))
    outgoing.end(body)
  })
}

/** A proxy's own pages are not JSON. */
function asObject(text: string): Record<string, unknown> {
  try {
    return JSON.parse(text) as Record<string, unknown>
  } catch {
    return {}
  }
}

/** The shop's or a proxy's "not now". */
const isBusy = (status: number) => status >= 502 && status <= 504

type Order = {
  ticketId: number
  /** A unique number for each buyer. */
  buyer: number
  /** Processes of the shop, or the proxy in front of them, tried in turn. */
  urls: readonly string[]
  vendorUrl: string
  isOpen: () => boolean
  /** The buyer's network address. */
  from?: string
}

/**
 * A buyer of one ticket who tries each call again until the shop answers it, and pays by card. Returns what came of it; the
 * orders that the shop confirmed are counted in `orders`.
 */
export async function order(
  orders: Orders,
  { ticketId, buyer, urls, vendorUrl, isOpen, from }: Order,
): Promise<'confirmed' | 'refused' | 'left' | 'lost'> {
  let cookie = ''
  const atFrom = from ? { from } : {}
  const call = async (name: CallName, fields: Record<string, string> = {}): Promise<Record<string, unknown>> => {
    const [method, path] = PATHS[name]
    const body = method === 'GET' ? '' : new URLSearchParams(fields).toString()
    for (let tries = 0; ; tries++) {
      const url = urls[(buyer + tries) % urls.length]!
      const reply = await send(url + path, { method, body, headers: { cookie }, ...atFrom })
      orders.count(reply === null ? 'no answer' : reply.status === 409 ? `409 ${name}` : reply.status)
      cookie = reply?.cookie ?? cookie
      if (reply !== null && !isBusy(reply.status)) return reply.body
      await sleep(200)
    }
  }
  await call('add_to_basket', { ticket_id: String(ticketId), quantity: '1' })
  const { reserved } = await call('reserve_tickets')
  if (reserved !== true) {
    orders.count('not reserved')
    return 'refused'
  }
  if (!isOpen()) return 'left'
  await call('update_basket_state', { state: 'payment' })
  const email = `ada-${buyer}@example.org`
  await call('set_account_details', { fullname: 'Ada Lovelace', email, contact_number: '' })
  const { client_secret } = await call('get_token')
  if (typeof client_secret !== 'string') {
    orders.count('no payment')
    return 'lost'
  }
  await payAtStripe(vendorUrl, client_secret)
  for (let tries = 0; tries < 300; tries++) {
    const { payment_complete, sale_reference } = await call('get')
    if (payment_complete === true) {
      orders.confirm(String(sale_reference))
      return 'confirmed'
    }
    // The webhook is on its way, or was lost with a process; the return from the vendor's page settles as well.
    const intent = client_secret.split('_secret_')[0]!
    const back = `${urls[buyer % urls.length]!}/do/checkout/stripe_auth/?payment_intent=${intent}&redirect_status=succeeded`
    const returned = await send(back, { headers: { cookie }, ...atFrom })
    orders.count(`returned: ${returned?.status ?? 'no answer'}`)
    await sleep(200)
  }
  orders.count('paid and not complete')
  return 'lost'
}

async function payAtStripe(vendorUrl: string, secret: string): Promise<void> {
  const id = secret.split('_secret_')[0]!
  const reply = await fetch(`${vendorUrl}/v1/payment_intents/${id}/confirm`, {
    method: 'POST',
    body: new URLSearchParams({
      key: 'pk_test_served',
      client_secret: secret,
      return_url: 'http://shop.test/do/checkout/stripe_auth/',
      'payment_method_data[type]': 'card',
      'payment_method_data[card][number]': '4242424242424242',
      'payment_method_data[card][exp_month]': '12',
      'payment_method_data[card][exp_year]': '35',
      'payment_method_data[card][cvc]': '123',
    }),
  })
  if (!reply.ok) throw new Error(`Stripe: ${reply.status} ${await reply.text()}`)
}
