import type { OfficeReply } from '@foyer/contract/office/calls.ts'
import { expect, it } from 'vitest'
import { describeOnBoth } from '../../../testing/database/databases.ts'
import { useShop } from '../../../testing/shop.ts'
import { offerPlaces } from '../../../waiting-list/offer.ts'
import { joinWaitingList, offeredTo, refund, soldOutEvent } from '../../../waiting-list/waiting-list.testing.ts'
import { createStaff, inSession, logOf } from '../../testing/office.ts'

describeOnBoth('the waiting list in the office', (kind) => {
  const shop = useShop(kind)

  it('shows entries in order, offers the next once despite repeated presses, and removes one', async () => {
    const { slug, dateId, ticketId, orders, organiserId, eventId } = await soldOutEvent(shop(), 2)
    for (const name of ['una', 'vic', 'wes'])
      await joinWaitingList(shop(), { slug, dateId, types: [ticketId], email: `${name}@office.example` })
    const staff = await createStaff(shop(), organiserId, 'box_office')
    const browser = await inSession(shop(), { staffId: staff.id, email: staff.email })
    const about = { organiser_id: organiserId, event_id: eventId }
    const page = async () =>
      (await browser.call('office_waiting', about)).body as unknown as OfficeReply<'office_waiting'>
    const people = async () =>
      (await page()).dates[0]!.people.map(({ email, state }) => `${email.split('@')[0]} ${state}`)
    expect(await page()).toMatchObject({
      on: true,
      offer_minutes: 30,
      may_change: false,
      dates: [{ waiting: 3, kept: 0 }],
    })
    expect(await people()).toEqual(['una waiting', 'vic waiting', 'wes waiting'])
    const offer = { ...about, date_id: dateId, form_key: 'one' }
    expect((await browser.call('offer_next', offer)).body.code).toBe('nothing_to_offer')
    await refund(shop(), orders[0]!)
    await refund(shop(), orders[1]!)
    expect(await page()).toMatchObject({ dates: [{ waiting: 3, kept: 2 }] })
    const pressed = await Promise.all(Array.from({ length: 50 }, () => browser.call('offer_next', offer)))
    expect(new Set(pressed.map(({ status }) => status))).toEqual(new Set([200]))
    expect(await offeredTo(shop(), dateId)).toEqual(['una offered'])
    const { waiting_id } = (await page()).dates[0]!.people.find(({ email }) => email.startsWith('una'))!
    expect((await browser.call('remove_waiting', { ...about, waiting_id })).status).toBe(200)
    // The tickets that were held for her go to the next in line.
    await offerPlaces(shop().deps)
    expect(await people()).toEqual(['vic offered', 'wes offered'])
    expect((await logOf(shop(), staff.id)).map(({ action }) => action)).toEqual(
      expect.arrayContaining(['office_waiting', 'offer_next', 'remove_waiting']),
    )
  })

  it('downloads a list in order, with neutralised formulas, for those with the right, and counts it on the home page', async () => {
    const own = await soldOutEvent(shop(), 1)
    for (const email of ['=cmd@x.example', 'una@x.example'])
      await joinWaitingList(shop(), { slug: own.slug, dateId: own.dateId, types: [own.ticketId], email })
    const staff = await createStaff(shop(), own.organiserId, 'manager')
    const browser = await inSession(shop(), { staffId: staff.id, email: staff.email })
    const about = { organiser_id: own.organiserId, event_id: own.eventId }
    const csv = await browser.call('export_waiting', about)
    expect(csv.raw.headers['content-disposition']).toMatch(/waiting-list-[\d-]+\.csv/)
    const [, first, second, ...rest] = csv.raw.body.split('\r\n')
    expect([first, second]).toEqual([
      expect.stringMatching(/,'=cmd@x\.example,1,.*,Waiting,/),
      expect.stringMatching(/,una@x\.example,1,.*,Waiting,/),
    ])
    expect(rest).toEqual([''])
    const excel = await browser.call('export_waiting', { ...about, format: 'xlsx' })
    expect(excel.raw.rawPayload.subarray(0, 2).toString()).toBe('PK')
    expect((await logOf(shop(), staff.id)).map(({ action }) => action)).toContain('export_waiting')
    const needs = async (as: typeof browser) =>
      (
        (await as.call('office_home', { organiser_id: own.organiserId })).body.needs as { kind: string; n: number }[]
      ).filter(({ kind }) => kind === 'waiting')
    expect(await needs(browser)).toMatchObject([{ n: 2 }])
    const box = await createStaff(shop(), own.organiserId, 'box_office')
    const atBox = await inSession(shop(), { staffId: box.id, email: box.email })
    expect((await atBox.call('export_waiting', about)).status).toBe(403)
    const door = await createStaff(shop(), own.organiserId, 'door')
    expect(await needs(await inSession(shop(), { staffId: door.id, email: door.email }))).toEqual([])
    const other = await soldOutEvent(shop(), 1)
    expect((await browser.call('export_waiting', { ...about, event_id: other.eventId })).status).toBe(404)
  })

  it('shows no people without the right, and no data of another organiser', async () => {
    const own = await soldOutEvent(shop(), 1)
    const other = await soldOutEvent(shop(), 1)
    await joinWaitingList(shop(), {
      slug: own.slug,
      dateId: own.dateId,
      types: [own.ticketId],
      email: 'x@secret.example',
    })
    const { id } = await shop()
      .db.selectFrom('waiting')
      .select('id')
      .where('date_id', '=', own.dateId)
      .executeTakeFirstOrThrow()
    const about = { organiser_id: own.organiserId, event_id: own.eventId }
    for (const role of ['reader', 'door'] as const) {
      const staff = await createStaff(shop(), own.organiserId, role)
      const browser = await inSession(shop(), { staffId: staff.id, email: staff.email })
      expect((await browser.call('office_waiting', about)).status).toBe(403)
      expect((await browser.call('remove_waiting', { ...about, waiting_id: id })).status).toBe(403)
      const overview = (await browser.call('office_event', about)).body
      expect(overview).toMatchObject({ waiting: 1, may_see_waiting: false })
      expect(JSON.stringify(overview)).not.toContain('secret.example')
    }
    const staff = await createStaff(shop(), other.organiserId, 'manager')
    const browser = await inSession(shop(), { staffId: staff.id, email: staff.email })
    const theirs = { organiser_id: other.organiserId, event_id: other.eventId }
    expect((await browser.call('office_waiting', about)).status).toBe(404)
    expect((await browser.call('remove_waiting', { ...theirs, waiting_id: id })).status).toBe(404)
    expect((await browser.call('offer_next', { ...theirs, date_id: own.dateId })).status).toBe(404)
  })
})
