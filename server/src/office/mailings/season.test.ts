import { createHash } from 'node:crypto'
import { expect, it } from 'vitest'
import { useShop } from '../../testing/shop.ts'
import { figuresOf } from '../testing/figures.ts'
import { adder } from '../testing/planted-event.ts'
import { isOwn, isTicket } from '../testing/season-figures.ts'
import type { SeasonOrder } from '../testing/season-orders.ts'
import { useSeason } from '../testing/use-season.ts'

/** Every figure of mailings against plain lists, and whom a draft would reach of a season's buyers. A figure that this test doesn't know fails it. */

const shop = useShop('embedded')
const { sold, idOf, orderOf, see } = useSeason(shop)

/** Of two mailings, what became of each person's email: as the email itself says, if there is one. */
const MAILED = [
  ['first', 'sent', 'queued', false],
  ['first', 'sent', 'queued', true],
  ['first', 'refused', 'queued', false],
  ['first', 'queued', 'queued', false],
  ['first', 'sent', 'sent', true],
  ['first', null, 'sent', true],
  ['first', null, 'refused', false],
  ['first', null, 'left_out', false],
  ['first', null, 'left_out', false],
  ['first', null, 'waiting', false],
  ['second', 'refused', 'queued', false],
  ['second', 'sent', 'queued', false],
  // Erased since.
  ['second', null, 'sent', false, null],
] as const

it('mailings count what was sent, refused, left out and unsubscribed, and a draft whom it would reach', async () => {
  const { db, clock } = shop()
  const add = adder(db)
  const { season, orders } = sold()
  const { organiserId, otherId, show } = season
  const now = clock.now()
  const mailing = (subject: string, organiser_id = organiserId, more: object = { state: 'done', started_at: now }) =>
    add('mailings', { organiser_id, subject, kind: 'service', list: 'orders', body: 'Dear you', made_at: now, ...more })
  const ids = {
    first: (await mailing('First')).id,
    second: (await mailing('Second')).id,
    theirs: (await mailing('Theirs', otherId)).id,
  }
  for (const [n, [of, status, state, isOff, email = `m${n}@example.org`]] of [
    ...MAILED,
    ['theirs', 'sent', 'queued', true] as const,
  ].entries()) {
    const mail = status && {
      key: `mailing:${n}`,
      kind: 'mailing',
      recipient: `m${n}@example.org`,
      subject: 'A',
      body_text: '',
      body_html: '',
      status,
      queued_at: now,
    }
    await add('mailing_people', {
      mailing_id: ids[of],
      email,
      state,
      mail_id: mail && (await add('mails', mail)).id,
      unsubscribed_at: isOff ? now : null,
    })
  }
  const of = (which: string) => MAILED.filter(([name]) => name === which)
  const wentTo = (which: string, outcome: string) =>
    of(which).filter(([, status, state]) => (status ?? state) === outcome).length
  const figures = (path: string, ...which: string[]) => ({
    [`${path}people`]: which.map((one) => of(one).length),
    [`${path}sent`]: which.map((one) => wentTo(one, 'sent')),
    [`${path}refused`]: which.map((one) => wentTo(one, 'refused')),
    [`${path}left_out`]: which.map((one) => of(one).filter(([, , state]) => state === 'left_out').length),
    [`${path}unsubscribed`]: which.map((one) => of(one).filter(([, , , isOff]) => isOff).length),
  })
  const { mailings } = await see('office_mailings')
  expect(figuresOf({ mailings })).toEqual(figures('mailings[].', 'second', 'first'))
  expect(figuresOf(await see('office_mailing', { mailing_id: ids.first }))).toEqual(figures('', 'first'))
  expect((await see('office_mailing', { mailing_id: ids.second })).names).toEqual([
    'm10@example.org',
    'm11@example.org',
  ])

  // A draft: each address once, without orders that were refunded whole.
  const reach = async (body: object) => (await see('office_mailing', body)).people
  const paid = orders.filter(({ isUnpaid }) => !isUnpaid)
  const isLeft = ({ lines }: SeasonOrder, ofEvent = (of: string) => of !== 'place') =>
    lines.some((line) => isOwn(line) && ofEvent(line.of)) &&
    lines.filter(isOwn).some(({ of, qty, back }) => of !== 'donation' && (back?.qty ?? 0) < qty)
  const addresses = (some: readonly SeasonOrder[]) => new Set(some.map(({ email }) => email)).size
  await db.updateTable('orders').set({ email: ' Family@Example.org' }).where('sale_id', '=', idOf('notes')).execute()
  await db.updateTable('orders').set({ email: '' }).where('sale_id', '=', idOf('guest')).execute()
  const [twice, unknown] = [1, 1]
  expect(await reach({})).toBe(addresses(paid.filter((order) => isLeft(order))) - twice - unknown)
  const ofShow = (of: string) => ['adult', 'child', 'late'].includes(of)
  expect(await reach({ event_id: show.eventId })).toBe(
    addresses(paid.filter((order) => isLeft(order, ofShow))) - twice - unknown,
  )
  // People have tickets; one whose transfer hasn't been claimed isn't written to.
  for (const [key, status] of [
    ['won', 'sent'],
    ['reader', 'claimed'],
  ] as const) {
    const [ticket] = await db.selectFrom('tickets').selectAll().where('sale_id', '=', idOf(key)).execute()
    const { id } = await add('transfers', {
      sale_id: idOf(key),
      ticket_type_id: ticket!.ticket_type_id,
      qty: 1,
      name: 'Cy',
      email: 'cy@example.org',
      status,
      deliver_at: now,
      created_at: now,
    })
    await add('transfer_tickets', { transfer_id: id, ticket_id: ticket!.id })
  }
  const withTickets = paid.filter(({ lines }) =>
    lines.some((line) => isOwn(line) && isTicket(line) && (line.back?.qty ?? 0) < line.qty),
  )
  expect(await reach({ list: 'people' })).toBe(addresses(withTickets) - 1)
  // News go to those who agreed, and neither took it back nor stopped all email.
  for (const [key, granted, pending, organiser_id] of [
    ['web', true, false, organiserId],
    ['family', true, false, organiserId],
    ['plan', true, false, organiserId],
    ['plan', false, false, organiserId],
    ['won', false, false, organiserId],
    ['won', true, true, organiserId],
    ['swap', true, false, otherId],
    ['theirs', true, false, organiserId],
    ['reader', true, false, organiserId],
  ] as const)
    await add('consents', {
      email: orderOf(key).email,
      kind: 'organiser',
      organiser_id,
      granted,
      pending,
      given_at: now,
      wording: 'Yes',
      source: 'checkout',
    })
  const email_hash = createHash('sha256').update(orderOf('reader').email).digest('hex')
  await add('suppressions', { email_hash, why: 'bounced', since: now })
  expect(await reach({ kind: 'news' })).toBe(2)
})
