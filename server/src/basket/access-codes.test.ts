import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { inTx } from '../db/transaction/tx.ts'
import { returnQuotas } from '../sale/hold/access-codes.ts'
import { sweepHolds } from '../sale/hold/release.ts'
import { reacquireHold } from '../sale/hold/sell.ts'
import { lockSale } from '../sale/sale.ts'
import { describeOnBoth } from '../testing/database/databases.ts'
import { createEvent } from '../testing/fixtures/catalogue.ts'
import { type Browser, useShop } from '../testing/shop.ts'

type Terms = { max?: number; perOrder?: number; from?: Date; until?: Date }

describeOnBoth('Ticket types sold by access code', (kind) => {
  const shop = useShop(kind)
  const later = (seconds: number) => new Date(shop().clock.now().getTime() + seconds * 1000)

  /** An event with two types by code and one for everybody, and a code that opens the first two. */
  async function members({ max, perOrder, from, until }: Terms = {}) {
    const event = await createEvent(shop().db, {
      title: 'Quiet Night',
      tickets: [{ name: 'Member', visibility: 'code' }, { name: 'Guest', visibility: 'code' }, { name: 'Adult' }],
    })
    const quota =
      max === undefined
        ? null
        : await shop().db.insertInto('quotas').values({ max_tickets: max }).returning('id').executeTakeFirstOrThrow()
    const code = `MEMBER-${event.eventId}`
    const { id } = await shop()
      .db.insertInto('access_codes')
      .values({
        event_id: event.eventId,
        code,
        quota_id: quota?.id ?? null,
        max_per_order: perOrder ?? null,
        valid_from: from ?? null,
        valid_until: until ?? null,
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    const [member, guest, adult] = event.ticketIds as [number, number, number]
    await shop()
      .db.insertInto('access_code_types')
      .values([member, guest].map((ticket_type_id) => ({ access_code_id: id, ticket_type_id })))
      .execute()
    const used = async () =>
      (await sql<{ used: number }>`select used from quotas where id = ${quota?.id ?? 0}`.execute(shop().db)).rows[0]
        ?.used
    return { ...event, member, guest, adult, code, codeId: id, used }
  }

  const add = (browser: Browser, ticket_id: number, code?: string, quantity = 1) =>
    browser.call('add_to_basket', { ticket_id, quantity, ...(code && { code }) })
  const reserve = async (browser: Browser) => {
    const { body } = await browser.call('reserve_tickets')
    return body.reserved === true ? 'reserved' : body.error
  }
  const saleOf = async (browser: Browser) => {
    const { sale_reference: reference } = await browser.checkout()
    return shop().db.selectFrom('sales').selectAll().where('reference', '=', reference).executeTakeFirstOrThrow()
  }

  it('are sold only to buyers with the code', async () => {
    const { member, code } = await members()
    const browser = shop().browser()
    expect((await add(browser, member)).body).toMatchObject({ code: 'not_on_sale' })
    expect((await add(browser, member, 'MEMBER-0')).body).toMatchObject({ code: 'not_on_sale' })
    expect((await add(browser, member, ` ${code.toLowerCase()} `)).status).toBe(200)
    expect(await reserve(browser)).toBe('reserved')
    // A code that one browser has entered opens nothing for another.
    expect((await add(shop().browser(), member)).body).toMatchObject({ code: 'not_on_sale' })
  })

  it('are not revealed by a code for another event or other types', async () => {
    const [one, other] = [await members(), await members()]
    expect((await add(shop().browser(), one.member, other.code)).body).toMatchObject({ code: 'not_on_sale' })
    await shop().db.deleteFrom('access_code_types').where('ticket_type_id', '=', one.guest).execute()
    expect((await add(shop().browser(), one.guest, one.code)).body).toMatchObject({ code: 'not_on_sale' })
    expect((await add(shop().browser(), one.member, one.code)).status).toBe(200)
  })

  it('are sold while the code is valid; a hold that began in time may be paid later', async () => {
    const { member, code } = await members({ from: later(60), until: later(120) })
    const [early, first, second] = [shop().browser(), shop().browser(), shop().browser()]
    expect((await add(early, member, code)).body).toMatchObject({ code: 'not_on_sale' })
    shop().clock.advance(60)
    await add(first, member, code)
    await add(second, member, code)
    expect(await reserve(first)).toBe('reserved')
    shop().clock.advance(60)
    expect(await first.checkout()).toMatchObject({ state: 'reserve' })
    expect(await reserve(second)).toBe('Quiet Night: These tickets aren’t on sale.')
    expect((await add(shop().browser(), member, code)).body).toMatchObject({ code: 'not_on_sale' })
  })

  it('are not sold once the organiser ends the code or removes a type from it', async () => {
    const { member, guest, code, codeId } = await members()
    const [one, other] = [shop().browser(), shop().browser()]
    await add(one, member, code)
    await add(other, guest, code)
    await shop().db.deleteFrom('access_code_types').where('ticket_type_id', '=', guest).execute()
    expect(await reserve(other)).toContain('aren’t on sale')
    await shop().db.updateTable('access_codes').set({ ended: true }).where('id', '=', codeId).execute()
    expect(await reserve(one)).toContain('aren’t on sale')
    expect((await one.call('update_ticket_quantity', { ticket_id: member, quantity: 2 })).body.code).toBe('not_on_sale')
  })

  it('are limited per order across all types of the code', async () => {
    const { member, guest, code } = await members({ perOrder: 3 })
    const browser = shop().browser()
    await add(browser, member, code, 2)
    expect((await add(browser, guest, code, 2)).body).toMatchObject({
      code: 'access_code_max',
      error: 'You can only have 3 tickets with this access code in one order.',
    })
    expect((await add(browser, guest, code)).status).toBe(200)
    const more = await browser.call('update_ticket_quantity', { ticket_id: guest, quantity: 2 })
    expect(more.body).toMatchObject({ code: 'access_code_max' })
    // A limit that was lowered meanwhile counts at the reserve.
    await shop().db.updateTable('access_codes').set({ max_per_order: 2 }).where('code', '=', code).execute()
    expect(await reserve(browser)).toBe('You can only have 2 tickets with this access code in one order.')
  })

  it('are sold exactly as often as the code allows across its types, to fifty buyers at once', async () => {
    const { member, guest, code, used } = await members({ max: 7 })
    const browsers = await Promise.all(
      Array.from({ length: 50 }, async (_, n) => {
        const browser = shop().browser()
        expect((await add(browser, n % 2 ? member : guest, code)).status).toBe(200)
        return browser
      }),
    )
    const results = await Promise.all(browsers.map(reserve))
    expect(results.filter((text) => text === 'reserved')).toHaveLength(7)
    expect(results.filter((text) => text === 'Sorry, your access code for Quiet Night has been used up.')).toHaveLength(
      43,
    )
    expect(await used()).toBe(7)
  })

  it('are returned to the code after an expired hold, a late payment or a refund', async () => {
    const { member, guest, code, used } = await members({ max: 3 })
    const first = shop().browser()
    await add(first, member, code, 2)
    await add(first, guest, code)
    await reserve(first)
    expect(await used()).toBe(3)
    const second = shop().browser()
    await add(second, member, code, 2)
    expect(await reserve(second)).toBe('Sorry, your access code for Quiet Night has been used up.')
    shop().clock.advance(901)
    await sweepHolds(shop().deps)
    expect(await used()).toBe(0)
    expect(await reserve(second)).toBe('reserved')
    const again = (browser: Browser) =>
      saleOf(browser).then(({ id }) =>
        inTx(shop().db, async (tx) => reacquireHold(tx, await lockSale(tx, id), null, shop().clock.now())),
      )
    expect(await again(first)).toBe('tickets_gone')
    await second.call('destroy_sale')
    const { id } = await saleOf(first)
    expect(await again(first)).toBe('held')
    expect(await used()).toBe(3)
    await inTx(shop().db, (tx) => returnQuotas(tx, id, member, 1))
    expect(await used()).toBe(2)
    await inTx(shop().db, (tx) => returnQuotas(tx, id, member, 1))
    expect(await used()).toBe(1)
  })

  it('are also returned when the previous version releases the hold', async () => {
    const { member, code, used } = await members({ max: 3 })
    const browser = shop().browser()
    await add(browser, member, code, 2)
    await reserve(browser)
    const { id } = await saleOf(browser)
    await shop().db.updateTable('sales').set({ held_until: null, state: 'basket' }).where('id', '=', id).execute()
    expect(await used()).toBe(0)
    // Paying does not release them.
    const other = shop().browser()
    await add(other, member, code, 2)
    await reserve(other)
    const paid = await saleOf(other)
    await shop()
      .db.updateTable('sales')
      .set({ held_until: null, paid_at: shop().clock.now() })
      .where('id', '=', paid.id)
      .execute()
    expect(await used()).toBe(2)
  })

  it('cannot be guessed: above the rate limit even the correct code is refused', async () => {
    const { member, slug, code } = await members()
    const browser = shop().browser()
    await add(browser, member)
    for (let n = 0; n < 20; n++) await add(browser, member, `GUESS-${n}`)
    expect((await add(browser, member, code)).status).toBe(429)
    expect((await browser.call('set_code', { code: 'X' })).status).toBe(429)
    expect(slug).toContain('event')
  })
})
