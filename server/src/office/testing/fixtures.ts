import { createEvent, keepSeats } from '../../testing/fixtures/catalogue.ts'
import type { TestShop } from '../../testing/shop.ts'
import { createStaff, newStaffEmail } from './office.ts'
import { createOrder } from './order.ts'

/** Makes the rows that calls of the office are about. */
export function fixturesOf(shop: () => Pick<TestShop, 'db' | 'clock'>) {
  const eventOf = async (organiserId: number) => (await createEvent(shop().db, { organiser_id: organiserId })).eventId
  const orderOf = (organiserId: number) => createOrder(shop().db, { organiserId, now: shop().clock.now() })

  const aPasskey = async (staffId: number | null) =>
    staffId === null
      ? 1
      : (
          await shop()
            .db.insertInto('staff_passkeys')
            .values({
              staff_id: staffId,
              credential_id: newStaffEmail(),
              public_key: '',
              counter: 0,
              name: 'key',
              created_at: shop().clock.now(),
            })
            .returning('id')
            .executeTakeFirstOrThrow()
        ).id

  async function aCodeOf(organiserId: number) {
    const event_id = await eventOf(organiserId)
    const { id } = await shop()
      .db.insertInto('discount_codes')
      .values({ code: newStaffEmail().toUpperCase(), event_id, kind: 'percent', percent_bp: 1000 })
      .returning('id')
      .executeTakeFirstOrThrow()
    return { event_id, code_id: id, kind: 'discount' }
  }

  const aComplaint = async (organiserId: number) =>
    (
      await shop()
        .db.insertInto('complaints')
        .values({
          number: newStaffEmail(),
          form_key: newStaffEmail(),
          kind: 'order',
          organiser_id: organiserId,
          name: 'Ada Lovelace',
          email: newStaffEmail(),
          message: 'x',
          language: 'en',
          received_at: shop().clock.now(),
        })
        .returning('id')
        .executeTakeFirstOrThrow()
    ).id

  /** A person whom an organiser asked the operator to erase. */
  const aRequest = async (organiserId: number) =>
    (
      await shop()
        .db.insertInto('data_requests')
        .values({ organiser_id: organiserId, email: newStaffEmail(), asked_at: shop().clock.now() })
        .returning('id')
        .executeTakeFirstOrThrow()
    ).id

  const aNote = async (organiserId: number) => {
    const { orderId } = await orderOf(organiserId)
    const { id } = await shop()
      .db.insertInto('order_notes')
      .values({ sale_id: orderId, organiser_id: organiserId, words: 'x', written_at: shop().clock.now() })
      .returning('id')
      .executeTakeFirstOrThrow()
    return { order_id: orderId, note_id: id }
  }

  async function aMailing(organiserId: number) {
    await orderOf(organiserId)
    const { id } = await shop()
      .db.insertInto('mailings')
      .values({
        organiser_id: organiserId,
        kind: 'service',
        list: 'orders',
        subject: 'x',
        body: 'x',
        made_at: shop().clock.now(),
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    return id
  }

  /** A payout of the organiser's own account. */
  async function aPayoutOf(organiserId: number) {
    const { db, clock } = shop()
    const [now, name] = [clock.now(), newStaffEmail()]
    const isThere = await db.selectFrom('organisers').select('id').where('id', '=', organiserId).executeTakeFirst()
    if (isThere === undefined) return 1
    const account = await db
      .insertInto('payment_accounts')
      .values({
        organiser_id: organiserId,
        provider: 'stripe',
        external_id: name,
        created_at: now,
        updated_at: now,
        ended_at: now,
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    const { id } = await db
      .insertInto('payouts')
      .values({
        provider: 'stripe',
        account_id: account.id,
        external_id: name,
        status: 'paid',
        amount_minor: 0,
        currency: 'GBP',
        arrives_at: now,
        created_at: now,
        fetched_at: now,
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    return id
  }

  /** An entry that an ended device handed in. */
  async function aLateEntry(organiserId: number) {
    const { eventId, dateId, ticketId } = await orderOf(organiserId)
    const { id: staff_id } = await createStaff(shop(), organiserId, 'door')
    const [now, date_id] = [shop().clock.now(), dateId]
    const device = await shop()
      .db.insertInto('door_devices')
      .values({ event_id: eventId, date_id, staff_id, name: 'North', code_until: now, made_at: now, ended_at: now })
      .returning('id')
      .executeTakeFirstOrThrow()
    const { id } = await shop()
      .db.insertInto('admissions')
      .values({
        ticket_id: ticketId,
        date_id,
        device_id: device.id,
        kind: 'in',
        outcome: 'for_review',
        at: now,
        place: 'North',
        offline: true,
        key: newStaffEmail(),
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    return { event_id: eventId, date_id, from_id: id, until_id: id }
  }

  /** Two seats of an event that are held back for the press. */
  async function anAllocation(organiserId: number) {
    const { eventId, poolIds } = await createEvent(shop().db, {
      organiser_id: organiserId,
      pools: [{ seats: ['A1', 'A2', 'A3'] }],
      tickets: [{ pool: 0 }],
    })
    return { event_id: eventId, allocation_id: await keepSeats(shop().db, poolIds[0]!, ['A1', 'A2']) }
  }

  return { anAllocation, aCodeOf, aComplaint, aLateEntry, aMailing, aNote, aPasskey, aPayoutOf, aRequest }
}
