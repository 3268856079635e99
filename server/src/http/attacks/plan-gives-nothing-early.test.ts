import { expect, it } from 'vitest'
import { readOrders } from '../../api/orders.ts'
import { buildApp } from '../../app.ts'
import { inTx } from '../../db/transaction/tx.ts'
import { makeMetrics } from '../../metrics.ts'
import { planBuyers } from '../../payment/plan/buyers.testing.ts'
import { completePlanIfPaid } from '../../payment/plan/terms.ts'
import { boughtTypesOf } from '../../sale/hold/lines.ts'
import { fullCustomer } from '../../testing/fixtures/full-customer.ts'
import type { SaleAt } from '../../testing/fixtures/sale.ts'
import { plainDocuments } from '../../testing/pages.ts'
import { ticketsAtDoor } from '../../tickets/door/list.ts'
import { remindOfEvents } from '../../tickets/reminder/remind.ts'
import { thankForEvents } from '../../tickets/reminder/thank.ts'
import { ABOUT_NOBODY, addressesIn } from './addresses.testing.ts'
import { openPageShop } from './page-shop.testing.ts'

const STREAM = 'https://stream.example/WATCH-HERE'
const MESSAGE = 'MEET-AT-THE-BACK-DOOR'
const DAY_MS = 86_400_000
const BUYER = 'plan@example.org'

