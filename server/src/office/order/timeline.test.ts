import { happened } from '@foyer/contract/office/orders/messages.en.ts'
import { expect, it } from 'vitest'
import { bought, vendor } from '../../payment/refund/bought.testing.ts'
import { createEvent } from '../../testing/fixtures/catalogue.ts'
import { useShop } from '../../testing/shop.ts'
import { createStaff, inSession } from '../testing/office.ts'

const shop = useShop('embedded', { providers: { stripe: vendor.provider } })

it('shows what was recorded later in the same minute as later, whatever the seconds of its time', async () => {
  const { organiserId, ticketId } = await createEvent(shop().db)
  const sale = await bought(shop().deps, { ticketId })
  const minute = Math.ceil(shop().clock.now().getTime() / 60_000) * 60_000
  const happens = (kind: string, ms: number) => ({ sale_id: sale.saleId, kind, at: new Date(minute + ms), facts: '{}' })
  await shop()
    .db.insertInto('sale_events')
    .values([
      happens('holder_renamed', 50_000),
      happens('disputed', 10_000),
      happens('dispute_lost', 120_000),
      happens('cancelled', 61_000),
    ])
    .execute()
  const { id, email } = await createStaff(shop(), organiserId, 'owner', null)
  const { call } = await inSession(shop(), { staffId: id, email })
  const { body } = await call('office_order', { organiser_id: organiserId, order_id: sale.saleId })
  const shown = (body.timeline as { what: string }[]).map(({ what }) => what)
  expect(shown.slice(0, 4)).toEqual([
    happened.dispute_lost,
    happened.cancelled,
    happened.disputed,
    happened.holder_renamed,
  ])
})
