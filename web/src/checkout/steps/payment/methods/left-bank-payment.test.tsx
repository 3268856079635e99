import { expect, it } from 'vitest'
import { go, onCheckoutPage, openCheckout } from '../../../testing/page.tsx'

onCheckoutPage()

const open = (bank_payment_open: boolean) =>
  openCheckout({ state: 'payment', seconds_remaining: 500, bank_payment_open })

it('polls an abandoned bank payment every five seconds until it has an outcome', async () => {
  const page = await open(true)
  const gets = () => page.shop.named('get').length
  const before = gets()
  await go(4999)
  expect(gets()).toBe(before)
  await go(1)
  expect(gets()).toBe(before + 1)
  await go(5000)
  expect(gets()).toBe(before + 2)
  page.shop.sale.checkout = { ...page.shop.sale.checkout, bank_payment_open: false }
  await go(5000)
  const last = gets()
  await go(30_000)
  expect(gets()).toBe(last)
})

it('waits for a response before it polls again', async () => {
  const page = await open(true)
  let answer = () => {}
  page.shop.script.get = () =>
    new Promise((resolve) => {
      answer = () => resolve(page.shop.sale.checkout)
    })
  const before = page.shop.named('get').length
  await go(30_000)
  expect(page.shop.named('get')).toHaveLength(before + 1)
  answer()
  await go(5000)
  expect(page.shop.named('get')).toHaveLength(before + 2)
})

it('does not poll without an abandoned bank payment', async () => {
  const page = await open(false)
  const before = page.shop.named('get').length
  await go(30_000)
  expect(page.shop.named('get')).toHaveLength(before)
})
