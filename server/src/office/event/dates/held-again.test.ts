import { randomBytes } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { importText } from '../../../catalogue/import/import.ts'
import { createEvent } from '../../../testing/fixtures/catalogue.ts'
import { openShop } from '../../../testing/shop.ts'
import { checkAtDoor } from '../../../tickets/door/door.ts'
import { newTicketCode } from '../../../tickets/signing/codes.ts'
import { createFullOrganiser } from '../../testing/full-organiser.ts'
import { createOrder } from '../../testing/order.ts'

let shop: Awaited<ReturnType<typeof openShop>>
beforeAll(async () => {
  shop = await openShop('embedded')
})
afterAll(() => shop.close())

/** A show with two dates, one of whose tickets for the first was used. */
async function createShowWithGuest() {
  const { db, deps, clock } = shop
  const organiser = await createFullOrganiser(shop)
  const type = await db
    .selectFrom('ticket_types as type')
    .innerJoin('event_dates as date', 'date.id', 'type.date_id')
    .select(['type.id', 'date.id as date_id'])
    .where('type.event_id', '=', organiser.eventId)
    .where('type.name', '=', 'Standing')
    .orderBy('date.starts_at')
    .executeTakeFirstOrThrow()
  const { organiserId } = await createEvent(db)
  const { orderId, email } = await createOrder(db, { organiserId, now: clock.now() })
  const code = newTicketCode({ bytes: randomBytes } as never)
  await db
    .insertInto('tickets')
    .values({
      sale_id: orderId,
      ticket_type_id: type.id,
      instance: 7,
      code,
      issued_at: clock.now(),
      holder_name: 'Ada Lovelace',
      holder_email: email,
    })
    .execute()
  const check = async () => (await checkAtDoor(deps, code, 'Door')).outcome
  expect(await check()).toBe('admitted')
  const startsAt = async () =>
    (
      await db.selectFrom('event_dates').select('starts_at').where('id', '=', type.date_id).executeTakeFirstOrThrow()
    ).starts_at.toISOString()
  const staff = await organiser.manager()
  /** Imports the organiser's catalogue with the first date at this time, and the notes about it. */
  const importAt = async (starts: string) => {
    const file = await organiser.file()
    file.events![0]!.dates[0] = { ...file.events![0]!.dates[0]!, starts, ends: undefined, doors: undefined }
    const report = await importText(db, 'again.json', JSON.stringify(file), clock.now())
    expect(report.refused).toEqual([])
    return report.notes.map(({ why }) => why).join('\n')
  }
  return { ...organiser, ...staff, dateId: type.date_id, check, startsAt, importAt }
}

describe('a used ticket', () => {
  it('admits again after the form of the dates moved its date to another day', async () => {
    const { open, send, check, startsAt } = await createShowWithGuest()
    const form = await open('dates')
    const moved = { 'dates.0.starts': '2027-07-09T20:00', 'dates.0.ends': '', 'dates.0.doors': '' }
    expect((await send(form, moved)).body).toMatchObject({ success: true })
    expect(await startsAt()).toBe('2027-07-09T19:00:00.000Z')
    expect(await check()).toBe('admitted')
    expect(await check()).toBe('already_admitted')
  })

  it('stays used where the form corrects the time of that day, or the time zone', async () => {
    const { open, send, check, startsAt } = await createShowWithGuest()
    const day = (await startsAt()).slice(0, 10)
    const times = { 'dates.0.starts': `${day}T23:30`, 'dates.0.ends': '', 'dates.0.doors': '' }
    expect((await send(await open('dates'), times)).body).toMatchObject({ success: true })
    expect(await startsAt()).toBe(`${day}T22:30:00.000Z`)
    expect(await check()).toBe('already_admitted')
    expect((await send(await open('details'), { timezone: 'Asia/Tokyo' })).body).toMatchObject({ success: true })
    expect(await startsAt()).toBe(`${day}T14:30:00.000Z`)
    expect(await check()).toBe('already_admitted')
  })

  it('stays used where several dates get another time', async () => {
    const { browser, about, dateId, check, startsAt } = await createShowWithGuest()
    const before = await startsAt()
    const change = { ...about, dates: [dateId], starts: '23:15', ends: '23:50' }
    expect((await browser.call('change_dates', change)).body).toMatchObject({ success: true })
    expect(await startsAt()).not.toBe(before)
    expect(await check()).toBe('already_admitted')
  })

  it('admits again after an import moved its date to another day, and not after one corrected the time', async () => {
    const { importAt, check, startsAt } = await createShowWithGuest()
    const day = (await startsAt()).slice(0, 10)
    expect(await importAt(`${day}T23:30`)).toContain('moved from')
    expect(await check()).toBe('already_admitted')
    expect(await importAt('2027-07-09T20:00')).toContain('moved from')
    expect(await check()).toBe('admitted')
    expect(await check()).toBe('already_admitted')
  })

  it('is none for the next date of a file that no longer lists the date at which it was used', async () => {
    const { importAt, dateId, check, startsAt } = await createShowWithGuest()
    const { db, clock } = shop
    const past = new Date(clock.now().getTime() - 86_400_000)
    await db
      .updateTable('event_dates')
      .set({ starts_at: past, ends_at: null, doors_at: null })
      .where('id', '=', dateId)
      .execute()
    expect(await importAt('2027-07-09T20:00')).toContain('stays for those who bought it')
    expect(await startsAt()).toBe(past.toISOString())
    expect(await check()).toBe('already_admitted')
  })
})
