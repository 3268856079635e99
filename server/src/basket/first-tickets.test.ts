import { describe, expect, it } from 'vitest'
import type { RequestContext } from '../http/handle.ts'
import { windowStart } from '../http/limits/rate-limit.ts'
import { describeOnBoth } from '../testing/database/databases.ts'
import { markPaid, newEmail, saleIdOf } from '../testing/fixtures/buyers.ts'
import { createEvent } from '../testing/fixtures/catalogue.ts'
import { saleAt } from '../testing/fixtures/sale.ts'
import { type Browser, useShop } from '../testing/shop.ts'
import { changeBasket } from './change.ts'
import { addFirstTickets } from './first-tickets.ts'
import { addTickets } from './tickets.ts'

describeOnBoth('the first tickets of a browser', (kind) => {
  const shop = useShop(kind)
  const db = () => shop().db

  it('from two tabs at once are all in its basket', async () => {
    const ids = []
    for (let n = 0; n < 4; n++) ids.push((await createEvent(db())).ticketId)
    const browser = shop().browser()
    // A browser that has a session and no basket.
    await browser.call('send_one_time_code', { email: newEmail() })
    const added = await Promise.all(ids.map((ticket_id) => browser.call('add_to_basket', { ticket_id, quantity: 1 })))
    expect(added.map(({ status }) => status)).toEqual([200, 200, 200, 200])
    expect((await browser.checkout()).tickets.map(({ ticket_id }) => ticket_id).sort()).toEqual(ids.sort())
  })

  it('browsers that start baskets at once have one each, with their own errors', async () => {
    const { ticketId } = await createEvent(db(), { tickets: [{ max_can_reserve: 3 }] })
    const browsers = Array.from({ length: 6 }, () => shop().browser())
    const added = await Promise.all(
      browsers.map((browser, n) => browser.call('add_to_basket', { ticket_id: ticketId, quantity: n + 1 })),
    )
    expect(added.map(({ body }) => body.basket_quantity ?? body.code)).toEqual([
      1,
      2,
      3,
      ...Array(3).fill('quantity_above_max'),
    ])
    const baskets = await Promise.all(browsers.slice(0, 3).map((browser) => browser.checkout()))
    expect(baskets.map(({ tickets }) => tickets[0]!.qty)).toEqual([1, 2, 3])
    expect(new Set(baskets.map(({ sale_reference }) => sale_reference)).size).toBe(3)
    // Nothing is stored for browsers that were refused.
    expect(browsers[5]!.cookie()).toBeUndefined()
  })

  it('do not replace a basket that another process has created for the session', async () => {
    const { ticketId } = await createEvent(db())
    const { ctx, saleId } = await saleAt(shop().deps, 'basket', { ticketId })
    await db().updateTable('sessions').set({ sale_id: null }).where('sale_id', '=', saleId).execute()
    // Two requests that have both read the session before either has begun a basket.
    const read = (): RequestContext => ({ ...ctx(), session: { ...ctx().session, saleId: null } })
    const [first, second] = [read(), read()]
    const body = { ticket_id: ticketId, quantity: 1, seats: [], section: '', party: [] }
    expect(await addFirstTickets(body, first)).toMatchObject({ ok: true })
    expect(await addFirstTickets(body, second)).toBeNull()
    expect(second.session.saleId).toBe(first.session.saleId)
  })

  it('are added to a new basket when the transaction is rolled back and retried', async () => {
    const { ticketId } = await createEvent(db())
    const { ctx: context, saleId } = await saleAt(shop().deps, 'basket', { ticketId })
    await db().updateTable('sessions').set({ sale_id: null }).where('sale_id', '=', saleId).execute()
    const ctx: RequestContext = { ...context(), session: { ...context().session, saleId: null } }
    const begun: number[] = []
    const added = await changeBasket(
      ctx,
      async (tx, sale) => {
        begun.push(sale.id)
        if (begun.length === 1) throw Object.assign(new Error('deadlock detected'), { code: '40P01' })
        return addTickets(tx, sale, { ticket_id: ticketId, quantity: 2, seats: [], section: '' }, null, ctx.now)
      },
      { startsBasket: true },
    )
    expect(added).toMatchObject({ ok: true, quantity: 2 })
    expect([begun.length, ctx.session.saleId]).toEqual([2, begun[1]])
  })
})

describe('the baskets that a network begins', () => {
  const shop = useShop('embedded', { env: { TRUST_PROXY: '1' } })
  const CROWD = '203.0.113.50'

  /** As if the network had begun so many baskets in the window. */
  const begun = (seconds: number, hits: number, network = CROWD) =>
    shop()
      .db.insertInto('rate_limits')
      .values({ key: `baskets-${seconds}:ip:${network}`, window_start: windowStart(shop().clock.now(), seconds), hits })
      .onConflict((conflict) => conflict.columns(['key', 'window_start']).doUpdateSet({ hits }))
      .execute()

  it.each([
    [600, 3000],
    [86_400, 10_000],
  ])('are limited in %i seconds to %i, however they begin', async (seconds, most) => {
    const { db } = shop()
    await db.deleteFrom('rate_limits').execute()
    const { ticketId } = await createEvent(db)
    const add = async (browser: Browser, more: object = {}) =>
      (await browser.call('add_to_basket', { ticket_id: ticketId, quantity: 1, ...more })).body
    const buyer = shop().browser(CROWD)
    expect(await add(buyer)).toMatchObject({ basket_quantity: 1 })
    await begun(seconds, most - 1)
    expect(await add(shop().browser(CROWD)), 'the last one').toMatchObject({ basket_quantity: 1 })
    const count = async () => (await db.selectFrom('sales').select('id').execute()).length
    const before = await count()
    const refused = { code: 'too_many_baskets', error: expect.stringContaining('ten minutes') }
    expect(await add(shop().browser(CROWD))).toMatchObject(refused)
    expect(await add(shop().browser(CROWD), { section: 'Stalls' })).toMatchObject(refused)
    expect(await count()).toBe(before)

    expect(await add(buyer), 'a basket that there is').toMatchObject({ basket_quantity: 2 })
    await markPaid(shop(), await saleIdOf(shop(), buyer))
    expect(await add(buyer), 'the next one after an order').toMatchObject(refused)
    expect(await add(shop().browser('203.0.113.51')), 'another network').toMatchObject({ basket_quantity: 1 })
    shop().clock.advance(seconds)
    expect(await add(buyer)).toMatchObject({ basket_quantity: 1 })
  })

  it('are limited for the /48 of an IPv6 network too', async () => {
    const { ticketId } = await createEvent(shop().db)
    const add = async (n: number) =>
      (await shop().browser(`2001:db8:30:${n}::1`).call('add_to_basket', { ticket_id: ticketId, quantity: 1 })).status
    await begun(600, 16 * 3000 - 1, '2001:db8:30::/48')
    expect([await add(1), await add(2)]).toEqual([200, 429])
  })
})
