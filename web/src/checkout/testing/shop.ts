import type { ReplyOf } from '@foyer/contract/calls.ts'
import type { CallName } from '@foyer/contract/paths.ts'
import type { Checkout } from '@foyer/contract/types.ts'
import { vi } from 'vitest'
import type { CallOptions, Failed } from '../../api/client.ts'
import { createCheckoutStore } from '../state/store.ts'
import { sampleCheckout } from './checkout.ts'

/** A failed call, as the client returns it. */
export const failed = (overrides: Partial<Failed> = {}): Failed => ({ ok: false, status: 500, error: '', ...overrides })

type Scripted<N extends CallName> = ReplyOf<N> | Failed
type Script = {
  [N in CallName]?: Scripted<N> | ((body: never, sale: { checkout: Checkout }) => Scripted<N> | Promise<Scripted<N>>)
}

const isFailed = (reply: unknown): reply is Failed =>
  typeof reply === 'object' && reply !== null && 'ok' in reply && reply.ok === false

/** The replies of calls that return more than success. */
const DEFAULT_REPLIES: Script = {
  get_address_all_countries_states: {
    countries: { 1: 'United Kingdom', 2: 'United States', 3: 'France' },
    states: { 7: 'Alabama' },
  },
  get_user_addresses: { existing_addresses: [] },
  lookup_address: { possible_addresses: [] },
  get_payment_error: { payment_error: '' },
  get_token: { public_key: 'pk_test', client_secret: 'pi_1_secret_2' },
  get_square_credentials: {
    app_id: 'sq-app',
    location_id: 'sq-place',
    checkout_js: 'https://squares.example/square.js',
  },
  get_opoa_users: { opoa_users: [], full_name: 'Ada Lovelace', public_key: 'pk_test' },
  pay_with_truelayer: { auth_url: 'https://bank.example/approve' },
  deliver_to_bitticket: { delivery_completed: true },
  deliver_to_wallet: { delivery_completed: true },
  get_simple_info: { sale_email: 'ada@example.org', sale_reference: 'sale-abc' },
}

/**
 * A fake of the shop's server: it keeps one sale, stores moves, and answers every other call with
 * success unless the script says otherwise.
 */
export function fakeShop(checkout: Checkout, script: Script = {}) {
  const sale = { checkout }
  const calls: [CallName, unknown][] = []
  const replyTo = async (name: CallName, body: unknown): Promise<unknown> => {
    const reply = (script[name] ?? DEFAULT_REPLIES[name]) as unknown
    return typeof reply === 'function' ? reply(body, sale) : reply
  }
  /** What a change that asks for the checkout is answered; nothing while `get` fails. */
  const checkoutAfter = async () => {
    const answer = await replyTo('get', {})
    return isFailed(answer) ? {} : { checkout: answer ?? sale.checkout }
  }
  const shop = {
    sale,
    script,
    /** every call made, in order, with its body */
    calls,
    named: (name: CallName) => calls.filter(([each]) => each === name).map(([, body]) => body),
    names: () => calls.map(([name]) => name),
    call: (async (name: CallName, body: unknown = {}, { withCheckout = false }: CallOptions = {}) => {
      calls.push([name, body])
      const answer = await replyTo(name, body)
      if (isFailed(answer)) return answer
      if (name === 'update_basket_state')
        sale.checkout = { ...sale.checkout, state: (body as { state: Checkout['state'] }).state }
      const moved = name === 'update_basket_state' ? { seconds_remaining: sale.checkout.seconds_remaining } : undefined
      const reply = answer ?? (name === 'get' ? sale.checkout : (moved ?? { success: true }))
      return { ok: true, reply, ...(withCheckout && (await checkoutAfter())) }
    }) as never,
  }
  return shop
}

/** A store on a fake shop that records what the store does. Time is vitest's. */
export function fakeStore(overrides: Partial<Checkout> | null, script: Script = {}) {
  const checkout = overrides === null ? null : sampleCheckout(overrides)
  const shop = fakeShop(checkout ?? sampleCheckout(), script)
  const recorded = {
    errors: [] as string[],
    infos: [] as string[],
    visited: [] as string[],
    registered: [] as Checkout[],
    cardProviders: [] as Checkout[],
  }
  const store = createCheckoutStore(
    {
      call: shop.call,
      clock: () => Date.now(),
      navigate: (url) => recorded.visited.push(url),
      notify: { error: (text) => recorded.errors.push(text), info: (text) => recorded.infos.push(text) },
      registerItems: (sale) => recorded.registered.push(sale),
      setUpCardProvider: (sale) => recorded.cardProviders.push(sale),
    },
    checkout,
    Date.now(),
  )
  return { store, shop, recorded, now: () => store.now() }
}

/** Waits for pending responses without advancing the time. */
export const settle = () => vi.advanceTimersByTimeAsync(0)
