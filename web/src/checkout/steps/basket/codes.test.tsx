import { checkout as t } from '@foyer/contract/messages.ts'
import { act } from 'react'
import { describe, expect, it } from 'vitest'
import { sampleCheckout } from '../../testing/checkout.ts'
import { failed, onCheckoutPage, openCheckout, textOf, type } from '../../testing/page.tsx'

onCheckoutPage()

const APPLIED = {
  discounts_applied: { SPRING: 5 },
  gift_vouchers_applied: { 'GV-1': 10 },
  gift_vouchers_applied_total: 10,
}
const REMOVE = 'Remove code SPRING'
type Opened = Awaited<ReturnType<typeof openCheckout>>
const box = (page: Opened) => page.find('[data-code-box]')
const inBox = (page: Opened) =>
  [...box(page).querySelectorAll('button[aria-label]')].map((each) => each.getAttribute('aria-label'))

describe('applied codes', () => {
  it('can be removed one by one, and the sale is reloaded', async () => {
    const page = await openCheckout(APPLIED)
    expect(inBox(page)).toEqual([REMOVE, 'Remove code GV-1'])
    page.shop.sale.checkout = sampleCheckout({ ...APPLIED, discounts_applied: {} })
    await page.press(box(page).querySelector(`[aria-label="${REMOVE}"]`)!)
    expect(page.shop.named('remove_code')).toEqual([{ code: 'SPRING' }])
    expect(page.shop.names().at(-1)).toBe('get')
    expect(inBox(page)).toEqual(['Remove code GV-1'])
    expect(page.spoken()).toContainEqual(['polite', 'SPRING removed'])
    expect(document.activeElement).toBe(box(page))
  })

  it('can be removed at their amounts in the order summary while the basket can be edited', async () => {
    const page = await openCheckout(APPLIED)
    const summary = page.find('section:has([data-total])')
    page.shop.sale.checkout = sampleCheckout({})
    await page.press(summary.querySelector(`[aria-label="${REMOVE}"]`)!)
    expect(page.shop.named('remove_code')).toEqual([{ code: 'SPRING' }])
    expect(page.buttons(/^Remove code/)).toEqual([])
    expect(summary.contains(document.activeElement)).toBe(true)
    const reserved = await openCheckout({ ...APPLIED, state: 'login', seconds_remaining: 900 })
    expect(reserved.has('Code SPRING')).toBe(true)
    expect(reserved.buttons(/^Remove code/)).toEqual([])
  })

  it('are removed once, however often the button is pressed meanwhile', async () => {
    let answer = () => {}
    const page = await openCheckout(APPLIED, {
      script: { remove_code: () => new Promise((done) => (answer = () => done({ success: true }))) },
    })
    const button = box(page).querySelector(`[aria-label="${REMOVE}"]`)!
    await page.press(button)
    await page.press(button)
    await act(async () => answer())
    expect(page.shop.named('remove_code')).toHaveLength(1)
  })

  it('stay if removing fails, with an error', async () => {
    const page = await openCheckout(APPLIED, { script: { remove_code: failed() } })
    await page.press(box(page).querySelector(`[aria-label="${REMOVE}"]`)!)
    expect(page.notes()).toEqual(['Unable to remove the Code. Please try again later'])
    expect(inBox(page)).toContain(REMOVE)
  })

  it('that are already gone disappear from the page', async () => {
    const gone = failed({ status: 404, code: 'unknown_code', error: 'This code isn’t in your basket.' })
    const page = await openCheckout(APPLIED, { script: { remove_code: gone } })
    page.shop.sale.checkout = sampleCheckout({})
    await page.press(box(page).querySelector(`[aria-label="${REMOVE}"]`)!)
    expect(page.notes()).toEqual(['This code isn’t in your basket.'])
    expect(inBox(page)).toEqual([])
  })

  it('entered again are reported as already applied', async () => {
    const page = await openCheckout(APPLIED, {
      script: { set_code: { code_applied: true, already_applied: true } },
    })
    type(page.field('Discount or gift voucher code'), 'spring')
    await page.press(page.button('Apply'))
    expect(page.alerts('info')).toEqual(['This code is already applied to your basket'])
    expect(page.alerts('success')).toEqual([])
    expect(textOf(page.field('Discount or gift voucher code'))).toBe('')
  })

  it('that are refused are not reported beside another that was typed meanwhile', async () => {
    let answer = () => {}
    const page = await openCheckout(APPLIED, {
      script: { set_code: () => new Promise((done) => (answer = () => done({ code_applied: false }))) },
    })
    const field = page.field('Discount or gift voucher code')
    type(field, 'WRONG')
    await page.press(page.button('Apply'))
    type(field, 'SPRING')
    await act(async () => answer())
    expect(page.alerts('warning')).toEqual([])
    type(field, 'WRONG')
    await page.press(page.button('Apply'))
    await act(async () => answer())
    expect(page.alerts('warning')).toHaveLength(1)
  })

  it('longer than any code are refused with a clear sentence, and the field takes no more', async () => {
    const page = await openCheckout({})
    const field = page.find<HTMLInputElement>('#code')
    expect(field.maxLength).toBe(64)
    type(field, 'X'.repeat(300))
    await page.press(page.button('Apply'))
    expect(page.has(t['warning.invalidCode'])).toBe(true)
    expect(page.shop.named('set_code')).toEqual([])
  })
})
