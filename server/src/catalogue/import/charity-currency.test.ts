import { expect, it } from 'vitest'
import { describeOnBoth } from '../../testing/database/databases.ts'
import { putInBasket, reserve } from '../../testing/fixtures/buyers.ts'
import { SELLER } from '../../testing/fixtures/catalogue.ts'
import { useShop } from '../../testing/shop.ts'
import { importText } from './import.ts'

let slugCount = 0

type Wanted = { charity: string; event?: string; voucher?: string; slug?: string }

/** A charity with an organiser, and an event and a gift voucher in the currencies given. */
function catalogue({ charity, event, voucher, slug = `trust-${++slugCount}` }: Wanted): string {
  return JSON.stringify({
    format: 'foyer-catalogue-1',
    charities: [
      {
        slug,
        name: 'The Trust',
        donation_checkout_title: 'Help us?',
        currency: charity,
        donation_options: [500, 1000],
        base_fee: 20,
        booking_fee_percent: 1.5,
        booking_fee_cap: 100,
      },
    ],
    organisers: [{ slug, name: 'The House', charity: slug, ...SELLER }],
    ...(event && {
      events: [
        {
          slug,
          organiser: slug,
          title: 'Gala',
          currency: event,
          dates: [{ starts: '2027-03-01T19:00' }],
          ticket_types: [{ name: 'Adult', price: 1500, capacity: 20 }],
        },
      ],
    }),
    ...(voucher && { gift_vouchers: [{ slug, organiser: slug, name: 'Voucher', currency: voucher, values: [1000] }] }),
  })
}

describeOnBoth('the currency of a charity', (kind) => {
  const shop = useShop(kind)
  const load = (wanted: Wanted) => importText(shop().db, 'file.json', catalogue(wanted), shop().clock.now())
  const whyRefused = async (wanted: Wanted) => (await load(wanted)).refused.map(({ why }) => why)

  it.each(['JPY', 'EUR', 'GBP'])(
    '[DON-03] [DON-11] donations in %s have amounts and a fee in that currency',
    async (code) => {
      expect(await load({ charity: code, event: code })).toMatchObject({ kept: true, refused: [] })
      const { id } = await shop()
        .db.selectFrom('ticket_types')
        .select('id')
        .orderBy('id', 'desc')
        .executeTakeFirstOrThrow()
      const browser = shop().browser()
      await putInBasket(browser, id)
      await reserve(browser)
      const { charity } = await browser.checkout()
      expect(charity).toMatchObject({ donation_options: [500, 1000], base_fee: 20, booking_fee_cap: 100 })
      const body = { amount_before_booking_fee: 1000, charity_id: charity!.id }
      expect(await browser.call('save_donation', body)).toMatchObject({ status: 200 })
      expect(await browser.checkout()).toMatchObject({
        currency: { code },
        donation_amount: 1000,
        donation: { booking_fee: 35 },
      })
    },
  )

  it('refuses an event or gift voucher in another currency', async () => {
    const why = 'the charity "The Trust" takes donations in EUR, so its organisers cannot sell in GBP'
    expect(await whyRefused({ charity: 'EUR', event: 'GBP' })).toContain(why)
    expect(await whyRefused({ charity: 'EUR', voucher: 'GBP' })).toContain(why)
  })

  it('cannot change while its organisers sell in another currency', async () => {
    const slug = `trust-${++slugCount}`
    expect((await load({ charity: 'GBP', event: 'GBP', slug })).kept).toBe(true)
    expect(await whyRefused({ charity: 'EUR', slug })).toEqual([
      'the charity "The Trust" takes donations in EUR, so its organisers cannot sell in GBP',
    ])
  })

  it('refuses an amount with more decimals than the currency has', async () => {
    const text = catalogue({ charity: 'JPY' }).replace('"base_fee":20', '"base_fee":20.5')
    const { refused } = await importText(shop().db, 'file.json', text, shop().clock.now())
    expect(refused.map(({ why }) => why)).toEqual([expect.stringContaining('has more decimals than JPY has')])
  })
})
