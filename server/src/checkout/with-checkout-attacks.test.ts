import { Agent, request as httpRequest } from 'node:http'
import { type AddressInfo, connect } from 'node:net'
import { CALLS } from '@foyer/contract/calls.ts'
import { type CallName, PATHS } from '@foyer/contract/paths.ts'
import type { Checkout } from '@foyer/contract/types.ts'
import qs from 'qs'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createBuyerWithHold, prove } from '../testing/fixtures/buyers.ts'
import { type Browser, openShop } from '../testing/shop.ts'

/**
 * Attacks on replies that carry the checkout (docs/decisions/080-a-steps-reply-has-the-checkout.md): whatever happens at the same
 * time, the reply has the sender's own checkout as a `get` returns it right after, or none.
 */

let shop: Awaited<ReturnType<typeof openShop>>
let port: number
beforeAll(async () => {
  shop = await openShop('postgres')
  await shop.app.listen({ host: '127.0.0.1', port: 0 })
  port = (shop.app.server.address() as AddressInfo).port
})
afterAll(() => shop.close())

const PREFER = { prefer: 'return=representation' }
const headersOf = (browser: Browser) => ({
  'content-type': 'application/x-www-form-urlencoded',
  cookie: browser.cookie()!,
})
type Answer = { status: number; body: { checkout?: Checkout; code?: string }; cacheControl: unknown }

/** Sends a call without a connection. */
async function send(browser: Browser, name: CallName, body: object, headers: object = PREFER): Promise<Answer> {
  const response = await shop.app.inject({
    method: 'POST',
    url: PATHS[name][1],
    headers: { ...headersOf(browser), ...headers },
    payload: qs.stringify(body),
  })
  return { status: response.statusCode, body: response.json(), cacheControl: response.headers['cache-control'] }
}

let people = 0
/** A guest with a name, an address and a held basket, of whom every word is their own. */
async function createGuest() {
  const { id: charityId } = await shop.db
    .insertInto('charities')
    .values({ slug: `attacked-${++people}`, name: 'Stage Door Trust', donation_checkout_title: 'Give' })
    .returning('id')
    .executeTakeFirstOrThrow()
  const holder = await createBuyerWithHold(shop, {
    organiser: { charity_id: charityId },
    tickets: [{ delivered_by_post: true, delivery_cost_minor: 250 }],
  })
  const { browser } = holder
  const email = `zenobia${people}@attacked.example`
  const name = `Zenobia${people} Quillfeather${people}`
  await prove(shop, browser, email)
  expect(await browser.call('save_guest_to_sale', { email, fullname: name })).toMatchObject({ status: 200 })
  const street = `${people}17 Hushmere Row`
  const bodies: Partial<Record<CallName, object>> = {
    save_guest_to_sale: { email, fullname: name },
    set_marketing_preferences: { ct_subscribed: 1 },
    save_donation: { amount_before_booking_fee: '5', charity_id: charityId },
    update_donation: { is_gift_aid: '0' },
    set_delivery_address: {
      address: {
        selected_user_address_id: 'new',
        first_name: name,
        last_name: name,
        address_1: street,
        address_2: '',
        town: 'Foyerham',
        postcode: 'ZZ1 1AA',
        country: '1',
        state: '',
      },
    },
    save_question_answers: { answers: {}, before_or_after: 'before' },
    update_basket_state: { state: 'donation' },
  }
  await send(browser, 'set_delivery_address', bodies.set_delivery_address!)
  const { sale_reference: reference } = await browser.checkout()
  return { ...holder, bodies, reference, secrets: [email, name, street, reference] }
}
type Guest = Awaited<ReturnType<typeof createGuest>>

const STEPS = (Object.keys(CALLS) as CallName[]).filter((name) => CALLS[name].returnsCheckout)

/** Runs `between` after each change, before its checkout is read. */
async function between<T>(change: () => Promise<unknown>, run: () => Promise<T>): Promise<T> {
  const { app } = shop
  const read = app.readCheckout!
  app.readCheckout = async (ctx) => {
    app.readCheckout = read
    await change()
    return read({ ...ctx, now: shop.clock.now() })
  }
  try {
    return await run()
  } finally {
    app.readCheckout = read
  }
}

