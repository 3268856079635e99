import { afterAll, beforeAll, expect, it } from 'vitest'
import { buildApp } from '../app.ts'
import { makeMetrics } from '../metrics.ts'
import { sweepHolds } from '../sale/hold/release.ts'
import { testClock } from '../testing/clock.ts'
import { describeOnPostgres } from '../testing/database/databases.ts'
import {
  browserWithProvedEmail,
  createAccount,
  createBuyerWithHold,
  putInBasket,
  reserve,
} from '../testing/fixtures/buyers.ts'
import { stockOf } from '../testing/fixtures/sale.ts'
import { makeBrowser, openShop } from '../testing/shop.ts'

/**
 * Every time comes from the clock of the shop's machine, never from the database. So a clock that jumps, or differs on another
 * machine, may end a hold early or late, but must do nothing worse.
 */
describeOnPostgres('a clock that jumps', () => {
  let shop: Awaited<ReturnType<typeof openShop>>
  beforeAll(async () => {
    shop = await openShop('postgres')
  })
  afterAll(() => shop.close())

  it('backwards: a hold lasts until its expiry, is not extended, and is swept once', async () => {
    const { browser, ticketId } = await createBuyerWithHold(shop)
    shop.clock.advance(-3600)
    expect((await browser.checkout()).seconds_remaining).toBe(900 + 3600)
    await sweepHolds(shop.deps)
    expect(await stockOf(shop.db, ticketId)).toEqual({ held: 1, sold: 0 })
    // A second reserve returns the existing hold, not a new one.
    expect((await browser.call('reserve_tickets')).body).toMatchObject({ reserved: true, fresh_reservation: false })
    shop.clock.advance(3600 + 901)
    await sweepHolds(shop.deps)
    await sweepHolds(shop.deps)
    expect(await stockOf(shop.db, ticketId)).toEqual({ held: 0, sold: 0 })
    expect(await browser.checkout()).toMatchObject({ state: 'basket', expired: true })
  })

  it('forwards: unpaid holds expire and are sold again, sessions and paid orders stay, nobody is locked out', async () => {
    const { email } = await createAccount(shop)
    const signedIn = await browserWithProvedEmail(shop, email)
    const { browser, ticketId } = await createBuyerWithHold(shop, { tickets: [{ capacity: 1 }] })
    shop.clock.advance(86_400)
    const next = shop.browser()
    await putInBasket(next, ticketId)
    await reserve(next)
    shop.clock.advance(-86_400)
    // The clock is corrected. Of two buyers who tried to get one ticket, one has it.
    expect((await browser.call('reserve_tickets')).body.error).toMatch(/has just sold out\.$/)
    expect(await stockOf(shop.db, ticketId)).toEqual({ held: 1, sold: 0 })
    expect((await signedIn.call('get_user')).body.user).toMatchObject({ email })
    shop.clock.advance(60)
    expect(await (await browserWithProvedEmail(shop, email)).call('get_user')).toMatchObject({ status: 200 })
  })

  it('or differs between machines: a ticket whose hold expires on only one of them is never held twice', async () => {
    const ahead = testClock(shop.clock.now())
    ahead.advance(1000)
    const otherApp = await buildApp({ ...shop.deps, clock: ahead, metrics: makeMetrics() }, null)
    const { browser, ticketId } = await createBuyerWithHold(shop, { tickets: [{ capacity: 1 }] })
    const other = makeBrowser(otherApp)
    await putInBasket(other, ticketId)
    await reserve(other)
    expect(await stockOf(shop.db, ticketId)).toEqual({ held: 1, sold: 0 })
    expect(await browser.checkout()).toMatchObject({ state: 'basket', seconds_remaining: 0, expired: true })
    expect(await browser.call('update_basket_state', { state: 'login' })).toMatchObject({ status: 409 })
    await otherApp.close()
  })

  it('never runs a job twice or loses it', async () => {
    const { email } = await createAccount(shop)
    shop.clock.advance(3600)
    await shop.browser().call('send_one_time_code', { email })
    shop.clock.advance(-7200)
    // The job's time is now in the future: it waits and is not lost.
    await shop.runJobs()
    const mails = () =>
      shop.db.selectFrom('mails').select('status').where('recipient', '=', email).where('kind', '=', 'code').execute()
    expect((await mails()).filter(({ status }) => status === 'queued')).toHaveLength(1)
    shop.clock.advance(7200)
    await shop.runJobs()
    await shop.runJobs()
    expect(new Set((await mails()).map(({ status }) => status))).toEqual(new Set(['sent']))
  })
})
