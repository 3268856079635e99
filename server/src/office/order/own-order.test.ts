import { expect, it } from 'vitest'
import { pay, vendor } from '../../payment/refund/bought.testing.ts'
import { holdAll } from '../../sale/hold/hold.ts'
import { createEvent } from '../../testing/fixtures/catalogue.ts'
import { saleAt } from '../../testing/fixtures/sale.ts'
import { useShop } from '../../testing/shop.ts'
import { createStaff, inSession } from '../testing/office.ts'

const shop = useShop('embedded', { providers: { stripe: vendor.provider } })

it('shows people limited to some of its events what they did themselves, and nothing of others’ acts or of the payment plan', async () => {
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
  const goodwill = { ...about, what: 'amount', amount: '1.00', form_key: 'goodwill' }
  expect((await limited.call('refund_order', goodwill)).body.code).toBe('may_not')
  expect(await sale.refunds()).toEqual([])
  expect(await limited.call('add_note', { ...about, words: 'Aisle', form_key: 'note' })).toMatchObject({ status: 200 })
  const shownTo = async ({ call }: typeof owner) => JSON.stringify((await call('office_order', about)).body.timeline)
  const shown = async ({ call }: typeof owner) => JSON.stringify((await call('office_order', about)).body)
  const plan = { sale_id: sale.saleId, option_key: '2', status: 'active' as const, terms_version: '1' }
  await db
    .insertInto('payment_plans')
    .values({ ...plan, agreed_at: clock.now() })
    .execute()
  const part = { sale_id: sale.saleId, seq: 1, due_on: '2026-07-01', amount_minor: 1234, status: 'due' as const }
  await db.insertInto('plan_instalments').values(part).execute()
  const note = 'Added a note to order'
  expect(await shownTo(owner)).toContain('Secret gala')
  expect(await shownTo(owner)).toContain(note)
  expect(await shownTo(limited)).not.toContain('Secret gala')
  expect(await shownTo(limited)).toContain(note)
  expect(await shown(owner)).toContain('12.34')
  expect(await shown(limited)).not.toContain('12.34')
})
