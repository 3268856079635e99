import { describe, expect, it } from 'vitest'
import { createEvent } from '../../testing/fixtures/catalogue.ts'
import { withPages } from '../../testing/pages.ts'
import { useShop } from '../../testing/shop.ts'
import { ledgerDifferences } from '../ledger/ledger.ts'
import { bought, vendor } from '../refund/bought.testing.ts'

describe('the page of a buyer’s tickets', () => {
  const shop = useShop('embedded', { providers: { stripe: vendor.provider } })

  it('reviews a change of its buyer at any price, and makes it without a script', async () => {
    const tickets = [{ capacity: 5 }, { capacity: 5 }]
    const startsAt = new Date(shop().clock.now().getTime() + 20 * 86_400_000)
    const made = await createEvent(shop().db, { startsAt, buyers_change_hours: 24, buyers_changes: 2, tickets })
    const [plain, other] = made.ticketIds as [number, number]
    const { saleId, reference, email, cookie } = await bought(shop().deps, { ticketId: plain })
    const own = () => shop().db.selectFrom('tickets').selectAll().where('sale_id', '=', saleId).execute()
    const [ticket] = await own()
    const pages = await withPages(shop())
    const browser = pages.browser()
    browser.use(cookie.split(/=(.*)/)[1]!)
    const path = `/orders/${reference}/tickets/`
    const shown = (asked: string) => pages.data(browser, 'your_tickets', `${path}?${asked}`)
    const of = (type: number) => `ticket_id=${ticket!.id}&ticket_type_id=${type}`
    expect(await shown(of(other))).toMatchObject({
      review: { ticket_id: ticket!.id, ticket_type_id: other, seat_id: null, email },
    })
    expect(await shown(of(plain))).toMatchObject({ review: null })
    expect(await shown('refused=sold_out')).toMatchObject({ refused: expect.stringMatching(/./) })
    expect(await shown('refused=just_sent')).toMatchObject({ refused: '' })

    const form = { ticket_id: String(ticket!.id), ticket_type_id: String(other), difference: '0' }
    const changed = await browser.post(path, form)
    expect([changed.statusCode, changed.headers.location]).toEqual([303, `${path}?changed=1`])
    expect((await own()).map(({ ticket_type_id }) => ticket_type_id)).toEqual([other])
    const again = await browser.post(path, form)
    expect(again.headers.location).toBe(`${path}?refused=not_changeable`)
    expect((await browser.post(path, {})).headers.location, 'no change at all').toBe(path)
    expect(await ledgerDifferences(shop().db)).toEqual([])
  })
})
