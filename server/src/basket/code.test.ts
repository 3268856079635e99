import { expect, it } from 'vitest'
import { describeOnBoth } from '../testing/database/databases.ts'
import { putInBasket, reserve } from '../testing/fixtures/buyers.ts'
import { createEvent } from '../testing/fixtures/catalogue.ts'
import { issueVoucher } from '../testing/fixtures/voucher.ts'
import { useShop } from '../testing/shop.ts'

/** A voucher's last day is counted in days from today. */
type VoucherOptions = { expires_on?: number; voided?: boolean; reserved_minor?: number; currency?: string }

describeOnBoth('codes in a basket', (kind) => {
  const shop = useShop(kind)

  /** A basket with two tickets of £10 and a code for 10% off. */
  async function createBasketWithCode() {
    const { ticketId, organiserId } = await createEvent(shop().db)
    const code = `TENTH${ticketId}`
    await shop()
      .db.insertInto('discount_codes')
      .values({ code, organiser_id: organiserId, kind: 'percent', percent_bp: 1000 })
      .execute()
    const browser = shop().browser()
    await putInBasket(browser, ticketId, 2)
    expect((await browser.call('set_code', { code })).body).toEqual({ code_applied: true })
    return { browser, code }
  }

  it('a code entered again is reported as already applied and counts once', async () => {
    const { browser, code } = await createBasketWithCode()
    expect((await browser.call('set_code', { code: code.toLowerCase() })).body).toEqual({
      code_applied: true,
      already_applied: true,
    })
    expect(await browser.checkout()).toMatchObject({ discounts_applied: { [code]: 2 }, basket_total: 20 })
  })

  it.each([
    ['with a balance', {}, true],
    ['on its last day', { expires_on: 0 }, true],
    ['that has expired', { expires_on: -1 }, false],
    ['that was voided', { voided: true }, false],
    ['whose balance is set aside for another order', { reserved_minor: 500 }, false],
    ['partly set aside', { reserved_minor: 499 }, true],
    ['of another currency', { currency: 'EUR' }, false],
  ])('a gift voucher %s', async (_, { expires_on: days = 30, voided = false, ...columns }: VoucherOptions, applied) => {
    const { db, clock } = shop()
    const { ticketId, organiserId } = await createEvent(db)
    const code = `GIFT${ticketId}`
    await issueVoucher(db, {
      organiserId,
      code,
      now: clock.now(),
      columns: {
        ...columns,
        expires_on: new Date(clock.now().getTime() + days * 86_400_000).toISOString().slice(0, 10),
        voided_at: voided ? clock.now() : null,
      },
    })
    const browser = shop().browser()
    await putInBasket(browser, ticketId, 2)
    expect((await browser.call('set_code', { code })).body).toEqual({ code_applied: applied })
  })

  it('a code can be removed and entered again', async () => {
    const { browser, code } = await createBasketWithCode()
    expect((await browser.call('remove_code', { code: code.toLowerCase() })).body).toEqual({ success: true })
    expect(await browser.checkout()).toMatchObject({ discounts_applied: {}, basket_total: 22 })
    expect(await browser.call('remove_code', { code })).toMatchObject({ status: 404, body: { code: 'unknown_code' } })
    expect((await browser.call('set_code', { code })).body).toEqual({ code_applied: true })
  })

  it('a code of a held basket stays until the basket is edited', async () => {
    const { browser, code } = await createBasketWithCode()
    await reserve(browser)
    expect((await browser.call('remove_code', { code })).body.code).toBe('basket_is_held')
    await browser.call('destroy_sale')
    expect((await browser.call('remove_code', { code })).status).toBe(200)
  })

  it('a browser may try a few wrong codes, after which a correct one is refused as well', async () => {
    const { browser, code } = await createBasketWithCode()
    await browser.call('remove_code', { code })
    const wrong = []
    for (let n = 0; n < 20; n++) wrong.push((await browser.call('set_code', { code: `WRONG${n}` })).status)
    expect(new Set(wrong)).toEqual(new Set([200]))
    expect(await browser.call('set_code', { code })).toMatchObject({ status: 429, body: { code: 'too_many_requests' } })
    // Another buyer at the same IP address can still use their code.
    const other = await createBasketWithCode()
    expect((await other.browser.call('set_code', { code: 'WRONG' })).body).toEqual({ code_applied: false })
    shop().clock.advance(600)
    expect((await browser.call('set_code', { code })).body).toEqual({ code_applied: true })
  })
})
