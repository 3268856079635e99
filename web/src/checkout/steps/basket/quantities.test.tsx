import { describe, expect, it, vi } from 'vitest'
import { blur, focus, unmount } from '../../../testing/render.tsx'
import { sampleCheckout, sampleTicket, sampleVoucher } from '../../testing/checkout.ts'
import { failed, go, onCheckoutPage, openCheckout, type } from '../../testing/page.tsx'

onCheckoutPage()

type Opened = Awaited<ReturnType<typeof openCheckout>>

const quantityOf = (page: Opened, name = 'Stalls') =>
  page.find<HTMLInputElement>(`input[aria-label="Quantity, ${name}"]`)
const reserveOf = (page: Opened) => page.button(/^Reserve Basket/)

describe('quantities', () => {
  it('[BSK-31, BSK-42, BSK-44] sends the last number 2000 ms after the last change; reserving waits for it', async () => {
    const page = await openCheckout({})
    type(quantityOf(page), '3')
    await go(1500)
    type(quantityOf(page), '5')
    await go(1999)
    expect(page.shop.named('update_ticket_quantity')).toEqual([])
    expect(reserveOf(page).disabled).toBe(true)
    expect(page.has('Updating your basket…')).toBe(true)
    expect(page.has('Updating')).toBe(true)
    page.shop.sale.checkout = sampleCheckout({ tickets: [sampleTicket({ qty: 5 })], basket_total: 137.5 })
    await go(1)
    expect(page.shop.named('update_ticket_quantity')).toEqual([{ ticket_id: '1', quantity: '5' }])
    expect(page.shop.names().slice(-2)).toEqual(['update_ticket_quantity', 'get'])
    expect(page.has('£137.50')).toBe(true)
    expect(reserveOf(page).disabled).toBe(false)
  })

  it('[BSK-45] reserving waits while the server updates the basket', async () => {
    let answer = () => {}
    const page = await openCheckout(
      {},
      {
        script: {
          set_code: () =>
            new Promise((done) => {
              answer = () => done({ code_applied: true })
            }),
        },
      },
    )
    type(page.field('Discount or gift voucher code'), 'SPRING')
    await page.press(page.button('Apply'))
    expect(reserveOf(page).disabled).toBe(true)
    answer()
    await go(0)
    expect(reserveOf(page).disabled).toBe(false)
  })

  it('[BSK-36, BSK-37, BSK-38] lowers a number above the maximum, says so and sends it', async () => {
    const page = await openCheckout({})
    type(quantityOf(page), '9')
    expect(quantityOf(page).value).toBe('6')
    expect(page.has('You can only reserve 6 tickets of this type')).toBe(true)
    page.shop.sale.checkout = sampleCheckout({ tickets: [sampleTicket({ qty: 6 })] })
    await go(2000)
    expect(page.shop.named('update_ticket_quantity')).toEqual([{ ticket_id: '1', quantity: '6' }])
    expect(page.has('You can only reserve 6 tickets of this type')).toBe(true)
  })

  it('[BSK-39, BSK-40, BSK-41] reports a number below the minimum, does not send it and blocks reserving', async () => {
    const page = await openCheckout({ tickets: [sampleTicket({ qty: 4, min_per_customer: 3 })] })
    type(quantityOf(page), '2')
    await go(10_000)
    expect(page.has('You must purchase a minimum of 3 tickets of this type')).toBe(true)
    expect(page.shop.named('update_ticket_quantity')).toEqual([])
    expect(reserveOf(page).disabled).toBe(true)
    expect(page.has('One of your tickets is below its minimum. Add more to continue.')).toBe(true)
    type(quantityOf(page), '3')
    page.shop.sale.checkout = sampleCheckout({ tickets: [sampleTicket({ qty: 3, min_per_customer: 3 })] })
    await go(2000)
    expect(page.has('You must purchase a minimum')).toBe(false)
    expect(reserveOf(page).disabled).toBe(false)
  })

  it('[BSK-35] takes nothing below 1 and restores the last valid number', async () => {
    const page = await openCheckout({})
    for (const typed of ['0', '', 'abc']) type(quantityOf(page), typed)
    await go(10_000)
    expect(page.shop.named('update_ticket_quantity')).toEqual([])
    expect(quantityOf(page).getAttribute('aria-valuemin')).toBe('1')
  })

  it.each(['2.5', '-3', ''])(
    '[BSK-35, BSK-42] %j after a pending number: sends nothing, and reserve uses the number shown',
    async (text) => {
      const page = await openCheckout({})
      focus(quantityOf(page))
      type(quantityOf(page), '5')
      await go(1000)
      type(quantityOf(page), text)
      await go(10_000)
      expect(page.shop.named('update_ticket_quantity')).toEqual([])
      blur(quantityOf(page))
      expect(quantityOf(page).value).toBe('2')
      expect(reserveOf(page).disabled).toBe(false)
    },
  )

  it('[BSK-42] sends a pending change once when the page is left within two seconds', async () => {
    const beacon = vi.fn((_url: string, _body: URLSearchParams) => true)
    vi.stubGlobal('navigator', Object.assign(Object.create(navigator), { sendBeacon: beacon }))
    const page = await openCheckout({})
    await page.press(page.button('More Stalls'))
    window.dispatchEvent(new Event('pagehide'))
    await go(10_000)
    expect(beacon.mock.calls.map(([url, body]) => [url, String(body)])).toEqual([
      ['/ajax/checkout/checkout/update_ticket_quantity/', 'ticket_id=1&quantity=3'],
    ])
    expect(page.shop.named('update_ticket_quantity')).toEqual([])
  })

  describe('[BSK-42] typed just before the page is left', () => {
    /** Types 4 and leaves; the next page is a document that shows `qty`. */
    const leaveAndOpen = async (qty: number, script: Parameters<typeof openCheckout>[1] = {}) => {
      vi.stubGlobal('navigator', Object.assign(Object.create(navigator), { sendBeacon: () => true }))
      type(quantityOf(await openCheckout({})), '4')
      window.dispatchEvent(new Event('pagehide'))
      unmount()
      return openCheckout({ tickets: [sampleTicket({ qty })] }, script)
    }
    const stored = { script: { get: sampleCheckout({ tickets: [sampleTicket({ qty: 4 })] }) } }

    it('is stored by the next page, whose document was rendered before', async () => {
      const page = await leaveAndOpen(2, stored)
      expect(page.shop.named('update_ticket_quantity')).toEqual([{ ticket_id: '1', quantity: '4' }])
      expect(quantityOf(page).value).toBe('4')
      expect(reserveOf(page).disabled).toBe(false)
      unmount()
      expect((await openCheckout({})).shop.named('update_ticket_quantity')).toEqual([])
    })

    it('is not stored over a number that was chosen elsewhere since', async () => {
      const page = await leaveAndOpen(5)
      expect(page.shop.named('update_ticket_quantity')).toEqual([])
    })

    it('is not stored once the line was removed', async () => {
      const page = await openCheckout({})
      type(quantityOf(page), '4')
      await page.press(page.button('Remove Stalls'))
      unmount()
      expect((await openCheckout({})).shop.named('update_ticket_quantity')).toEqual([])
    })
  })

  it('[BSK-42] keeps a number typed offline and sends it when online', async () => {
    const answers = [failed({ status: 0 }), { success: true as const }]
    const online = vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false)
    const page = await openCheckout({}, { script: { update_ticket_quantity: () => answers.shift()! } })
    type(quantityOf(page), '4')
    await go(2000)
    expect(quantityOf(page).value).toBe('4')
    expect(reserveOf(page).disabled).toBe(true)
    online.mockReturnValue(true)
    page.shop.sale.checkout = sampleCheckout({ tickets: [sampleTicket({ qty: 4 })] })
    window.dispatchEvent(new Event('online'))
    await go(0)
    expect(page.shop.named('update_ticket_quantity')).toHaveLength(2)
    expect(quantityOf(page).value).toBe('4')
    expect(reserveOf(page).disabled).toBe(false)
  })

  it('[BSK-37, BSK-39] shows warnings from the server on load', async () => {
    const page = await openCheckout({
      tickets: [
        sampleTicket({ qty: 8, max_can_reserve_exceeded: true }),
        sampleTicket({
          ticket_id: 2,
          ticket_name: 'Circle',
          qty: 1,
          min_per_customer: 2,
          min_per_customer_exceeded: true,
        }),
      ],
    })
    expect(page.has('You can only reserve 6 tickets of this type')).toBe(true)
    expect(page.has('You must purchase a minimum of 2 tickets of this type')).toBe(true)
    expect(reserveOf(page).disabled).toBe(true)
  })

  it('[ERR-02] reports a failed update and restores the stored number', async () => {
    const page = await openCheckout({}, { script: { update_ticket_quantity: failed() } })
    type(quantityOf(page), '4')
    await go(2000)
    expect(page.notes()).toEqual(['Unable to update Ticket quantity. Please try again later'])
    expect(quantityOf(page).value).toBe('2')
  })

  it('[BSK-25, BSK-31] counts gift vouchers the same way, by design and value', async () => {
    const page = await openCheckout({ tickets: [], gift_vouchers: [sampleVoucher()] })
    type(quantityOf(page, 'A night out'), '2')
    await go(2000)
    expect(page.shop.named('update_gift_voucher_quantity')).toEqual([{ gift_voucher_id: '5', qty: '2', value: '20' }])
    expect(page.shop.names().at(-1)).toBe('get')
  })

  it.each([3, 250])('limits gift vouchers to the maximum of their design: %i', async (max_qty) => {
    const page = await openCheckout({ tickets: [], gift_vouchers: [sampleVoucher({ max_qty })] })
    type(quantityOf(page, 'A night out'), '999')
    expect(quantityOf(page, 'A night out').value).toBe(String(max_qty))
    expect(page.has(`You can only buy ${max_qty} of this gift voucher at a time.`)).toBe(true)
    await go(2000)
    expect(page.shop.named('update_gift_voucher_quantity')).toMatchObject([{ qty: String(max_qty) }])
  })

  it('[ERR-01] [ERR-03] says beside the line why the server refused a quantity', async () => {
    const refused = (error: string) => failed({ status: 400, code: 'refused', error })
    const page = await openCheckout(
      { gift_vouchers: [sampleVoucher()] },
      {
        script: {
          update_ticket_quantity: refused('Only 4 are left.'),
          update_gift_voucher_quantity: refused('You can only buy 3 of this gift voucher at a time.'),
        },
      },
    )
    type(quantityOf(page), '5')
    type(quantityOf(page, 'A night out'), '4')
    await go(2000)
    expect(page.has('Only 4 are left.')).toBe(true)
    expect(page.has('You can only buy 3 of this gift voucher at a time.')).toBe(true)
    expect(page.notes()).toContain('Unable to update Gift Voucher quantity. Please try again later')
    expect([quantityOf(page).value, quantityOf(page, 'A night out').value]).toEqual(['2', '1'])
  })

  it('[ERR-03] reports a failed gift voucher update', async () => {
    const page = await openCheckout(
      { gift_vouchers: [sampleVoucher()] },
      { script: { update_gift_voucher_quantity: failed() } },
    )
    type(quantityOf(page, 'A night out'), '2')
    await go(2000)
    expect(page.notes()).toEqual(['Unable to update Gift Voucher quantity. Please try again later'])
  })
})
