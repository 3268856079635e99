import { beforeEach, expect, it, vi } from 'vitest'
import { failed, fakeStore, settle } from '../testing/shop.ts'

beforeEach(() => {
  vi.useFakeTimers()
  return () => vi.useRealTimers()
})

const HELD = { seconds_remaining: 600 }

it('a move shows the checkout in its reply, and asks for nothing else', async () => {
  const { store, shop, now } = fakeStore({ state: 'login', ...HELD })
  shop.sale.checkout = { ...shop.sale.checkout, contact_number: '020 7946 0000' }
  await store.move('donation')
  await settle()
  expect(now()).toMatchObject({ step: 'donation', checkout: { contact_number: '020 7946 0000' } })
  expect(shop.names()).toEqual(['update_basket_state'])
})

it('what a form has saved is shown from its reply before the next step is chosen', async () => {
  const { store, shop, now } = fakeStore({ state: 'ticket_questions_before', ...HELD })
  const answer = await store.call('save_question_answers', { answers: {}, before_or_after: 'before' } as never, {
    withCheckout: true,
  })
  expect(await store.reloadAndNext(undefined, answer)).toBe(true)
  await settle()
  expect(now().step).toBe('payment')
  expect(shop.names()).toEqual(['save_question_answers', 'update_basket_state'])
})

it.each([
  ['without the checkout', {}, { get: failed() }],
  ['that did not ask for it', { withCheckout: false }, {}],
])('a reply %s is followed by a reload', async (_, options, script) => {
  const { store, shop } = fakeStore({ state: 'donation', ...HELD }, script)
  const answer = await store.call('save_donation', {} as never, { withCheckout: true, ...options })
  delete shop.script.get
  await store.reload({ after: answer })
  expect(shop.names()).toEqual(['save_donation', 'get'])
})

it('so is one of several changes at once, because the last reply may be of an earlier change', async () => {
  const { store, shop } = fakeStore({ state: 'donation', ...HELD })
  const both = [1, 2].map(() => store.call('save_donation', {} as never, { withCheckout: true }))
  for (const answer of await Promise.all(both)) await store.reload({ after: answer })
  expect(shop.names()).toEqual(['save_donation', 'save_donation', 'get', 'get'])
})

it('so is one after which something else has changed', async () => {
  const { store, shop } = fakeStore({ state: 'donation', ...HELD })
  const answer = await store.call('save_donation', {} as never, { withCheckout: true })
  await store.call('update_donation', {} as never)
  await store.reload({ after: answer })
  expect(shop.names()).toEqual(['save_donation', 'update_donation', 'get'])
})

it('during a payment the checkout in a reply is not shown', async () => {
  const { store, now } = fakeStore({ state: 'payment', ...HELD })
  const before = now().checkout
  store.setPaying(true)
  const answer = await store.call('set_billing_address', {} as never, { withCheckout: true })
  expect(await store.reload({ after: answer })).toBe(false)
  expect(now().checkout).toBe(before)
})
