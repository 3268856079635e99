import type { OfficeReply } from '@foyer/contract/office/calls.ts'
import { shownOrderNumber } from '@foyer/domain/format/order-number.ts'
import { expect, it } from 'vitest'
import { useNeighbour } from '../../office/testing/neighbour.ts'
import { createStaff, inSession } from '../../office/testing/office.ts'
import { bought, codesOf, vendor } from '../../payment/refund/bought.testing.ts'
import { createEvent } from '../../testing/fixtures/catalogue.ts'
import { useShop } from '../../testing/shop.ts'
import { inspectCode } from './door.ts'
import { ticketsAtDoor } from './list.ts'

const shop = useShop('embedded', { providers: { stripe: vendor.provider } })
useNeighbour(shop)

/** An event with a waiver, a ticket and a programme, and an order of two tickets. */
async function createClimb() {
  const { db, clock } = shop()
  const event = await createEvent(db, { tickets: [{ name: 'Climb' }, { name: 'Programme', extra: true }] })
  const waiver = await db
    .insertInto('waivers')
    .values({ event_id: event.eventId, title: 'Risks', terms_html: '<p>Yours.</p>' })
    .returning(['id', 'version'])
    .executeTakeFirstOrThrow()
  const sale = await bought(shop().deps, { ticketId: event.ticketIds[0]!, qty: 2 })
  const sign = (name: string, version = waiver.version) =>
    db
      .insertInto('waiver_signatures')
      .values({
        sale_id: sale.saleId,
        waiver_id: waiver.id,
        waiver_version: version,
        name,
        signed_by: name,
        signature_kind: 'typed',
        signature: name,
        signed_at: clock.now(),
      })
      .execute()
  const list = async () => {
    const where = { dateId: event.dateId, organiserId: event.organiserId, timezone: 'Europe/London' }
    return (await ticketsAtDoor(db, where)).map(({ waiver: shown }) => shown)
  }
  const verdict = async () => {
    const [code] = await codesOf(shop().deps, sale)
    const answer = await inspectCode(shop().deps, code!)
    return 'ticket' in answer ? answer.ticket.waiver : null
  }
  return { event, sale, waiverId: waiver.id, sign, list, verdict }
}

it('the list and the verdict say how many waivers of an order are signed, and where the rest can be', async () => {
  const { sale, sign, list, verdict } = await createClimb()
  const path = expect.stringContaining(sale.reference)
  expect(await list()).toEqual([
    { signed: 0, of: 2, path },
    { signed: 0, of: 2, path },
  ])
  await sign('Ada')
  expect(await verdict()).toEqual({ signed: 1, of: 2, path })
  await sign('Grace')
  expect(await list()).toEqual([
    { signed: 2, of: 2, path },
    { signed: 2, of: 2, path },
  ])
  expect(await verdict()).toEqual({ signed: 2, of: 2, path })
})

it('signing by the link says how many signatures the order still needs', async () => {
  const { sale, waiverId } = await createClimb()
  const sign = async (name: string) => {
    const signature = { name, signed_by: name, is_minor: '0', signature_kind: 'typed', signature: name }
    return (
      await shop()
        .browser()
        .call('sign_waiver', { reference: sale.reference, waiver_id: waiverId, ...signature })
    ).body
  }
  expect(await sign('Ada Lovelace')).toEqual({ success: true, missing: 1 })
  expect(await sign('Ada Lovelace')).toEqual({ success: true, missing: 1 })
  expect(await sign('Grace Hopper')).toEqual({ success: true, missing: 0 })
})

it('a signature of earlier terms doesn’t count, nor does one of another order', async () => {
  const { sign, list } = await createClimb()
  await sign('Ada', 0)
  const other = await createClimb()
  await other.sign('Grace')
  expect((await list())[0]).toMatchObject({ signed: 0, of: 2 })
})

it('an event without a waiver says nothing, and neither does an extra', async () => {
  const { db } = shop()
  const plain = await createEvent(db)
  await bought(shop().deps, { ticketId: plain.ticketId, qty: 1 })
  const where = { dateId: plain.dateId, organiserId: plain.organiserId, timezone: 'Europe/London' }
  expect((await ticketsAtDoor(db, where)).map(({ waiver }) => waiver)).toEqual([undefined])
  const { event, list } = await createClimb()
  await bought(shop().deps, { ticketId: event.ticketIds[1]!, qty: 1 })
  expect((await list()).filter((waiver) => waiver !== undefined)).toHaveLength(2)
  expect(await list()).toHaveLength(3)
})

it('the door’s page in the office says how many are signed, and which orders lack some', async () => {
  const { event, sale, sign } = await createClimb()
  const { organiserId, eventId } = event
  const { id: staffId, email } = await createStaff(shop(), organiserId, 'door')
  const staff = await inSession(shop(), { staffId, email })
  const shown = async () => {
    const { body } = await staff.call('office_door', { organiser_id: organiserId, event_id: eventId })
    return (body as unknown as OfficeReply<'office_door'>).waivers
  }
  const { name, number } = await shop()
    .db.selectFrom('orders')
    .select(['name', 'number'])
    .where('sale_id', '=', sale.saleId)
    .executeTakeFirstOrThrow()
  const order = { buyer: name, order: shownOrderNumber(number) }
  expect(await shown()).toEqual({ signed: 0, of: 2, missing: [{ ...order, n: 2 }], more: 0 })
  await sign('Ada')
  expect(await shown()).toEqual({ signed: 1, of: 2, missing: [{ ...order, n: 1 }], more: 0 })
  await sign('Grace')
  expect(await shown()).toEqual({ signed: 2, of: 2, missing: [], more: 0 })
})
