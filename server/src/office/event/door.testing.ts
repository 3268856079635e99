import type { ReplyOf } from '@foyer/contract/calls.ts'
import type { OfficeReply } from '@foyer/contract/office/calls.ts'
import { expect } from 'vitest'
import { createEvent } from '../../testing/fixtures/catalogue.ts'
import type { TestShop } from '../../testing/shop.ts'
import { newTicketCode } from '../../tickets/signing/codes.ts'
import { createStaff, inSession } from '../testing/office.ts'
import { createOrder } from '../testing/order.ts'

type Door = OfficeReply<'office_door'>
type Result = ReplyOf<'door_entries'>['results'][number]

/** An event with two dates, and a person with the door role who pairs devices. */
export async function createDoorEvent(shop: TestShop) {
  const { db, clock } = shop
  const startsAt = new Date(clock.now().getTime() + 3_600_000)
  const event = await createEvent(db, { startsAt, tickets: [{}, {}] })
  const [tonight, later] = event.ticketIds as [number, number]
  const { id: tomorrowId } = await db
    .insertInto('event_dates')
    .values({ event_id: event.eventId, starts_at: new Date(startsAt.getTime() + 86_400_000) })
    .returning('id')
    .executeTakeFirstOrThrow()
  await db.updateTable('ticket_types').set({ date_id: tomorrowId }).where('id', '=', later).execute()
  const staff = await createStaff(shop, event.organiserId, 'door')
  const office = await inSession(shop, { staffId: staff.id, email: staff.email })
  const about = { organiser_id: event.organiserId, event_id: event.eventId }
  const page = async (date_id = event.dateId) =>
    (await office.call('office_door', { ...about, date_id })).body as unknown as Door
  const requestPairingCode = async (name = 'North door') => {
    expect((await office.call('pair_door', { ...about, date_id: event.dateId, name })).status).toBe(200)
    return (await page()).devices[0]!
  }
  const pair = async (name?: string) => {
    const { code, device_id } = await requestPairingCode(name)
    const paired = await shop.browser().call('open_door', { pairing_code: code })
    expect(paired.status).toBe(200)
    return { ...makeDevice(shop, String(paired.body.device)), device_id }
  }
  /** Tickets of one order, for this night unless another type is given. */
  const party = async (n: number, typeId = tonight, name = 'Ada Lovelace') => {
    const order = await createOrder(db, { organiserId: event.organiserId, now: clock.now(), name })
    await db.deleteFrom('tickets').where('sale_id', '=', order.orderId).execute()
    const rows = Array.from({ length: n }, (_, instance) => ({
      sale_id: order.orderId,
      ticket_type_id: typeId,
      instance,
      code: newTicketCode(shop.deps.random),
      issued_at: clock.now(),
      holder_name: name,
      holder_email: order.email,
    }))
    const tickets = await db.insertInto('tickets').values(rows).returning(['id', 'code']).execute()
    return { ...order, tickets }
  }
  return { ...event, staff, office, about, page, requestPairingCode, pair, party, tonight, later, tomorrowId }
}

let keys = 0
/** A device at a door by its token. */
export function makeDevice(shop: TestShop, device: string) {
  const browser = shop.browser()
  const send = async (entries: object[]) => {
    const answer = await browser.call('door_entries', {
      device,
      entries: entries.map((entry) => ({
        key: `k${++keys}`,
        kind: 'in',
        at: shop.clock.now().toISOString(),
        ...entry,
      })),
    })
    return { ...answer, results: (answer.body.results ?? []) as Result[] }
  }
  const outcomes = async (...entries: object[]) => (await send(entries)).results.map(({ outcome }) => outcome)
  const list = async (version = '') => browser.call('door_list', { device, version })
  return { device, send, outcomes, list }
}
