import { expect, it } from 'vitest'
import { describeOnBoth, describeOnPostgres } from '../testing/database/databases.ts'
import {
  allRowsOf,
  createAccount,
  createBuyerWithHold,
  newEmail,
  prove,
  reserve,
  saleIdOf,
} from '../testing/fixtures/buyers.ts'
import { useShop } from '../testing/shop.ts'

const ADDRESS = {
  selected_user_address_id: 'new',
  first_name: 'Ada',
  last_name: 'Lovelace',
  address_1: '1 Playhouse Lane',
  address_2: '',
  town: 'Foyerham',
  postcode: 'ZZ1 1AA',
  country: '1',
  state: '',
}

describeOnBoth('the delivery address', (kind) => {
  const shop = useShop(kind)
  let made = 0

  async function byPost() {
    const holder = await createBuyerWithHold(shop(), {
      tickets: [{ delivered_by_post: true, delivery_cost_minor: 250 }],
    })
    const email = newEmail()
    await prove(shop(), holder.browser, email)
    await holder.browser.call('save_guest_to_sale', { email, fullname: 'Ada Lovelace' })
    return holder
  }
  /** A browser that holds a gift voucher, of a guest. */
  async function withVoucher() {
    const { organiserId } = await createBuyerWithHold(shop())
    const design = await shop()
      .db.insertInto('gift_voucher_designs')
      .values({
        organiser_id: organiserId,
        slug: `voucher-${kind}-${++made}`,
        name: 'Voucher',
        currency: 'GBP',
        values_minor: [2500],
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    const browser = shop().browser()
    await browser.call('add_gift_voucher_to_basket', { gift_voucher_id: design.id, qty: 1, value: '25' })
    await reserve(browser)
    const email = newEmail()
    await prove(shop(), browser, email)
    await browser.call('save_guest_to_sale', { email, fullname: 'Ada Lovelace' })
    return { browser, saleId: await saleIdOf(shop(), browser) }
  }

  it('[API-25] [ENT-29] [ADR-15] [ADR-16] lists countries and US states by id', async () => {
    const { body } = await shop().browser().call('get_address_all_countries_states')
    const { countries, states } = body as { countries: Record<string, string>; states: Record<string, string> }
    expect(countries).toMatchObject({ 1: 'United Kingdom', 2: 'United States' })
    expect(Object.keys(countries).length).toBeGreaterThan(200)
    expect(states).toMatchObject({ NY: 'New York', DC: 'District of Columbia' })
  })

  it('[API-29] [ENT-26] [ADR-01] [ADR-10] [ADR-14] stores a new address, with or without address_2, and allows the next step', async () => {
    const { browser } = await byPost()
    expect((await browser.checkout()).require_delivery_address).toBe(true)
    await browser.call('update_basket_state', { state: 'login' })
    await browser.call('update_basket_state', { state: 'marketing_preferences' })
    await browser.call('update_basket_state', { state: 'delivery_address' })
    expect((await browser.call('update_basket_state', { state: 'payment' })).status).toBe(409)
    expect((await browser.call('set_delivery_address', { address: ADDRESS })).body).toEqual({ success: true })
    const now = await browser.checkout()
    expect(now.delivery_address).toEqual(ADDRESS)
    expect((await browser.call('update_basket_state', { state: 'payment' })).status).toBe(200)
  })

  it('[ADR-10] [ADR-11] [ADR-14] refuses an incomplete or invalid address and keeps the previous one', async () => {
    const { browser, saleId } = await byPost()
    await browser.call('set_delivery_address', { address: ADDRESS })
    const before = await allRowsOf(shop(), saleId)
    const wrong: Record<string, string>[] = [
      ...['first_name', 'last_name', 'address_1', 'town', 'postcode', 'country'].map((field) => ({ [field]: ' ' })),
      { country: '2' },
      { country: '2', state: 'XX' },
      { country: '9999' },
      { country: 'GB' },
      { selected_user_address_id: '' },
      { selected_user_address_id: '0' },
      { selected_user_address_id: '-1' },
      { selected_user_address_id: 'newer' },
    ]
    for (const fields of wrong)
      expect([
        fields,
        await browser.call('set_delivery_address', { address: { ...ADDRESS, ...fields } }),
      ]).toMatchObject([fields, { status: 400, body: { code: 'bad_delivery_address' } }])
    expect(await allRowsOf(shop(), saleId)).toEqual(before)
    expect(
      (await browser.call('set_delivery_address', { address: { ...ADDRESS, country: '2', state: 'NY' } })).status,
    ).toBe(200)
    expect((await browser.checkout()).delivery_address).toMatchObject({ country: '2', state: 'NY' })
  })

  it.each(['SW1A 1AA', 'sw1a1aa', 'M1 1AE', 'B33 8TH', 'CR2 6XH', 'GIR 0AA', 'BFPO 12'])(
    'accepts the UK postcode %s',
    async (postcode) => {
      const { browser } = await byPost()
      expect((await browser.call('set_delivery_address', { address: { ...ADDRESS, postcode } })).status).toBe(200)
    },
  )

  it.each(['12345', 'LS1', 'nowhere', 'SW1A 1A'])(
    'refuses %s as a UK postcode, and accepts it for other countries',
    async (postcode) => {
      const { browser } = await byPost()
      expect(await browser.call('set_delivery_address', { address: { ...ADDRESS, postcode } })).toMatchObject({
        status: 400,
        body: { code: 'bad_uk_postcode', error: 'Type a valid UK postcode' },
      })
      expect(
        (await browser.call('set_delivery_address', { address: { ...ADDRESS, postcode, country: '33' } })).status,
      ).toBe(200)
    },
  )

  it('[ADR-12] [ADR-13] a gift voucher alone is sent by email: requires names but no postal address', async () => {
    const { browser } = await withVoucher()
    expect(await browser.checkout()).toMatchObject({ require_delivery_address: true, require_postal_address: false })
    for (const state of ['login', 'marketing_preferences', 'delivery_address'])
      await browser.call('update_basket_state', { state })
    const none = { ...ADDRESS, first_name: '', last_name: '', address_1: '', town: '', postcode: '' }
    expect(await browser.call('set_delivery_address', { address: none, gift_voucher_from: 'Ada' })).toMatchObject({
      status: 400,
      body: { code: 'voucher_to_missing' },
    })
    expect((await browser.call('update_basket_state', { state: 'payment' })).body.code).toBe('step_incomplete')
    const names = { gift_voucher_from: 'Ada', gift_voucher_to: 'Grace' }
    expect((await browser.call('set_delivery_address', { address: none, ...names })).body).toEqual({ success: true })
    expect(await browser.checkout()).toMatchObject({ delivery_address: null, gift_voucher_to: 'Grace' })
    expect((await browser.call('update_basket_state', { state: 'payment' })).status).toBe(200)
    // A partly filled address must be complete.
    expect(
      (await browser.call('set_delivery_address', { address: { ...none, town: 'Leeds' }, ...names })).body.code,
    ).toBe('bad_delivery_address')
  })

  it('a posted ticket requires an address, with or without a gift voucher', async () => {
    const { browser } = await byPost()
    expect(await browser.checkout()).toMatchObject({ require_delivery_address: true, require_postal_address: true })
    const none = { ...ADDRESS, first_name: '', last_name: '', address_1: '', town: '', postcode: '' }
    expect((await browser.call('set_delivery_address', { address: none })).body.code).toBe('bad_delivery_address')
  })

  it('saves an address once, ignoring case and spaces; once deleted, it does not come back as a new one', async () => {
    const user = await createAccount(shop())
    const { browser } = await createBuyerWithHold(shop())
    await prove(shop(), browser, user.email)
    const saved = async () =>
      (await browser.call('get_user_addresses')).body.existing_addresses as { id: number; full_address: string }[]
    const written = { ...ADDRESS, address_1: '1  playhouse lane', town: 'FOYERHAM', postcode: 'zz11aa' }
    for (const address of [ADDRESS, written])
      expect((await browser.call('set_delivery_address', { address })).status).toBe(200)
    const [one, ...others] = await saved()
    expect(others).toEqual([])
    await browser.call('delete_address', { address_id: one!.id })
    // Before the payment, the buyer chooses again.
    expect((await browser.checkout()).delivery_address).toBeNull()
    expect(await saved()).toEqual([])
    await browser.call('set_delivery_address', { address: { ...ADDRESS, town: 'Stageminster' } })
    expect(await saved()).toHaveLength(1)
  })

  it('stores no state outside the USA', async () => {
    const { browser } = await byPost()
    await browser.call('set_delivery_address', { address: { ...ADDRESS, state: 'NY' } })
    expect((await browser.checkout()).delivery_address).toMatchObject({ country: '1', state: '' })
  })

  it('[ADR-09] takes the user’s own saved address by id, ignoring other fields', async () => {
    const user = await createAccount(shop())
    const { browser } = await createBuyerWithHold(shop())
    await prove(shop(), browser, user.email)
    await browser.call('set_delivery_address', { address: ADDRESS })
    const [saved] = (await browser.call('get_user_addresses')).body.existing_addresses as { id: number }[]
    const chosen = { address: { ...ADDRESS, selected_user_address_id: String(saved!.id), town: 'Elsewhere' } }
    expect((await browser.call('set_delivery_address', chosen)).body).toEqual({ success: true })
    expect((await browser.checkout()).delivery_address).toEqual({
      ...ADDRESS,
      selected_user_address_id: String(saved!.id),
    })

    const stranger = await createBuyerWithHold(shop())
    await prove(shop(), stranger.browser, (await createAccount(shop())).email)
    const guest = await byPost()
    for (const { browser: other, saleId } of [stranger, guest]) {
      const before = await allRowsOf(shop(), saleId)
      expect(await other.call('set_delivery_address', chosen)).toMatchObject({
        status: 404,
        body: { code: 'unknown_address' },
      })
      expect(await allRowsOf(shop(), saleId)).toEqual(before)
    }
  })

  it('saves a new address to the account of a signed-in buyer once, and none for a guest', async () => {
    const user = await createAccount(shop())
    const { browser } = await createBuyerWithHold(shop())
    await prove(shop(), browser, user.email)
    for (const address of [ADDRESS, ADDRESS, { ...ADDRESS, town: 'Stageminster' }, ADDRESS])
      expect((await browser.call('set_delivery_address', { address })).status).toBe(200)
    const saved = await shop()
      .db.selectFrom('user_addresses')
      .select('town')
      .where('user_id', '=', user.id)
      .orderBy('id')
      .execute()
    expect(saved.map(({ town }) => town)).toEqual(['Foyerham', 'Stageminster'])
    expect((await browser.checkout()).delivery_address?.selected_user_address_id).toMatch(/^\d+$/)

    const all = () => shop().db.selectFrom('user_addresses').select('id').execute()
    const before = await all()
    const guest = await byPost()
    await guest.browser.call('set_delivery_address', { address: ADDRESS })
    expect((await guest.browser.checkout()).delivery_address?.selected_user_address_id).toBe('new')
    expect(await all()).toEqual(before)
  })

  it('[ADR-12] [ADR-13] requires sender and recipient of a gift voucher', async () => {
    const { browser, saleId } = await withVoucher()
    expect((await browser.checkout()).require_delivery_address).toBe(true)
    const before = await allRowsOf(shop(), saleId)
    const errorFor = async (names: Record<string, string>) =>
      (await browser.call('set_delivery_address', { address: ADDRESS, ...names })).body.error
    expect(await errorFor({ gift_voucher_to: 'Grace' })).toBe('Who is the gift voucher from?')
    expect(await errorFor({ gift_voucher_from: 'Ada', gift_voucher_to: '  ' })).toBe('Who is the gift voucher for?')
    expect(await allRowsOf(shop(), saleId)).toEqual(before)
    expect(await errorFor({ gift_voucher_from: 'Ada', gift_voucher_to: 'Grace' })).toBeUndefined()
    expect(await browser.checkout()).toMatchObject({ gift_voucher_from: 'Ada', gift_voucher_to: 'Grace' })
  })

  it('neither requires nor stores voucher names without a voucher', async () => {
    const { browser } = await byPost()
    await browser.call('set_delivery_address', { address: ADDRESS, gift_voucher_from: 'Ada', gift_voucher_to: 'Grace' })
    expect(await browser.checkout()).toMatchObject({ gift_voucher_from: '', gift_voucher_to: '' })
  })
})

describeOnPostgres('the delivery address, sent twice at once', () => {
  const shop = useShop('postgres')

  it('is saved once by two sales of one account', async () => {
    const user = await createAccount(shop())
    const holders = await Promise.all([1, 2, 3, 4].map(() => createBuyerWithHold(shop())))
    for (const { browser } of holders) {
      await prove(shop(), browser, user.email)
      shop().clock.advance(31)
    }
    const answers = await Promise.all(
      holders.map(({ browser }) => browser.call('set_delivery_address', { address: ADDRESS })),
    )
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200])
    expect(
      await shop().db.selectFrom('user_addresses').select('id').where('user_id', '=', user.id).execute(),
    ).toHaveLength(1)
  })
})
