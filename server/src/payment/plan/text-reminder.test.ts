import { afterAll, beforeAll, expect, it } from 'vitest'
import { inTx } from '../../db/transaction/tx.ts'
import { openShopWithVendors, type ShopWithVendors } from '../../testing/vendors/vendors.ts'
import { planBuyers } from './buyers.testing.ts'
import { textReminder } from './mails.ts'

let shop: ShopWithVendors
beforeAll(async () => {
  shop = await openShopWithVendors('embedded', { start: '2026-01-31T12:00:00Z' })
})
afterAll(() => shop.close())
const { saleWithPlan, agree } = planBuyers(() => shop)

it('a text message of a plan names its shop, amount, day, event and page, in the buyer’s language', async () => {
  const sale = await saleWithPlan()
  await agree(sale)
  await shop.pass(60)
  const instalment = await shop.db
    .selectFrom('plan_instalments')
    .selectAll()
    .where('sale_id', '=', sale.saleId)
    .where('seq', '=', 2)
    .executeTakeFirstOrThrow()
  const now = shop.clock.now()
  const config = { ...shop.deps.config, sms: { accountSid: 'AC1', authToken: 'w', from: 'Foyer' } as never }
  const textTo = async (phone: string | null, locale: 'en' | 'fr', smsConfig = config) => {
    await shop.db.deleteFrom('text_messages').execute()
    await shop.db
      .updateTable('sales')
      .set({ contact_number: phone, language: locale })
      .where('id', '=', sale.saleId)
      .execute()
    await inTx(shop.db, (tx) => textReminder(tx, { config: smsConfig }, instalment, { day: '2026-02-28', now }))
    return shop.db.selectFrom('text_messages').select(['recipient', 'body']).execute()
  }
  const { title } = await shop.db.selectFrom('events').select('title').executeTakeFirstOrThrow()
  const [english, french] = [await textTo('+447700900123', 'en'), await textTo('+447700900123', 'fr')]
  expect(english).toEqual([
    {
      recipient: '+447700900123',
      body: `Foyer: we’ll take £10.00 on Sat 28 Feb 2026 for ${title}, as agreed in your payment plan. To pay with another card: http://shop.test/account/settings/`,
    },
  ])
  expect(french[0]!.body).toBe(
    `Foyer\u00a0: nous prélèverons 10,00\u00a0£ le sam. 28 févr. 2026 pour ${title}, comme prévu dans votre échéancier. Pour payer avec une autre carte\u00a0: http://shop.test/account/settings/`,
  )
  expect(await textTo(null, 'en')).toEqual([])
  expect(await textTo('+447700900123', 'en', { ...config, sms: null as never })).toEqual([])
})
