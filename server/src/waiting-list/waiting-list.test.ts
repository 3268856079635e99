import { fill } from '@foyer/contract/fill.ts'
import { mails as en } from '@foyer/contract/messages.en.ts'
import { mails as fr } from '@foyer/contract/messages.fr.ts'
import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { inTx } from '../db/transaction/tx.ts'
import { claimFreeTickets } from '../payment/start/free.ts'
import { erasePerson } from '../privacy/erase.ts'
import { personByEmail } from '../privacy/person.ts'
import { sweepHolds } from '../sale/hold/release.ts'
import { describeOnBoth } from '../testing/database/databases.ts'
import { saleAt } from '../testing/fixtures/sale.ts'
import { useShop } from '../testing/shop.ts'
import { askToJoin } from './join.ts'
import { offerNext, offerPlaces } from './offer.ts'
import {
  confirmJoining,
  counters,
  joinWaitingList,
  newestListLink,
  offeredTo,
  refund,
  soldOutEvent,
  takeOffer,
} from './waiting-list.testing.ts'

describeOnBoth('a waiting list', (kind) => {
  const shop = useShop(kind)
  const later = async (seconds: number) => {
    shop().clock.advance(seconds)
    await sweepHolds(shop().deps)
    await offerPlaces(shop().deps)
  }

  it('of a date that always fails does not stop the lists of others', async () => {
    const { db, deps } = shop()
    const dates = [await soldOutEvent(shop(), 1), await soldOutEvent(shop(), 1)]
    for (const { slug, dateId, ticketId } of dates)
      await joinWaitingList(shop(), { slug, dateId, types: [ticketId], email: `alone${dateId}@example.org` })
    await offerPlaces(deps)
    for (const { orders } of dates) await refund(shop(), orders[0]!)
    const [broken, other] = dates as [(typeof dates)[0], (typeof dates)[0]]
    // Stands for any mistake that only this date meets.
    await sql`create function fail_offer() returns trigger language plpgsql as 'begin raise exception ''broken''; end'`.execute(
      db,
    )
    await sql`create trigger fail_offer before update on waiting for each row
      when (old.date_id = ${sql.lit(broken.dateId)}) execute function fail_offer()`.execute(db)
    await expect(offerPlaces(deps)).rejects.toThrow('broken')
    await sql`drop trigger fail_offer on waiting`.execute(db)
    expect(await offeredTo(shop(), other.dateId)).toEqual([`alone${other.dateId} offered`])
    expect(await offerPlaces(deps)).toBe(1)
  })

  it('of 40 for 2 returned tickets: offered in order, each held, unused ones passed on, none sold past the list', async () => {
    const { slug, dateId, ticketId, orders } = await soldOutEvent(shop(), 3)
    for (let n = 1; n <= 40; n++)
      expect(await joinWaitingList(shop(), { slug, dateId, types: [ticketId], email: `p${n}@example.org` })).toBe(
        '/waiting-list/',
      )
    expect(await offerPlaces(shop().deps)).toBe(0)
    await refund(shop(), orders[0]!)
    await refund(shop(), orders[1]!)
    // A returned ticket that is not offered yet can't be bought by others.
    const passer = shop().browser()
    await passer.call('add_to_basket', { ticket_id: ticketId, quantity: 1 })
    expect((await passer.call('reserve_tickets')).body.error).toContain('has just sold out')
    expect(await counters(shop(), ticketId)).toEqual({ held: 2, sold: 1, waiting: 2, listed: true })

    expect(await offerPlaces(shop().deps)).toBe(2)
    expect(await offeredTo(shop(), dateId)).toEqual(['p1 offered', 'p2 offered'])
    expect(await counters(shop(), ticketId)).toEqual({ held: 2, sold: 1, waiting: 0, listed: true })
    const first = await takeOffer(shop(), 'p1@example.org')
    expect(first.location).toBe('/smartcheckout/')
    const held = await first.browser.checkout()
    expect(held.seconds_remaining).toBe(1800)
    expect(held).toMatchObject({ state: 'reserve' })

    await later(1799)
    expect(await offeredTo(shop(), dateId)).toEqual(['p1 offered', 'p2 offered'])
    await later(1)
    expect(await offeredTo(shop(), dateId)).toEqual(['p1 missed', 'p2 missed', 'p3 offered', 'p4 offered'])
    expect((await passer.call('reserve_tickets')).body.error).toContain('has just sold out')
    // The old link is no longer valid.
    expect((await takeOffer(shop(), 'p1@example.org')).location).toBe('/waiting-list/?asked=ended')
    expect((await shop().browser().call('get')).status).toBe(200)
  })

  it('releases what is kept or held for someone whose data is erased, to the next in line or for sale', async () => {
    const { slug, dateId, ticketId, orders } = await soldOutEvent(shop(), 2)
    const form = { slug, dateId, types: [ticketId] }
    const erase = async (email: string) =>
      expect(await erasePerson(shop().deps, await personByEmail(shop().db, email))).toMatchObject({ ok: true })
    // Two want two, and one is returned: it is kept for them.
    await joinWaitingList(shop(), { ...form, qty: 2, email: 'two@erased.example' })
    await refund(shop(), orders[0]!)
    await offerPlaces(shop().deps)
    expect(await counters(shop(), ticketId)).toEqual({ held: 1, sold: 1, waiting: 1, listed: true })
    await erase('two@erased.example')
    expect(await counters(shop(), ticketId)).toEqual({ held: 0, sold: 1, waiting: 0, listed: false })

    const buyer = shop().browser()
    await buyer.call('add_to_basket', { ticket_id: ticketId, quantity: 1 })
    expect((await buyer.call('reserve_tickets')).body).toMatchObject({ reserved: true })
    for (const name of ['one', 'next']) await joinWaitingList(shop(), { ...form, email: `${name}@erased.example` })
    await refund(shop(), orders[1]!)
    await offerPlaces(shop().deps)
    expect(await offeredTo(shop(), dateId)).toEqual(['one offered'])
    await erase('one@erased.example')
    await offerPlaces(shop().deps)
    expect(await offeredTo(shop(), dateId)).toEqual(['next offered'])
    await erase('next@erased.example')
    expect(await counters(shop(), ticketId)).toEqual({ held: 1, sold: 0, waiting: 0, listed: false })
  })

  it('can be joined before there are tickets, and offers the first ones', async () => {
    const { slug, dateId, ticketId } = await soldOutEvent(shop(), 0)
    const form = { slug, dateId, types: [ticketId] }
    expect(await joinWaitingList(shop(), { ...form, qty: 3, email: 'three@none.example' })).toBe('/waiting-list/')
    expect(await joinWaitingList(shop(), { ...form, qty: 1000, email: 'thousand@none.example' })).toMatchObject({
      code: 'waiting_quantity',
    })
    expect(await offerPlaces(shop().deps)).toBe(0)
    await shop().db.updateTable('stock').set({ capacity: 4 }).where('ticket_type_id', '=', ticketId).execute()
    await offerPlaces(shop().deps)
    expect(await offeredTo(shop(), dateId)).toEqual(['three offered'])
    expect(await counters(shop(), ticketId)).toMatchObject({ held: 3, sold: 0 })
  })

  it('passes an unused offer on until nobody is left, and then releases it', async () => {
    const { slug, dateId, ticketId, orders } = await soldOutEvent(shop(), 1)
    for (const name of ['ann', 'bob', 'cy'])
      await joinWaitingList(shop(), { slug, dateId, types: [ticketId], email: `${name}@line.example` })
    await refund(shop(), orders[0]!)
    for (let turn = 0; turn < 4; turn++) await later(1800)
    expect(await offeredTo(shop(), dateId)).toEqual(['ann missed', 'bob missed', 'cy missed'])
    expect(await counters(shop(), ticketId)).toEqual({ held: 0, sold: 0, waiting: 0, listed: false })
    const anyone = shop().browser()
    await anyone.call('add_to_basket', { ticket_id: ticketId, quantity: 1 })
    expect((await anyone.call('reserve_tickets')).body.reserved).toBe(true)
  })

  it('skips entries for more tickets than are free, and keeps their position', async () => {
    const { slug, dateId, ticketId, orders } = await soldOutEvent(shop(), 4)
    for (const [name, qty] of [
      ['four', 4],
      ['one', 1],
      ['two', 2],
    ] as const)
      await joinWaitingList(shop(), { slug, dateId, types: [ticketId], qty, email: `${name}@pass.example` })
    await refund(shop(), orders[0]!)
    await offerPlaces(shop().deps)
    expect(await offeredTo(shop(), dateId)).toEqual(['one offered'])
    for (const order of orders.slice(1)) await refund(shop(), order)
    await later(1800)
    // All four are free again: the first in line comes first.
    expect(await offeredTo(shop(), dateId)).toEqual(['one missed', 'four offered'])
  })

  it('shows the position, and the link can be used to leave', async () => {
    const { slug, dateId, ticketId, orders } = await soldOutEvent(shop(), 1)
    for (const name of ['ada', 'ben'])
      await joinWaitingList(shop(), { slug, dateId, types: [ticketId], email: `${name}@leave.example` })
    const browser = shop().browser()
    await browser.get(await newestListLink(shop(), 'ada@leave.example'))
    await browser.post('/waiting-list/', { act: 'leave' })
    await refund(shop(), orders[0]!)
    await offerPlaces(shop().deps)
    expect(await offeredTo(shop(), dateId)).toEqual(['ben offered'])
    // Ben releases his tickets. Nobody waits, so they are on sale again.
    const ben = shop().browser()
    await ben.get(await newestListLink(shop(), 'ben@leave.example'))
    await ben.post('/waiting-list/', { act: 'leave' })
    expect(await counters(shop(), ticketId)).toEqual({ held: 0, sold: 0, waiting: 0, listed: false })
  })

  it('emails each person in the language they confirmed in, whatever causes the email', async () => {
    const { slug, dateId, ticketId, orders } = await soldOutEvent(shop(), 2)
    for (const [name, reader] of [
      ['amelie@fr.example', 'fr'],
      ['ben@fr.example', 'en'],
    ] as const) {
      const form = { slug, email: name, dateId, qty: 1, types: [ticketId] }
      expect(await askToJoin(shop().deps, form, '127.0.0.1')).toEqual({ ok: true })
      const browser = shop().browser()
      await browser.get(`/?lang=${reader}`)
      await browser.get(await newestListLink(shop(), name))
      await browser.post('/waiting-list/', { act: 'confirm' })
    }
    // Staff refund in English, and a job makes the offers.
    for (const order of orders) await refund(shop(), order)
    await offerPlaces(shop().deps)
    const subjects = async (email: string) =>
      (
        await shop()
          .db.selectFrom('mails')
          .select('subject')
          .where('recipient', '=', email)
          .where('key', 'like', 'waiting-%')
          .orderBy('id')
          .execute()
      ).map(({ subject }) => subject.replaceAll(/\s/g, ' '))
    const { title: event } = await shop()
      .db.selectFrom('events')
      .select('title')
      .where('slug', '=', slug)
      .executeTakeFirstOrThrow()
    const words = (from: Readonly<Record<'waiting.joined.subject' | 'waiting.offer.subject', string>>) =>
      [fill(from['waiting.joined.subject'], { event }), fill(from['waiting.offer.subject'], { event })].map((subject) =>
        subject.replaceAll(/\s/g, ' '),
      )
    expect((await subjects('amelie@fr.example')).slice(1)).toEqual(words(fr))
    expect((await subjects('ben@fr.example')).slice(1)).toEqual(words(en))
  })

  it('accepts only confirmed addresses, and responds alike to everyone', async () => {
    const { slug, dateId, ticketId } = await soldOutEvent(shop(), 1)
    const form = { slug, dateId, qty: 1, types: [ticketId], email: 'victim@example.org' }
    expect(await askToJoin(shop().deps, form, '10.0.0.1')).toEqual({ ok: true })
    expect(await askToJoin(shop().deps, form, '10.0.0.1')).toEqual({ ok: true })
    expect(await shop().db.selectFrom('waiting').selectAll().where('date_id', '=', dateId).execute()).toEqual([])
    const mails = () => shop().db.selectFrom('mails').select('id').where('recipient', '=', form.email).execute()
    expect(await mails()).toHaveLength(1)
    expect(await confirmJoining(shop(), form.email)).toBe('/waiting-list/')
    // The address is on the list by now. The reply does not reveal that, and using the link again doesn't add it twice.
    expect(await askToJoin(shop().deps, form, '10.0.0.1')).toEqual({ ok: true })
    await confirmJoining(shop(), form.email)
    expect(await shop().db.selectFrom('waiting').select('state').where('date_id', '=', dateId).execute()).toEqual([
      { state: 'waiting' },
    ])
    for (const wrong of [{ qty: 0 }, { qty: 1.5 }, { qty: 999 }])
      expect(await askToJoin(shop().deps, { ...form, ...wrong }, '10.0.0.2')).toMatchObject({
        code: 'waiting_quantity',
      })
    expect(await askToJoin(shop().deps, { ...form, types: [999_999] }, '10.0.0.2')).toMatchObject({
      code: 'waiting_types_missing',
    })
    for (let n = 0; n < 20; n++) await askToJoin(shop().deps, { ...form, email: `n${n}@example.org` }, '10.0.0.3')
    expect(await askToJoin(shop().deps, { ...form, email: 'n@example.org' }, '10.0.0.3')).toMatchObject({
      code: 'too_many_requests',
    })
  })

  it('keeps entries only while tickets are sold out', async () => {
    const { slug, dateId, ticketId, orders } = await soldOutEvent(shop(), 1)
    expect(
      await askToJoin(shop().deps, { slug, dateId, qty: 1, types: [ticketId], email: 'late@example.org' }, '10.0.0.4'),
    ).toEqual({
      ok: true,
    })
    await refund(shop(), orders[0]!)
    expect(await confirmJoining(shop(), 'late@example.org')).toBe('/waiting-list/?asked=available')
    expect(await counters(shop(), ticketId)).toMatchObject({ held: 0, listed: false })
  })

  it('ignores a forged or expired link', async () => {
    const { slug, dateId, ticketId } = await soldOutEvent(shop(), 1)
    const form = { slug, dateId, qty: 1, types: [ticketId], email: 'old@example.org' }
    await askToJoin(shop().deps, form, '10.0.0.5')
    const link = await newestListLink(shop(), form.email)
    const forged = shop().browser()
    await forged.get(`${link.slice(0, -4)}AAAA`)
    expect((await forged.post('/waiting-list/', { act: 'confirm' })).headers.location).toBe('/waiting-list/')
    shop().clock.advance(3 * 86_400)
    await confirmJoining(shop(), form.email)
    expect(await shop().db.selectFrom('waiting').select('id').where('date_id', '=', dateId).execute()).toEqual([])
    shop().clock.advance(-3 * 86_400)
  })

  it('makes one order of one offer, however often and by whomever its link is opened', async () => {
    const { slug, dateId, ticketId, orders } = await soldOutEvent(shop(), 1)
    for (const name of ['ida', 'jon'])
      await joinWaitingList(shop(), { slug, dateId, types: [ticketId], email: `${name}@link.example` })
    await refund(shop(), orders[0]!)
    await offerPlaces(shop().deps)
    const mine = await takeOffer(shop(), 'ida@link.example')
    const forwarded = await takeOffer(shop(), 'ida@link.example')
    // Both browsers open the same basket, as with any basket link; neither sees who it belongs to.
    const [first, second] = [await mine.browser.checkout(), await forwarded.browser.checkout()]
    expect(first.sale_reference).toBe(second.sale_reference)
    expect(JSON.stringify(second)).not.toContain('ida@')
    // The tickets can't be exchanged for others, because released tickets go to the next in line.
    expect((await mine.browser.call('destroy_sale')).body.code).toBe('offer_not_editable')
    const claims = await Promise.all(
      Array.from({ length: 50 }, (_, n) =>
        takeOffer(shop(), 'ida@link.example', n % 2 ? shop().browser() : mine.browser),
      ),
    )
    expect(new Set(claims.map(({ location }) => location))).toEqual(new Set(['/smartcheckout/']))
    expect(await counters(shop(), ticketId)).toEqual({ held: 1, sold: 0, waiting: 0, listed: true })
    expect(await offeredTo(shop(), dateId)).toEqual(['ida offered'])
  })

  it('offers two tickets of one type, the preferred one first, and never one of each', async () => {
    const FREE = { price_minor: 0, booking_fee_minor: 0 }
    const { slug, dateId, ticketIds, orders } = await soldOutEvent(shop(), 2, {
      tickets: [
        { ...FREE, capacity: 2 },
        { ...FREE, capacity: 2 },
      ],
    })
    const [stalls, circle] = ticketIds as [number, number]
    const others = []
    for (let n = 0; n < 2; n++) {
      const sale = await saleAt(shop().deps, 'payment', { ticketId: circle })
      expect(await claimFreeTickets(sale.ctx())).toEqual({ ok: true })
      others.push(sale)
    }
    await joinWaitingList(shop(), { slug, dateId, types: [stalls, circle], qty: 2, email: 'pair@each.example' })
    await refund(shop(), orders[0]!)
    await refund(shop(), others[0]!)
    await offerPlaces(shop().deps)
    expect(await offeredTo(shop(), dateId)).toEqual([])
    await refund(shop(), others[1]!)
    await offerPlaces(shop().deps)
    expect(await offeredTo(shop(), dateId)).toEqual(['pair offered'])
    const offered = await shop()
      .db.selectFrom('sale_lines as line')
      .innerJoin('waiting', 'waiting.sale_id', 'line.sale_id')
      .select(['line.ticket_type_id', 'line.qty'])
      .where('waiting.date_id', '=', dateId)
      .execute()
    expect(offered).toEqual([{ ticket_type_id: circle, qty: 2 }])
    // Both of the offer are held; what was returned of the stalls is kept for nobody’s pair.
    expect(await counters(shop(), circle)).toMatchObject({ held: 2, sold: 0 })
    expect(await counters(shop(), stalls)).toMatchObject({ sold: 1 })
  })

  it('never offers another list’s or type’s tickets', async () => {
    const FREE = { price_minor: 0, booking_fee_minor: 0 }
    const { slug, dateId, ticketIds, orders } = await soldOutEvent(shop(), 1, {
      tickets: [
        { ...FREE, capacity: 1 },
        { ...FREE, capacity: 1 },
      ],
    })
    const [stalls, circle] = ticketIds as [number, number]
    const other = await saleAt(shop().deps, 'payment', { ticketId: circle })
    expect(await claimFreeTickets(other.ctx())).toEqual({ ok: true })
    await joinWaitingList(shop(), { slug, dateId, types: [stalls], email: 'stalls@two.example' })
    await joinWaitingList(shop(), { slug, dateId, types: [stalls, circle], email: 'any@two.example' })
    await refund(shop(), other)
    await offerPlaces(shop().deps)
    expect(await offeredTo(shop(), dateId)).toEqual(['any offered'])
    await refund(shop(), orders[0]!)
    await offerPlaces(shop().deps)
    expect(await offeredTo(shop(), dateId)).toEqual(['stalls offered', 'any offered'])
  })

  it('if switched off, returned tickets are sold to everyone, and staff can still offer one', async () => {
    const { slug, dateId, ticketId, orders, eventId } = await soldOutEvent(shop(), 2)
    for (const name of ['kim', 'lou'])
      await joinWaitingList(shop(), { slug, dateId, types: [ticketId], email: `${name}@off.example` })
    await shop().db.updateTable('events').set({ waiting_list: false }).where('id', '=', eventId).execute()
    await refund(shop(), orders[0]!)
    await offerPlaces(shop().deps)
    expect(await offeredTo(shop(), dateId)).toEqual([])
    expect(await counters(shop(), ticketId)).toEqual({ held: 0, sold: 1, waiting: 0, listed: false })
    expect(await inTx(shop().db, (tx) => offerNext(tx, shop().deps, dateId, { byStaff: true }))).toBe(true)
    expect(await offeredTo(shop(), dateId)).toEqual(['kim offered'])
    await refund(shop(), orders[1]!)
    const anyone = shop().browser()
    await anyone.call('add_to_basket', { ticket_id: ticketId, quantity: 1 })
    expect((await anyone.call('reserve_tickets')).body.reserved).toBe(true)
  })

  it('names the day on which an offer ends, unless that is today', async () => {
    const untilAt = async (name: string, offer_minutes: number) => {
      const { slug, dateId, ticketId, orders } = await soldOutEvent(shop(), 1, { offer_minutes })
      const email = `${name}@until.example`
      await joinWaitingList(shop(), { slug, dateId, types: [ticketId], email })
      await refund(shop(), orders[0]!)
      await offerPlaces(shop().deps)
      const mail = await shop()
        .db.selectFrom('mails')
        .select('body_text')
        .where('recipient', '=', email)
        .orderBy('id', 'desc')
        .executeTakeFirstOrThrow()
      return /until (.+?)\./.exec(mail.body_text)![1]!
    }
    expect(await untilAt('soon', 30)).toMatch(/^\d+:\d\d[ap]m$/)
    expect(await untilAt('week', 10_080)).toMatch(/^[A-Z]\w\w \d+ [A-Z]\w\w, \d+:\d\d[ap]m$/)
  })

  it('stays while its event is a draft for a while, and goes on when it is published again', async () => {
    const { slug, dateId, ticketId, orders, eventId } = await soldOutEvent(shop(), 1)
    await joinWaitingList(shop(), { slug, dateId, types: [ticketId], email: 'pat@draft.example' })
    const set = (status: 'draft' | 'published') =>
      shop().db.updateTable('events').set({ status }).where('id', '=', eventId).execute()
    await set('draft')
    await refund(shop(), orders[0]!)
    await offerPlaces(shop().deps)
    expect(await offeredTo(shop(), dateId)).toEqual([])
    await set('published')
    // Before the next turn of the task.
    const passer = shop().browser()
    await passer.call('add_to_basket', { ticket_id: ticketId, quantity: 1 })
    expect((await passer.call('reserve_tickets')).body.error).toContain('has just sold out')
    await offerPlaces(shop().deps)
    expect(await offeredTo(shop(), dateId)).toEqual(['pat offered'])
  })

  it('ends with its date', async () => {
    const { slug, dateId, ticketId, orders } = await soldOutEvent(shop(), 1)
    await joinWaitingList(shop(), { slug, dateId, types: [ticketId], email: 'end@over.example' })
    await shop().db.updateTable('event_dates').set({ status: 'cancelled' }).where('id', '=', dateId).execute()
    await refund(shop(), orders[0]!)
    await offerPlaces(shop().deps)
    expect(await offeredTo(shop(), dateId)).toEqual([])
    expect(await shop().db.selectFrom('waiting').select('state').where('date_id', '=', dateId).execute()).toEqual([
      { state: 'over' },
    ])
    expect(await counters(shop(), ticketId)).toMatchObject({ held: 0, listed: false })
  })
})
