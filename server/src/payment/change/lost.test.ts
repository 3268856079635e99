import { expect, it } from 'vitest'
import { inTx } from '../../db/transaction/tx.ts'
import { createStaff, inSession } from '../../office/testing/office.ts'
import { describeOnBoth } from '../../testing/database/databases.ts'
import { createEvent } from '../../testing/fixtures/catalogue.ts'
import { useShop } from '../../testing/shop.ts'
import { ledgerDifferences } from '../ledger/ledger.ts'
import { bought, vendor } from '../refund/bought.testing.ts'
import { recordDispute } from '../webhook/dispute.ts'

describeOnBoth('a change to a cheaper ticket after a partly lost dispute', (kind) => {
  const shop = useShop(kind, { providers: { stripe: vendor.provider } })

  it('is refused if the difference is to be returned and isn’t there, and made without it', async () => {
    const { deps, db, clock } = shop()
    const now = clock.now()
    const event = await createEvent(db, {
      startsAt: new Date(now.getTime() + 20 * 86_400_000),
      tickets: [1400, 1000].map((price_minor) => ({ price_minor, booking_fee_minor: 100, capacity: 5 })),
    })
    const [dear, cheap] = event.ticketIds as [number, number]
    const sale = await bought(deps, { ticketId: dear })
    const [payment] = await sale.payments()
    const dispute = {
      id: `lost-${kind}`,
      amountMinor: 1200,
      reason: 'fraudulent',
      status: 'lost',
      dueAt: null,
      at: clock.now(),
    }
    await inTx(db, (tx) => recordDispute(tx, payment!, dispute, clock.now()))
    const staff = await createStaff(shop(), event.organiserId, 'owner')
    const browser = await inSession(shop(), { staffId: staff.id, email: staff.email, provedAt: clock.now() })
    const tickets = () => db.selectFrom('tickets').selectAll().where('sale_id', '=', sale.saleId).execute()
    const [ticket] = await tickets()
    const change = (returns: string, form_key: string) =>
      browser.call('change_ticket', {
        organiser_id: event.organiserId,
        order_id: sale.saleId,
        ticket_id: ticket!.id,
        ticket_type_id: cheap,
        returns,
        form_key,
      })
    const refused = await change('1', `a${sale.saleId}`)
    expect([refused.status, refused.body.code]).toEqual([409, 'refund_too_much'])
    expect(await tickets()).toEqual([ticket])
    expect((await change('0', `b${sale.saleId}`)).status).toBe(200)
    expect(await tickets()).toMatchObject([{ ticket_type_id: cheap }])
    expect(await sale.refunds()).toEqual([])
    expect(await ledgerDifferences(db)).toEqual([])
  })
})
