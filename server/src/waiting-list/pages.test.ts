import { expect, it } from 'vitest'
import { erasePerson } from '../privacy/erase.ts'
import { personalDataOf } from '../privacy/personal-data.ts'
import { eraseExpiredData } from '../privacy/retention.ts'
import { describeOnBoth } from '../testing/database/databases.ts'
import { createEvent } from '../testing/fixtures/catalogue.ts'
import { useShop } from '../testing/shop.ts'
import { askToJoin } from './join.ts'
import { offerPlaces } from './offer.ts'
import { placeInWords, readJoinForm, waitingPage, waitingPlacePage } from './pages.ts'
import { remindOfSales } from './remind.ts'
import { counters, joinWaitingList, newestListLink, refund, soldOutEvent } from './waiting-list.testing.ts'

describeOnBoth('waiting list pages', (kind) => {
  const shop = useShop(kind)
  const nobody = { saleId: null } as never
  const tokenTo = async (email: string) =>
    new URL(await newestListLink(shop(), email), 'http://shop.test').searchParams.get('link')!
  const placeOf = async (email: string) => waitingPlacePage(shop().deps, nobody, await tokenTo(email), '')
  const mailsTo = (email: string) =>
    shop().db.selectFrom('mails').select('subject').where('recipient', '=', email).orderBy('id').execute()

  it('show sold-out tickets with their price, and the position without the address', async () => {
    const { slug, dateId, ticketId } = await soldOutEvent(shop(), 1)
    expect(await waitingPage(shop().deps, slug, { date: '', sent: false })).toMatchObject({
      state: 'form',
      date_id: dateId,
      opens: null,
      dates: [{ date_id: dateId, tickets: [{ ticket_id: ticketId, price: 'FREE', most: 1 }] }],
    })
    for (const name of ['ali', 'bea', 'cai'])
      await joinWaitingList(shop(), { slug, dateId, types: [ticketId], email: `${name}@words.example` })
    const third = await placeOf('cai@words.example')
    expect(third).toMatchObject({ state: 'waiting', place: 'third', qty: 1 })
    expect(JSON.stringify(third)).not.toContain('@')
    expect([1, 10, 11].map(placeInWords)).toEqual(['first', 'tenth', 'number 11'])
    expect(await waitingPage(shop().deps, 'nothing-like-this', { date: '', sent: false })).toBeNull()
  })

  it('offer the types of a published event that are sold alone, and nothing of a draft', async () => {
    const { db, deps } = shop()
    const { eventId, slug, ticketIds } = await createEvent(db, {
      waiting_list: true,
      tickets: ['Alone', 'Programme', 'Disappears', 'Child'].map((name) => ({ name, capacity: 0 })),
    })
    const [alone, programme, disappears, child] = ticketIds as [number, number, number, number]
    const set = (id: number, values: object) =>
      db.updateTable('ticket_types').set(values).where('id', '=', id).execute()
    await set(programme, { extra: true })
    await set(disappears, { hide_when_sold_out: true })
    await db
      .insertInto('ticket_requirements')
      .values({ ticket_type_id: child, title: 'With an adult', any_of: [alone] })
      .execute()
    const page = () => waitingPage(deps, slug, { date: '', sent: false })
    expect((await page())!.dates.map(({ tickets }) => tickets.map(({ name }) => name))).toEqual([['Alone']])
    await db.updateTable('events').set({ status: 'draft' }).where('id', '=', eventId).execute()
    expect(await page()).toBeNull()
  })

  it('say between which quantities the chosen tickets can be wanted', async () => {
    const { slug, dateId, ticketId } = await soldOutEvent(shop(), 1)
    const { db, deps } = shop()
    await db.updateTable('ticket_types').set({ min_per_customer: 2 }).where('id', '=', ticketId).execute()
    await db.updateTable('stock').set({ capacity: 6, sold: 6 }).where('ticket_type_id', '=', ticketId).execute()
    const form = { slug, email: 'seven@words.example', dateId, qty: 7, types: [ticketId] }
    const failure = await askToJoin(deps, form, '127.0.0.1')
    expect(failure).toMatchObject({ code: 'waiting_quantity' })
    if (failure.ok) return
    const page = await waitingPage(shop().deps, slug, { date: '', sent: false }, { form, quantity: '7', failure })
    expect(page?.error).toBe('Choose between 2 and 6 tickets.')
  })

  it('parse a form as browsers send it, and treat anything else as empty', () => {
    expect(readJoinForm({ email: 'a@b.example', date: '3', quantity: ' 2 ', tickets: ['4', '5'] }, 'x').form).toEqual({
      slug: 'x',
      email: 'a@b.example',
      dateId: 3,
      qty: 2,
      types: [4, 5],
    })
    for (const body of [undefined, null, [], { tickets: { a: 1 }, date: ['x'], quantity: ['1'], email: {} }])
      expect(readJoinForm(body, 'x').form).toEqual({ slug: 'x', email: '', dateId: null, qty: 0, types: [] })
  })

  it('announce the opening of a sale once, to confirmed addresses', async () => {
    const opens = new Date(shop().clock.now().getTime() + 3_600_000)
    const { slug } = await createEvent(shop().db, { on_sale_from: opens })
    expect(await waitingPage(shop().deps, slug, { date: '', sent: false })).toMatchObject({
      state: 'form',
      date_id: null,
    })
    expect(await joinWaitingList(shop(), { slug, email: 'soon@opens.example' })).toBe('/waiting-list/')
    await askToJoin(shop().deps, { slug, email: 'never@opens.example', dateId: null, qty: 0, types: [] }, '10.0.0.9')
    await remindOfSales(shop().deps)
    expect(await mailsTo('soon@opens.example')).toHaveLength(1)
    shop().clock.advance(3600)
    await Promise.all([remindOfSales(shop().deps), remindOfSales(shop().deps)])
    await remindOfSales(shop().deps)
    expect((await mailsTo('soon@opens.example')).map(({ subject }) => subject.split(':')[0])).toEqual([
      'Confirm your reminder',
      'On sale now',
    ])
    expect(await mailsTo('never@opens.example')).toHaveLength(1)
  })

  it('are part of a person’s data, erased on request and with old messages', async () => {
    const { slug, dateId, ticketId, orders } = await soldOutEvent(shop(), 1)
    for (const name of ['own', 'old', 'new'])
      await joinWaitingList(shop(), { slug, dateId, types: [ticketId], email: `${name}@mine.example` })
    const own = { userId: null, email: 'own@mine.example' }
    expect((await personalDataOf(shop().db, own)).waiting_lists).toMatchObject([
      { kind: 'place', qty: 1, state: 'waiting' },
    ])
    expect(await erasePerson(shop().deps, own)).toMatchObject({ ok: true })
    const emails = async () =>
      (await shop().db.selectFrom('waiting').select('email').where('date_id', '=', dateId).orderBy('id').execute()).map(
        ({ email }) => email.split('@')[0],
      )
    expect(await emails()).toEqual(['old', 'new'])
    await refund(shop(), orders[0]!)
    await offerPlaces(shop().deps)
    await shop()
      .db.updateTable('waiting')
      .set({ state: 'missed', ended_at: shop().clock.now() })
      .where('email', '=', 'old@mine.example')
      .execute()
    shop().clock.advance(91 * 86_400)
    await eraseExpiredData(shop().deps)
    expect(await emails()).toEqual(['new'])
    expect(await counters(shop(), ticketId)).toMatchObject({ sold: 0 })
  })
})