describe.each(STEPS)('%s', (name) => {
  const bodyOf = ({ bodies }: Guest) => {
    const body = bodies[name]
    if (body === undefined) throw new Error(`Add a body of ${name}, which returns the checkout`)
    return body
  }

  it('returns what `get` returns right after, for no cache', async () => {
    const guest = await createGuest()
    const { status, body, cacheControl } = await send(guest.browser, name, bodyOf(guest))
    expect([status, body.checkout?.sale_reference, cacheControl]).toEqual([200, guest.reference, 'private, no-store'])
    expect(body.checkout).toEqual(await guest.browser.checkout())
  })

  it('returns nothing more to the previous version’s client, or to other preferences', async () => {
    const guest = await createGuest()
    for (const headers of [{}, { prefer: '' }, { prefer: 'return=minimal' }, { prefer: 'return=representation2' }]) {
      const { status, body } = await send(guest.browser, name, bodyOf(guest), headers)
      expect([status, 'checkout' in body]).toEqual([200, false])
    }
  })

  it('has what another tab changed in between', async () => {
    const guest = await createGuest()
    const tab = () => guest.browser.call('set_marketing_preferences', { event_subscribed: 1 })
    const { body } = await between(tab, () => send(guest.browser, name, bodyOf(guest)))
    expect(body.checkout).toEqual(await guest.browser.checkout())
  })

  it('has a basket whose hold ended in between', async () => {
    const guest = await createGuest()
    const { body } = await between(
      async () => shop.clock.advance(3600),
      () => send(guest.browser, name, bodyOf(guest)),
    )
    expect(body.checkout).toEqual(await guest.browser.checkout())
  })

  it.each(['sign_out', 'logout_of_sale'] as const)('has no checkout after %s in between', async (leave) => {
    const guest = await createGuest()
    const answer = await between(
      () => guest.browser.call(leave),
      () => send(guest.browser, name, bodyOf(guest)),
    )
    expect(answer.status).toBe(200)
    const text = JSON.stringify(answer.body)
    expect(guest.secrets.slice(0, 3).filter((secret) => text.includes(secret))).toEqual([])
    if (answer.body.checkout) expect(answer.body.checkout).toEqual(await guest.browser.checkout())
  })

  it('sends nobody another customer’s reply over one connection, however they overlap', async () => {
    const guests = [await createGuest(), await createGuest(), await createGuest()]
    const agent = new Agent({ keepAlive: true, maxSockets: 1 })
    const over = (guest: Guest) =>
      new Promise<string>((resolve, reject) => {
        const sent = httpRequest(
          {
            agent,
            host: '127.0.0.1',
            port,
            method: 'POST',
            path: PATHS[name][1],
            headers: { ...headersOf(guest.browser), ...PREFER },
          },
          (response) => {
            let text = ''
            response.setEncoding('utf8').on('data', (part: string) => {
              text += part
            })
            response.on('end', () => resolve(text))
          },
        )
        sent.on('error', reject)
        sent.end(qs.stringify(bodyOf(guest)))
      })
    const rounds = Array.from({ length: 9 }, (_, i) => guests[i % 3]!)
    const texts = await Promise.all(rounds.map(over))
    agent.destroy()
    for (const [i, text] of texts.entries()) {
      expect(text).toContain(rounds[i]!.reference)
      const others = guests.filter((guest) => guest !== rounds[i]).flatMap(({ secrets }) => secrets)
      expect(others.filter((secret) => text.includes(secret))).toEqual([])
    }
  })
})

it('of moves in one batch, one that fails has no checkout, and all others have their own', async () => {
  const guests = await Promise.all(Array.from({ length: 6 }, createGuest))
  const answers = await Promise.all(
    guests.map(({ browser }, i) =>
      send(browser, 'update_basket_state', { state: i === 2 ? 'order_completed' : 'donation' }),
    ),
  )
  expect(answers.map(({ status, body }) => [status, body.checkout?.sale_reference])).toEqual(
    guests.map(({ reference }, i) => (i === 2 ? [409, undefined] : [200, reference])),
  )
})

it('of a request that its sender aborts, the change is made, and the next on the same shop gets its own reply', async () => {
  const [gone, next] = [await createGuest(), await createGuest()]
  const payload = qs.stringify(gone.bodies.save_donation)
  const head = Object.entries({ ...headersOf(gone.browser), ...PREFER, host: `127.0.0.1:${port}` })
  const socket = connect(port, '127.0.0.1')
  await new Promise<void>((resolve) => {
    socket.write(
      `POST ${PATHS.save_donation[1]} HTTP/1.1\r\n${head.map(([key, value]) => `${key}: ${value}\r\n`).join('')}content-length: ${payload.length}\r\n\r\n${payload}`,
      () => resolve(),
    )
  })
  await expect.poll(async () => (await gone.browser.checkout()).donation_amount, { timeout: 20_000 }).toBeGreaterThan(0)
  socket.destroy()
  const { body } = await send(next.browser, 'save_donation', next.bodies.save_donation!)
  expect(body.checkout).toEqual(await next.browser.checkout())
  expect(gone.secrets.filter((secret) => JSON.stringify(body).includes(secret))).toEqual([])
})

it('someone who follows a copied link gets nothing of its customer from a step', async () => {
  const guest = await createGuest()
  const stranger = shop.browser()
  await stranger.get(`/checkout/?sale=${guest.reference}`)
  for (const name of STEPS) {
    const own = stranger.cookie() === undefined ? { cookie: '' } : {}
    const response = await shop.app.inject({
      method: 'POST',
      url: PATHS[name][1],
      headers: { ...headersOf(stranger), ...own, ...PREFER },
      payload: qs.stringify(guest.bodies[name]),
    })
    const sent = JSON.stringify(guest.bodies[name])
    const shown = guest.secrets.slice(0, 3).filter((secret) => response.body.includes(secret) && !sent.includes(secret))
    expect({ [name]: shown }).toEqual({ [name]: [] })
  }
})
