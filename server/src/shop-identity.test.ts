import { describe, expect, it } from 'vitest'
import { readConfig } from './config.ts'
import { withLanguage } from './language.ts'
import { compose } from './mail/compose.ts'
import { shellOf } from './pages/shell.ts'
import { readProviderSettings } from './payment/providers/table.ts'
import { missingShopDetails, refreshShop } from './shop-identity.ts'
import { LIVE_ENV } from './testing/deps.ts'
import { createEvent } from './testing/fixtures/catalogue.ts'
import { useShop } from './testing/shop.ts'
import { makeSigningKey } from './tickets/signing/sign.ts'

const shop = useShop('embedded')

const read = (env: NodeJS.ProcessEnv) => readConfig(env, makeSigningKey, readProviderSettings)
const { SHOP_EMAIL: _, SHOP_KIND: __, SHOP_LEGAL_NAME: ___, SHOP_ADDRESS: ____, ...UNNAMED } = LIVE_ENV
const QUAY = {
  kind: 'company',
  name: 'Quay Tickets Ltd',
  address: '2 Quay Street,\nPort Merrow',
  country: 'United Kingdom',
  register: 'Companies House',
  number: '7654321',
  part: 'scotland',
  charityNumber: '',
  vatNumber: 'GB 9',
  phone: '',
  mediator: '',
}
const LINE =
  'This shop is run by Quay Tickets Ltd · 2 Quay Street, Port Merrow, United Kingdom · Companies House 7654321 (Scotland) · VAT number GB 9 · questions@shop.test'

describe('who runs the shop', () => {
  it('a new live shop does not start without it, and the sentence names the settings; an upgraded one starts', async () => {
    const { db } = shop()
    await expect(missingShopDetails(db, read(UNNAMED))).rejects.toThrow(
      'this shop is new and live, because NODE_ENV is production, and buyers must be told by law who runs it. Set SHOP_KIND, SHOP_LEGAL_NAME, SHOP_ADDRESS, SHOP_EMAIL',
    )
    await expect(missingShopDetails(db, read({ ...LIVE_ENV, SHOP_ADDRESS: ' ' }))).rejects.toThrow(/ Set SHOP_ADDRESS$/)
    expect(await missingShopDetails(db, read(LIVE_ENV))).toEqual([])
    await createEvent(db)
    expect(await missingShopDetails(db, read(UNNAMED))).toEqual([
      'SHOP_KIND',
      'SHOP_LEGAL_NAME',
      'SHOP_ADDRESS',
      'SHOP_EMAIL',
    ])
    const lacks = async () => (await db.selectFrom('shop').select('lacks_details').executeTakeFirst())?.lacks_details
    expect(await lacks()).toBe(true)
    expect(await missingShopDetails(db, read(LIVE_ENV))).toEqual([])
    expect(await lacks()).toBe(false)
  })

  it('a trial is not asked for it, and the demo has an invented one', async () => {
    const trial = read({ SESSION_SECRET: 's'.repeat(40), TICKET_SIGNING_KEY: 'k'.repeat(40), DEMO: 'false' })
    expect([trial.live, trial.shop.legal, await missingShopDetails(shop().db, trial)]).toEqual([null, null, []])
    expect(shop().deps.config.shop.legal?.name).toBe('Foyer Demonstration Ltd')
  })

  it('what the operator sets takes the place of the settings, is read at the start, and is at the foot of pages and emails', async () => {
    const { db, deps } = shop()
    await db
      .insertInto('shop')
      .values({ email: 'questions@shop.test', legal: JSON.stringify(QUAY) })
      .onConflict((conflict) =>
        conflict.column('id').doUpdateSet({ email: 'questions@shop.test', legal: JSON.stringify(QUAY) }),
      )
      .execute()
    expect(await missingShopDetails(db, read(UNNAMED))).toEqual([])
    await refreshShop(deps)
    const nobody = { userId: null, saleId: null, provedEmail: null }
    const told = async () => {
      const sender = { shop: deps.config.shop, publicUrl: 'https://shop.test' }
      const mail = compose({ subject: 'x', heading: 'x', preview: '', blocks: [] }, sender)
      return {
        page: (await shellOf(deps, nobody)).shop.run_by,
        text: mail.text.trim().split('\n').at(-1),
        html: mail.html,
      }
    }
    const english = await withLanguage('en', told)
    expect(english).toMatchObject({ page: LINE, text: LINE })
    expect(english.html).toContain('This shop is run by Quay Tickets Ltd')
    const french = await withLanguage('fr', told)
    expect(french.page).toMatch(
      /^Cette billetterie est exploitée par Quay Tickets Ltd · .*\(Écosse\) · Numéro de TVA GB 9/,
    )
    expect(french.text).toBe(french.page)
    expect(JSON.stringify(await shellOf(deps, nobody))).not.toContain('"legal"')
  })
})
