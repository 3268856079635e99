import { expect, it } from 'vitest'
import type { RequestContext } from '../http/handle.ts'
import { describeOnBoth } from '../testing/database/databases.ts'
import { newEmail } from '../testing/fixtures/buyers.ts'
import { createEvent } from '../testing/fixtures/catalogue.ts'
import { saleAt } from '../testing/fixtures/sale.ts'
import { useShop } from '../testing/shop.ts'
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
    const body = { ticket_id: ticketId, quantity: 1, seats: [], section: '' }
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
