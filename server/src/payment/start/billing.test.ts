import { expect, it } from 'vitest'
import { describeOnBoth } from '../../testing/database/databases.ts'
import { createBuyerWithHold, newEmail, prove } from '../../testing/fixtures/buyers.ts'
import { useShop } from '../../testing/shop.ts'

describeOnBoth('the billing address', (kind) => {
  const shop = useShop(kind)

  it('[API-39] is refused with an unknown country, and stored with a known one', async () => {
    const { browser } = await createBuyerWithHold(shop())
    const email = newEmail()
    await prove(shop(), browser, email)
    await browser.call('save_guest_to_sale', { email, fullname: 'Ada Lovelace' })
    const set = (country: string) => browser.call('set_billing_address', { address: { postcode: 'SW1A 1AA', country } })
    for (const country of ['9999', '0', 'GB', 'nowhere'])
      expect(await set(country)).toMatchObject({ status: 400, body: { code: 'bad_address' } })
    expect(await set('2')).toMatchObject({ status: 200, body: { address: { country_code: 'US' } } })
    expect(await set('')).toMatchObject({ status: 200, body: { address: { country_code: 'GB' } } })
  })
})