it('a payment plan gives nothing before its last payment, on any page or by any other way, and everything after it', async () => {
  const { shop, pages } = await openPageShop()
  const { db, deps, clock } = shop
  const { agree, call, saleWithPlan } = planBuyers(() => shop)
  const { id: userId } = await db
    .insertInto('users')
    .values({ email: BUYER, first_name: 'Ada', last_name: 'Lovelace', created_at: clock.now() })
    .returning('id')
    .executeTakeFirstOrThrow()
  const sale = await saleWithPlan({
    userId,
    startsAt: new Date(clock.now().getTime() + 300 * DAY_MS),
    livestream_url: STREAM,
    thanks: true,
    thanks_hours: 1,
    reminder_hours: 24,
  })
  const { eventId, dateId, organiserId, slug } = sale.event!
  await db
    .insertInto('after_sale_messages')
    .values({ event_id: eventId, message_html: `<p>${MESSAGE}</p>` })
    .execute()
  const browser = pages.browser()
  browser.use(sale.cookie.replace('foyer_session=', ''))
  // Another person's data fills what the addresses of other routes need.
  const other = await fullCustomer(shop)

  const app = await buildApp({ ...deps, metrics: makeMetrics() }, plainDocuments())
  const routes = addressesIn(app.printRoutes({ commonPrefix: false })).filter((path) => !ABOUT_NOBODY.test(path))
  await app.close()
  expect(routes.length).toBeGreaterThan(25)
  const ticketsOf = () => db.selectFrom('tickets').selectAll().where('sale_id', '=', sale.saleId).execute()
  /** Values for the parameters of routes: a route with another one has to say here what it is. */
  const fill = (path: string, ticketIds: readonly number[]) => {
    const values: Record<string, string> = {
      reference: sale.reference,
      id: String(ticketIds[0] ?? 1),
      organiser: String(organiserId),
      slug,
      token: other.claimToken,
      mail: '1',
      index: '0',
      filename: 'unknown',
      event_id: String(eventId),
      order_id: String(sale.saleId),
      organiser_id: String(organiserId),
      event: String(eventId),
      date: String(dateId),
      device: 'unknown',
      type: 'unknown',
      serial: 'unknown',
      file: 'unknown',
      name: 'unknown',
      path: 'unknown',
      n: '0',
    }
    return path.replaceAll(/:(\w+)/g, (_, name: string) => {
      if (values[name] === undefined) throw new Error(`a value for :${name} of ${path}`)
      return values[name]
    })
  }

  /** Where the buyer finds the livestream, the message, a ticket or its code. */
  async function everywhere(): Promise<Record<string, string[]>> {
    const tickets = await ticketsOf()
    const given: Record<string, string[]> = {}
    for (const route of routes) {
      const { body, statusCode } = await browser.get(
        fill(
          route,
          tickets.map(({ id }) => id),
        ),
      )
      const secrets = [STREAM, MESSAGE, ...tickets.map(({ code }) => code)].filter((secret) => body.includes(secret))
      const isFile = /wallet\/tickets|calendar/.test(route) && statusCode === 200
      if (secrets.length > 0 || isFile) given[route] = secrets
    }
    const mails = await db.selectFrom('mails').selectAll().where('recipient', '=', BUYER).execute()
    const text = mails.map(({ body_text, body_html }) => `${body_text}${body_html}`).join('')
    if (text.includes(MESSAGE) || text.includes(STREAM)) given.mails = [MESSAGE]
    return given
  }
  const setDate = (inMs: number) =>
    db
      .updateTable('event_dates')
      .set({ starts_at: new Date(clock.now().getTime() + inMs) })
      .where('id', '=', dateId)
      .execute()
  const mailsAbout = async (kind: 'event_reminder' | 'event_thanks') => {
    const { at } = (await db
      .selectFrom('event_dates')
      .select('starts_at as at')
      .where('id', '=', dateId)
      .executeTakeFirst())!
    await setDate(kind === 'event_reminder' ? DAY_MS / 2 : -DAY_MS / 12)
    await (kind === 'event_reminder' ? remindOfEvents : thankForEvents)(deps)
    await db.updateTable('event_dates').set({ starts_at: at }).where('id', '=', dateId).execute()
    return db.selectFrom('mails').select('id').where('recipient', '=', BUYER).where('kind', '=', kind).execute()
  }
  /** The ways that are no page. */
  const otherWays = async (): Promise<Record<string, boolean>> => ({
    'a list at the door': (await ticketsAtDoor(db, { dateId, organiserId, timezone: 'Europe/London' })).length > 0,
    'a reminder': (await mailsAbout('event_reminder')).length > 0,
    'thanks with a link for feedback': (await mailsAbout('event_thanks')).length > 0,
    'what another ticket requires': (await boughtTypesOf(db, [userId])).get(userId)?.has(sale.ticketId) === true,
    'the order that programs of the organiser read':
      (await readOrders(db, { grant: { organiserId, role: 'owner', eventIds: null } }, [sale.saleId]))[0]!.tickets
        .length > 0,
    // Last: the mails about an event go to the person who received the ticket.
    'a transfer': (await transfer(sale)).status === 200,
  })
  const transfer = ({ ticketId, reference }: SaleAt) =>
    call(sale, 'set_transfers', {
      reference,
      transfers: [{ ticket_id: ticketId, qty: 1, name: 'Grace Hopper', email: 'grace@example.org' }],
    })

  expect((await agree(sale)).body.status).toBe('success')
  for (const delivery of ['deliver_to_bitticket', 'deliver_to_wallet'] as const) await call(sale, delivery)
  expect((await call(sale, 'update_basket_state', { state: 'order_completed' })).status).toBe(200)
  await shop.pass(60)
  expect(await ticketsOf()).toEqual([])
  expect(await everywhere()).toEqual({})
  expect(await otherWays()).toEqual({
    'a list at the door': false,
    'the order that programs of the organiser read': false,
    'a transfer': false,
    'a reminder': false,
    'thanks with a link for feedback': false,
    'what another ticket requires': false,
  })

  await db.updateTable('plan_instalments').set({ status: 'paid' }).where('sale_id', '=', sale.saleId).execute()
  await inTx(db, (tx) => completePlanIfPaid(tx, sale.saleId, clock.now()))
  await shop.pass(60)
  clock.advance(2 * 86_400)
  const [ticket] = await ticketsOf()
  const given = await everywhere()
  expect(given).toMatchObject({
    '/smartcheckout': [STREAM, MESSAGE],
    '/ajax/checkout/checkout/get': [STREAM, MESSAGE],
    '/orders/:reference': [MESSAGE],
    '/account/wallet': [MESSAGE, ticket!.code],
    '/orders/:reference/calendar.ics': expect.any(Array),
    '/account/wallet/tickets/:id.pdf': expect.any(Array),
    '/account/wallet/tickets/:id.ics': expect.any(Array),
    mails: [MESSAGE],
  })
  expect(await otherWays()).toEqual({
    'a list at the door': true,
    'the order that programs of the organiser read': true,
    'a transfer': true,
    'a reminder': true,
    'thanks with a link for feedback': true,
    'what another ticket requires': true,
  })
  await shop.close()
}, 240_000)
