import { afterEach, expect, it, vi } from 'vitest'
import { answerCalls } from '../testing/calls.ts'
import { call } from './client.ts'
import { wasLeftUnfinished, watchLeaving } from './leaving.ts'

afterEach(() => {
  vi.unstubAllGlobals()
  vi.useRealTimers()
})

const NEVER = Symbol('never')
const soon = <T>(promise: Promise<T>) =>
  Promise.race([promise, new Promise((resolve) => setTimeout(resolve, 20, NEVER))])

it('[API-01] posts a form-encoded body to the address of the call', async () => {
  const sent = answerCalls({ 'add_to_basket/': { success: true, basket_quantity: 2 } })
  const answer = await call('add_to_basket', { ticket_id: 7, quantity: 2, seats: ['A1', 'A2'] })
  expect(answer).toEqual({ ok: true, reply: { success: true, basket_quantity: 2 } })
  expect(sent[0]).toMatchObject({
    method: 'POST',
    url: '/ajax/checkout/checkout/add_to_basket/',
    form: { ticket_id: '7', quantity: '2', 'seats[0]': 'A1', 'seats[1]': 'A2' },
  })
  expect(sent[0]!.init.body).toBeInstanceOf(URLSearchParams)
})

it('asks for the checkout after a change only where it is wanted, and returns it beside the reply', async () => {
  const checkout = { state: 'donation' }
  const sent = answerCalls({ 'save_donation/': { success: true, checkout } })
  expect(await call('save_donation', { charity_id: 1 } as never, { withCheckout: true })).toMatchObject({
    ok: true,
    checkout,
  })
  expect(await call('save_donation', { charity_id: 1 } as never)).not.toHaveProperty('checkout', checkout)
  const preferences = sent.map(({ init }) => new Headers(init.headers).get('prefer'))
  expect(preferences).toEqual(['return=representation', null])
})

it('[API-02] sends credentials with every method', async () => {
  const sent = answerCalls({ 'get_user/': { user: null }, 'sign_out/': { success: true } })
  await call('get_user')
  await call('sign_out')
  expect(sent.map(({ init }) => init.credentials)).toEqual(['same-origin', 'same-origin'])
})

it.each([
  ['sign_out', true],
  ['logout_of_sale', true],
  ['erase_account', true],
  ['check_one_time_code', true],
  ['get_user', false],
] as const)('after %s the wallet stored on this device is deleted: %s', async (name, gone) => {
  const emptied: string[] = []
  vi.stubGlobal('caches', { delete: async (cache: string) => emptied.push(cache) > 0 })
  const answers = Object.fromEntries(
    ['sign_out', 'logout_of_sale', 'erase_account', 'check_one_time_code'].map((call) => [`${call}/`, {}]),
  )
  answerCalls({ ...answers, 'get_user/': { user: null } })
  await call(name as 'sign_out')
  expect(emptied).toEqual(gone ? ['foyer-wallet'] : [])
})

it('puts the parameters of a GET into its address', async () => {
  const sent = answerCalls({ 'events/': {}, 'events/gala%202/': {} })
  await call('catalogue_events', { q: 'jazz & blues' })
  await call('catalogue_event', { slug: 'gala 2' })
  expect(sent.map(({ url }) => url)).toEqual([
    '/ajax/catalogue/events/?q=jazz+%26+blues',
    '/ajax/catalogue/events/gala%202/',
  ])
})

it('returns a refusal with status and message', async () => {
  answerCalls({ 'set_code/': { status: 409, body: { error: 'Your tickets are reserved.', code: 'basket_is_held' } } })
  expect(await call('set_code', { code: 'X' })).toMatchObject({
    ok: false,
    status: 409,
    code: 'basket_is_held',
    error: 'Your tickets are reserved.',
  })
})

it('returns no message if the response is not JSON', async () => {
  vi.stubGlobal('fetch', async () => new Response('<h1>Bad gateway</h1>', { status: 502 }))
  expect(await call('get')).toMatchObject({ ok: false, status: 502, error: '' })
})

it('treats a response that is not an object as a failure, even with status 200', async () => {
  vi.stubGlobal('fetch', async () => Response.json('hello'))
  expect(await call('get')).toMatchObject({ ok: false, status: 200 })
})

it('returns status 0 when the network fails', async () => {
  answerCalls({ 'get/': 'offline' })
  expect(await call('get')).toMatchObject({ ok: false, status: 0, error: '' })
})

/** A server that never replies, but rejects when the request is aborted. */
const silentServer = () =>
  vi.stubGlobal(
    'fetch',
    (_: string, { signal }: RequestInit) =>
      new Promise((_resolve, reject) => signal!.addEventListener('abort', () => reject(signal!.reason))),
  )

it('returns status 0 on a timeout', async () => {
  silentServer()
  expect(await call('get', {}, { timeout: 5 })).toMatchObject({ ok: false, status: 0 })
})

it('reports nothing after the caller has aborted', async () => {
  silentServer()
  const controller = new AbortController()
  const answer = call('get', {}, { signal: controller.signal })
  controller.abort()
  expect(await soon(answer)).toBe(NEVER)
})

it('reports nothing when the page is left, and reloads it if it is restored without the response', async () => {
  silentServer()
  const reload = vi.fn()
  watchLeaving(window, reload)
  const answer = call('get')
  window.dispatchEvent(new Event('pagehide'))
  expect(await soon(answer)).toBe(NEVER)

  const back = Object.assign(new Event('pageshow'), { persisted: true })
  window.dispatchEvent(back)
  expect(reload).toHaveBeenCalledOnce()
})

it.each([
  ['with a change on its way: the next page may show what was before it', 'set_code', true],
  ['while it only loads', 'get', false],
] as const)('a page is left %s', async (_, name, unfinished) => {
  silentServer()
  watchLeaving(window, vi.fn())
  void call(name, { code: 'SPRING' } as never)
  expect(wasLeftUnfinished()).toBe(false)
  window.dispatchEvent(new Event('pagehide'))
  expect(wasLeftUnfinished()).toBe(unfinished)
  expect(wasLeftUnfinished()).toBe(false)
})
