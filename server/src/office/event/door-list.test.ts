import type { OfficeReply } from '@foyer/contract/office/calls.ts'
import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { bought, vendor } from '../../payment/refund/bought.testing.ts'
import { createEvent } from '../../testing/fixtures/catalogue.ts'
import { useShop } from '../../testing/shop.ts'
import { createStaff, inSession } from '../testing/office.ts'

const shop = useShop('embedded', { providers: { stripe: vendor.provider } })

it('[41] lists guests for ushers by section, row and seat, with notes, as a page and as a file', async () => {
  const { db, clock } = shop()
  const rows = ['A1', 'A2', 'A10', 'B1']
  const event = await createEvent(db, {
    startsAt: new Date(clock.now().getTime() + 86_400_000),
    pools: [{ seats: rows }, { seats: rows }],
    tickets: [{ name: 'Stalls', pool: 0 }, { name: 'Balcony', pool: 1 }, { name: 'Standing' }],
  })
  const [stalls, balcony, standing] = event.ticketIds as [number, number, number]
  for (const [n, section] of ['Stalls', 'Balcony'].entries())
    await db
      .updateTable('seats')
      .set((eb) => ({ section, label: sql<string>`${section} || ' ' || ${eb.ref('label')}` }))
      .where('pool_id', '=', event.poolIds[n]!)
      .execute()
  const guest = (ticketId: number, qty: number, name: string) =>
    bought(shop().deps, { ticketId, qty, guest: { email: `${name}@example.org`, name } })
  await guest(standing, 1, 'Anne')
  await guest(balcony, 1, 'Bea')
  const dora = await guest(stalls, 4, 'Dora')
  const staff = await createStaff(shop(), event.organiserId, 'manager')
  const browser = await inSession(shop(), { staffId: staff.id, email: staff.email, provedAt: clock.now() })
  await db
    .insertInto('order_notes')
    .values({
      sale_id: dora.saleId,
      organiser_id: event.organiserId,
      staff_id: staff.id,
      words: 'Walks with a frame',
      at_door: true,
      written_at: clock.now(),
    })
    .execute()
  const about = { organiser_id: event.organiserId, event_id: event.eventId, date_id: event.dateId }
  const look = async (more: object = {}) =>
    (await browser.call('office_door_list', { ...about, ...more })).body as unknown as OfficeReply<'office_door_list'>
  const names = ({ guests }: OfficeReply<'office_door_list'>) => guests.map(({ holder, seat }) => `${holder} ${seat}`)
  const bySeat = await look({ by: 'seat' })
  expect(names(bySeat)).toEqual([
    'Dora Stalls A1',
    'Dora Stalls A2',
    'Dora Stalls A10',
    'Dora Stalls B1',
    expect.stringMatching(/^Bea Balcony/),
    'Anne ',
  ])
  expect(bySeat.has_seats).toBe(true)
  expect(bySeat.guests[0]).toMatchObject({ section: 'Stalls', row: 'A', note: 'Walks with a frame' })
  expect(names(await look()).map((name) => name.split(' ')[0])).toEqual(['Anne', 'Bea', 'Dora', 'Dora', 'Dora', 'Dora'])
  const file = await browser.call('export_door_list', { ...about, by: 'seat' })
  const lines = file.raw.body.trim().split('\r\n')
  expect(lines).toHaveLength(7)
  expect(lines[1]).toMatch(/Stalls,A,Stalls A1,Dora,Stalls,.*Walks with a frame/)
})
