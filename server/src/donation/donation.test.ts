import { checkout } from '@foyer/contract/messages.ts'
import { DECLARATION_VERSION } from '@foyer/domain/donation/gift-aid.ts'
import { expect, it } from 'vitest'
import { inTx } from '../db/transaction/tx.ts'
import { describeOnBoth } from '../testing/database/databases.ts'
import { allRowsOf, createAccount, createBuyerWithHold, newEmail, prove } from '../testing/fixtures/buyers.ts'
import { useShop } from '../testing/shop.ts'
import { cancelDeclaration } from './declaration.ts'

const ADDRESS = {
  selected_user_address_id: 'new',
  first_name: 'Ada',
  last_name: 'Lovelace',
  address_1: '1 Playhouse Lane',
  town: 'Foyerham',
  postcode: 'ZZ1 1AA',
  country: '1',
}

describeOnBoth('donation and Gift Aid', (kind) => {
  const shop = useShop(kind)
  let made = 0

  async function begun(terms: Record<string, unknown> = {}) {
    const charity = await shop()
      .db.insertInto('charities')
      .values({ slug: `charity-${++made}`, name: 'Stage Door Trust', donation_checkout_title: 'Give', ...terms })
      .returning('id')
      .executeTakeFirstOrThrow()
    const holder = await createBuyerWithHold(shop(), { organiser: { charity_id: charity.id } })
    const give = (amount: string | number, charityId = charity.id) =>
      holder.browser.call('save_donation', { amount_before_booking_fee: amount, charity_id: charityId })
    const declarations = async () => (await allRowsOf(shop(), holder.saleId)).declarations
    return { ...holder, charityId: charity.id, give, declarations }
  }
  const giftAid = (more: Record<string, string> = {}) => ({
    is_gift_aid: '1',
    uk_based: '1',
    address1: '',
    postcode: '',
    uk_taxpayer: '1',
    own_money: '1',
    not_gambling: '1',
    ...more,
  })
  const HOME = { address1: '1 Playhouse Lane', postcode: 'ZZ1 1AA' }

  it('[API-23] [DON-11] adds base fee and percentage, and charges amount and fee', async () => {
    const { browser, give } = await begun({ base_fee_minor: 20, booking_fee_bp: 250 })
    const before = (await browser.checkout()).basket_total
    expect((await give('10.50')).body).toEqual({ success: true })
    const now = await browser.checkout()
    // 0.20 + 2.5 % of 10.50 = 0.4625, rounded half up once.
    expect(now.donation).toEqual({ amount_before_booking_fee: 10.5, booking_fee: 0.46, is_gift_aid: false })
    expect(now.donation_amount).toBe(10.5)
    expect(now.basket_total).toBeCloseTo(before + 10.5 + 0.46, 10)
  })

  it('[DON-12] [DON-13] adds VAT on the fee if the terms say so, and never exceeds the cap', async () => {
    const terms = { base_fee_minor: 20, booking_fee_bp: 500, booking_fee_includes_vat: true, booking_fee_vat_bp: 2000 }
    const feeOf = async (more: Record<string, unknown>) => {
      const { browser, give } = await begun({ ...terms, ...more })
      await give('100')
      return (await browser.checkout()).donation?.booking_fee
    }
    expect(await feeOf({})).toBe(6.24)
    expect(await feeOf({ booking_fee_includes_vat: false })).toBe(5.2)
    expect(await feeOf({ booking_fee_cap_minor: 550 })).toBe(5.5)
    expect(await feeOf({ booking_fee_cap_minor: 0 })).toBe(0)
  })

  it('[API-23] changes a donation, and 0 removes it with its declaration', async () => {
    const { browser, give, declarations } = await begun()
    await give('10')
    await browser.call('update_donation', giftAid())
    expect((await browser.checkout()).is_gift_aid).toBe(true)
    await give('12')
    expect(await declarations()).toMatchObject([{ donation_minor: 1200 }])
    for (const _ of [1, 2]) expect((await give('0')).body).toEqual({ success: true })
    expect(await browser.checkout()).toMatchObject({ donation: null, donation_amount: null, is_gift_aid: false })
    expect(await declarations()).toEqual([])
  })

  it('refuses invalid amounts and charities, and keeps the previous donation', async () => {
    const { browser, saleId, give } = await begun()
    const other = await begun()
    await give('10')
    const before = await allRowsOf(shop(), saleId)
    const answerTo = async (amount: string, charityId?: number) => {
      const { status, body } = await give(amount, charityId)
      return [status, body.error]
    }
    expect(await answerTo('0.99')).toEqual([400, 'Choose an amount or click Skip donation'])
    expect((await answerTo('10000.01'))[0]).toBe(400)
    expect((await answerTo('-5'))[0]).toBe(400)
    expect((await answerTo('10.005'))[0]).toBe(400)
    expect((await answerTo('ten'))[0]).toBe(400)
    expect((await answerTo('10', other.charityId))[0]).toBe(404)
    expect((await answerTo('0', other.charityId))[0]).toBe(404)
    expect(await allRowsOf(shop(), saleId)).toEqual(before)
    const plain = await createBuyerWithHold(shop())
    expect(
      await plain.browser.call('save_donation', { amount_before_booking_fee: '10', charity_id: other.charityId }),
    ).toMatchObject({ status: 404 })
    expect((await browser.checkout()).donation_amount).toBe(10)
  })

  it('[API-24] stores the declaration with wording, version, time and its three statements', async () => {
    const { browser, saleId, give, charityId, declarations } = await begun()
    await give('25')
    for (const _ of [1, 2])
      expect((await browser.call('update_donation', giftAid(HOME))).body).toEqual({ success: true })
    expect(await declarations()).toEqual([
      {
        sale_id: saleId,
        charity_id: charityId,
        donation_minor: 2500,
        uk_taxpayer: true,
        own_money: true,
        not_gambling: true,
        wording: [
          checkout['giftAid.optIn'],
          checkout['giftAid.taxpayer'],
          checkout['giftAid.ownMoney'],
          checkout['giftAid.notGambling'],
        ].join('\n'),
        wording_version: DECLARATION_VERSION,
        donor_name: '',
        address_1: '1 Playhouse Lane',
        postcode: 'ZZ1 1AA',
        uk_based: true,
        claimable: false,
        declared_at: shop().clock.now(),
        cancelled_at: null,
        cancelled_as: null,
      },
    ])
    expect(await browser.checkout()).toMatchObject({ is_gift_aid: true, donation: { is_gift_aid: true } })
  })

  it('stores the charity’s own wording if it has one', async () => {
    const { browser, give, declarations } = await begun({ gift_aid_wording: 'I promise that I pay tax.' })
    await give('10')
    await browser.call('update_donation', giftAid())
    expect((await declarations())[0]?.wording).toContain('I promise that I pay tax.')
    expect((await declarations())[0]?.wording).not.toContain(checkout['giftAid.taxpayer'])
  })

  it('[API-24] takes the specified payload without statements, and claims nothing until all three are made', async () => {
    const { browser, give, declarations } = await begun()
    await give('25')
    const sent = { is_gift_aid: '1', subscribe: '0', uk_based: '1', ...HOME }
    expect((await browser.call('update_donation', sent)).body).toEqual({ success: true })
    const email = newEmail()
    await prove(shop(), browser, email)
    await browser.call('save_guest_to_sale', { email, fullname: 'Grace Hopper' })
    const unconfirmed = { uk_taxpayer: false, own_money: false, not_gambling: false, claimable: false }
    expect(await declarations()).toMatchObject([unconfirmed])
    expect(await browser.checkout()).toMatchObject({ is_gift_aid: true, gift_aid_unconfirmed: true })
    // Some of them are not enough.
    await browser.call('update_donation', { ...sent, uk_taxpayer: '1', own_money: '1' })
    expect(await declarations()).toMatchObject([{ uk_taxpayer: true, own_money: true, not_gambling: false }])
    expect(await browser.checkout()).toMatchObject({ is_gift_aid: true, gift_aid_unconfirmed: true })
    await browser.call('update_donation', giftAid(HOME))
    expect(await declarations()).toMatchObject([{ uk_taxpayer: true, own_money: true, not_gambling: true }])
    expect(await browser.checkout()).not.toHaveProperty('gift_aid_unconfirmed')
  })

  it('[GFT-08] refuses what is no UK postcode, as for a delivery, whatever the amount', async () => {
    const { browser, give, declarations } = await begun()
    const tried = async (more: Record<string, string>) =>
      (await browser.call('update_donation', giftAid({ ...HOME, ...more }))).body
    for (const amount of ['10', '25']) {
      await give(amount)
      for (const postcode of ['zzz', '12345', 'SW1A'])
        expect(await tried({ postcode })).toMatchObject({
          code: 'bad_uk_postcode',
          error: 'Type a valid UK postcode',
        })
    }
    expect(await declarations()).toEqual([])
    expect(await tried({ postcode: 'zzz', uk_based: '0' })).toEqual({ success: true })
    expect(await tried({ postcode: 'sw1a1aa' })).toEqual({ success: true })
  })

  it('refuses a declaration with a missing statement or without a donation', async () => {
    const { browser, give, declarations } = await begun()
    expect(await browser.call('update_donation', giftAid(HOME))).toMatchObject({ status: 404 })
    await give('25')
    for (const statement of ['uk_taxpayer', 'own_money', 'not_gambling'])
      expect(await browser.call('update_donation', giftAid({ ...HOME, [statement]: '0' }))).toMatchObject({
        status: 400,
        body: { code: 'gift_aid_confirmations_missing' },
      })
    expect(await declarations()).toEqual([])
  })

  it('[GFT-07] [GFT-08] [GFT-09] requires a home address from 20 up: line 1 and postcode in the UK, line 1 overseas', async () => {
    const { browser, give, declarations } = await begun()
    const tried = async (more: Record<string, string>) =>
      (await browser.call('update_donation', giftAid(more))).body.code
    await give('19.99')
    expect(await tried({})).toBeUndefined()
    await give('20')
    expect(await declarations()).toEqual([])
    expect(await tried({})).toBe('gift_aid_address_missing')
    expect(await tried({ address1: HOME.address1 })).toBe('gift_aid_address_missing')
    expect(await tried({ postcode: HOME.postcode })).toBe('gift_aid_address_missing')
    expect(await tried({ uk_based: '0', postcode: HOME.postcode })).toBe('gift_aid_address_missing')
    expect(await declarations()).toEqual([])
    expect(await tried({ uk_based: '0', address1: '2 Rue de la Scène' })).toBeUndefined()
    expect(await declarations()).toMatchObject([{ uk_based: false, address_1: '2 Rue de la Scène', postcode: '' }])
    expect(await tried(HOME)).toBeUndefined()
    expect(await declarations()).toMatchObject([{ uk_based: true, postcode: 'ZZ1 1AA' }])
  })

  it('opting out withdraws a declaration', async () => {
    const { browser, give, declarations } = await begun()
    await give('10')
    await browser.call('update_donation', giftAid())
    for (const _ of [1, 2])
      expect((await browser.call('update_donation', { is_gift_aid: '0' })).body).toEqual({ success: true })
    expect(await declarations()).toEqual([])
    expect(await browser.checkout()).toMatchObject({ is_gift_aid: false, donation: { is_gift_aid: false } })
  })

  it('becomes claimable once the name and, below 20, the address are known', async () => {
    const { browser, give, declarations } = await begun()
    await give('10')
    await browser.call('update_donation', giftAid())
    expect(await declarations()).toMatchObject([{ donor_name: '', address_1: '', claimable: false }])
    const email = newEmail()
    await prove(shop(), browser, email)
    await browser.call('save_guest_to_sale', { email, fullname: 'Grace Hopper' })
    expect(await declarations()).toMatchObject([{ donor_name: 'Grace Hopper', address_1: '', claimable: false }])
    await browser.call('set_delivery_address', { address: ADDRESS })
    expect(await declarations()).toMatchObject([
      {
        donor_name: 'Grace Hopper',
        address_1: '1 Playhouse Lane',
        postcode: 'ZZ1 1AA',
        uk_based: true,
        claimable: true,
      },
    ])
  })

  it('is claimable with the account’s name, and a delivery address does not replace the home address', async () => {
    const { browser, give, declarations } = await begun()
    await give('30')
    await browser.call('update_donation', giftAid({ address1: '9 Prompt Row', postcode: 'ZZ2 4BG' }))
    await prove(shop(), browser, (await createAccount(shop())).email)
    await browser.call('set_delivery_address', { address: ADDRESS })
    expect(await declarations()).toMatchObject([
      { donor_name: 'Ada Lovelace', address_1: '9 Prompt Row', claimable: true },
    ])
  })

  it('is removed with the customer whose name it has', async () => {
    const { browser, give, declarations } = await begun()
    await give('30')
    await browser.call('update_donation', giftAid(HOME))
    await prove(shop(), browser, (await createAccount(shop())).email)
    expect(await declarations()).toMatchObject([{ donor_name: 'Ada Lovelace' }])
    await browser.call('logout_of_sale')
    expect(await declarations()).toEqual([])
    expect((await browser.checkout()).donation_amount).toBe(30)
  })

  it('is cancelled once with the sale, and kept with the time', async () => {
    const { browser, saleId, give, declarations } = await begun()
    await give('30')
    await browser.call('update_donation', giftAid(HOME))
    await prove(shop(), browser, (await createAccount(shop())).email)
    const cancelledAt = shop().clock.now()
    await inTx(shop().db, (tx) => cancelDeclaration(tx, saleId, cancelledAt))
    shop().clock.advance(60)
    await inTx(shop().db, (tx) => cancelDeclaration(tx, saleId, shop().clock.now()))
    expect(await declarations()).toMatchObject([
      { cancelled_at: cancelledAt, claimable: false, donor_name: 'Ada Lovelace' },
    ])
    expect((await browser.checkout()).is_gift_aid).toBe(false)
  })

  it('subscribes a known customer to the charity’s news, and no later one', async () => {
    const news = async (saleId: number) => (await allRowsOf(shop(), saleId)).consents
    const wanting = async () => {
      const sale = await begun()
      await sale.give('10')
      await sale.browser.call('update_donation', giftAid({ subscribe: '1' }))
      expect(await news(sale.saleId)).toEqual([])
      return sale
    }
    const first = await wanting()
    const givenAt = shop().clock.now()
    shop().clock.advance(60)
    const user = await createAccount(shop())
    await prove(shop(), first.browser, user.email)
    expect(await news(first.saleId)).toMatchObject([
      {
        email: user.email,
        kind: 'charity',
        charity_id: first.charityId,
        granted: true,
        given_at: givenAt,
        wording: 'Send me news from Stage Door Trust',
      },
    ])
    await first.browser.call('update_donation', giftAid())
    expect((await news(first.saleId)).map(({ granted }) => granted)).toEqual([true, false])

    const second = await wanting()
    shop().clock.advance(60)
    await prove(shop(), second.browser, user.email)
    await second.browser.call('logout_of_sale')
    await prove(shop(), second.browser, (await createAccount(shop())).email)
    expect((await news(second.saleId)).map(({ email }) => email)).toEqual([user.email])
  })
})
