import { describe, expect, it } from 'vitest'
import { createCharity } from '../office/testing/gift-aid.ts'
import { asExpressGuest, createPaidBuyer, openSecondBrowser } from '../testing/fixtures/paid-buyer.ts'
import { withPages } from '../testing/pages.ts'
import { useShop } from '../testing/shop.ts'

describe('a donor cancels a Gift Aid declaration on the order’s page', () => {
  const shop = useShop('embedded')

  async function createDonor() {
    const buyer = await createPaidBuyer(shop())
    const { db, clock } = shop()
    const charity_id = await createCharity(db, 'Stage Door Trust')
    await db
      .insertInto('gift_aid_declarations')
      .values({
        sale_id: buyer.saleId,
        charity_id,
        donation_minor: 2000,
        uk_taxpayer: true,
        own_money: true,
        not_gambling: true,
        wording: 'Yes',
        wording_version: '1',
        donor_name: 'Ada Lovelace',
        uk_based: true,
        claimable: true,
        declared_at: clock.now(),
      })
      .execute()
    const pages = await withPages(shop())
    const path = `/orders/${buyer.reference}/`
    const opened = (browser = buyer.browser) => {
      const visitor = pages.browser(browser)
      const shown = async () => (await pages.data(visitor, 'order', path))?.gift_aid
      const cancel = (gift_aid?: string) => visitor.post(path, { ...(gift_aid && { gift_aid }) })
      return { shown, cancel }
    }
    const stored = async () =>
      (
        await db
          .selectFrom('gift_aid_declarations')
          .select(['cancelled_as'])
          .where('sale_id', '=', buyer.saleId)
          .executeTakeFirstOrThrow()
      ).cancelled_as
    return { ...buyer, path, opened, stored }
  }

  it('from now on, and then as never true, without a script', async () => {
    const donor = await createDonor()
    const { shown, cancel } = donor.opened()
    expect(await shown()).toEqual({
      charity: 'Stage Door Trust',
      amount: '£20.00',
      left: ['from_now', 'never_true'],
      nice_cancelled: '',
      is_proved: true,
    })
    for (const wrong of [undefined, 'refund'])
      expect((await cancel(wrong)).headers.location, 'no cancellation at all').toBe(donor.path)
    expect(await donor.stored()).toBeNull()
    for (const _ of [1, 2]) expect((await cancel('from_now')).headers.location).toBe(donor.path)
    expect([await donor.stored(), (await shown())!.left]).toEqual(['from_now', ['never_true']])
    expect((await shown())!.nice_cancelled).not.toBe('')
    await cancel('never_true')
    await cancel('from_now')
    expect([await donor.stored(), (await shown())!.left]).toEqual(['never_true', []])
    const history = await shop()
      .db.selectFrom('sale_events')
      .select('kind')
      .where('sale_id', '=', donor.saleId)
      .where('kind', 'like', 'gift_aid%')
      .orderBy('id')
      .execute()
    expect(history.map(({ kind }) => kind)).toEqual(['gift_aid_ended', 'gift_aid_never_true'])
  })

  it('not from another browser, and not with an address that was only typed', async () => {
    const donor = await createDonor()
    const follower = donor.opened(await openSecondBrowser(shop(), donor))
    expect((await follower.cancel('never_true')).headers.location).toBe(donor.path)
    await asExpressGuest(shop(), donor, 'typed@house.example')
    const typed = donor.opened()
    expect(await typed.shown()).toMatchObject({ is_proved: false })
    expect((await typed.cancel('never_true')).statusCode).toBe(303)
    expect(await donor.stored()).toBeNull()
  })
})
