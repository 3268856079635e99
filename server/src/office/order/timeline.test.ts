import { happened } from '@foyer/contract/office/orders/messages.en.ts'
import { expect, it } from 'vitest'
import { bought, pay, vendor } from '../../payment/refund/bought.testing.ts'
import { holdAll } from '../../sale/hold/hold.ts'
import { createEvent } from '../../testing/fixtures/catalogue.ts'
import { saleAt } from '../../testing/fixtures/sale.ts'
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

it('shows people limited to some of its events what they did with it themselves, and nothing of what others did', async () => {
  const { db, deps, clock } = shop()
  const startsAt = new Date(clock.now().getTime() + 20 * 86_400_000)
  const own = await createEvent(db, { startsAt })
  const tickets = [{ name: 'Secret gala' }, { name: 'Secret gala, late' }]
  const other = await createEvent(db, { startsAt, organiser_id: own.organiserId, tickets })
  const sale = await saleAt(deps, 'basket', { ticketId: own.ticketId })
  await db
    .insertInto('sale_lines')
    .values({ sale_id: sale.saleId, ticket_type_id: other.ticketId, qty: 1, added_at: clock.now() })
    .execute()
  await holdAll(db, [{ saleId: sale.saleId, userId: null }], 900, clock.now())
  await db.updateTable('sales').set({ state: 'payment' }).where('id', '=', sale.saleId).execute()
  await pay(deps, sale)
  clock.advance(30)
  await shop().runJobs()
  const about = { organiser_id: own.organiserId, order_id: sale.saleId }
  const staffWith = async (events: number[] | null) => {
    const { id, email } = await createStaff(shop(), own.organiserId, events === null ? 'owner' : 'manager', events)
    return inSession(shop(), { staffId: id, email, provedAt: clock.now() })
  }
  const [owner, limited] = [await staffWith(null), await staffWith([own.eventId])]
  const ticket = await db
    .selectFrom('tickets')
    .select('id')
    .where('ticket_type_id', '=', other.ticketId)
    .executeTakeFirstOrThrow()
  const change = { ...about, ticket_id: ticket.id, ticket_type_id: other.ticketIds[1] }
  const changed = await owner.call('change_ticket', { ...change, form_key: 'change' })
  expect(changed).toMatchObject({ status: 200 })
  expect(await limited.call('add_note', { ...about, words: 'Aisle', form_key: 'note' })).toMatchObject({ status: 200 })
  const shownTo = async ({ call }: typeof owner) => JSON.stringify((await call('office_order', about)).body.timeline)
  const note = 'Added a note to order'
  expect(await shownTo(owner)).toContain('Secret gala')
  expect(await shownTo(owner)).toContain(note)
  expect(await shownTo(limited)).not.toContain('Secret gala')
  expect(await shownTo(limited)).toContain(note)
})
