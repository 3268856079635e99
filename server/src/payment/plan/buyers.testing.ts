import type { CallName } from '@foyer/contract/paths.ts'
import { PATHS } from '@foyer/contract/paths.ts'
import qs from 'qs'
import { type SaleAt, saleAt } from '../../testing/fixtures/sale.ts'
import type { ShopWithVendors } from '../../testing/vendors/vendors.ts'

/** Buyers who pay by a payment plan, created by the calls that a browser makes. */
export function planBuyers(shop: () => ShopWithVendors) {
  const call = async (sale: Pick<SaleAt, 'cookie'>, name: CallName, body: Record<string, unknown> = {}) => {
    const answer = await shop().app.inject({
      method: 'POST',
      url: PATHS[name][1],
      headers: { cookie: sale.cookie, 'content-type': 'application/x-www-form-urlencoded' },
      payload: qs.stringify(body),
    })
    return { status: answer.statusCode, body: answer.json() }
  }

  /** A sale at the payment step, for an event of 30.00 that offers three monthly payments. */
  async function saleWithPlan(options: Parameters<typeof saleAt>[2] = {}) {
    return saleAt(shop().deps, 'payment', {
      startsAt: new Date('2027-09-01T18:00:00Z'),
      tickets: [{ price_minor: 2800, booking_fee_minor: 201 }],
      plans: [1, 3],
      ...options,
    })
  }

  /** The id that the provider's browser script creates for a card. */
  async function typedCard(number: string): Promise<string> {
    const answer = await fetch(`${shop().url}/v1/payment_methods`, {
      method: 'POST',
      headers: { origin: 'http://shop.test', 'content-type': 'application/x-www-form-urlencoded' },
      body: new URLSearchParams({
        key: 'pk_test_shop',
        type: 'card',
        'card[number]': number,
        'card[exp_month]': '12',
        'card[exp_year]': '30',
        'card[cvc]': '123',
      }),
    })
    return ((await answer.json()) as { id: string }).id
  }
  const newCard = (id: string) => ({
    id,
    brand: 'typed by anybody',
    last4: '0000',
    month: '01',
    year: '2099',
    funding: 'x',
  })
  const agree = async (sale: SaleAt, number = '4242424242424242', more: Record<string, unknown> = {}) =>
    call(sale, 'pay_with_instalment', {
      instalment_option: '3',
      contact_number: '020 7946 0000',
      new_payment_method: newCard(await typedCard(number)),
      ...more,
    })

  /** The buyer types a code in this browser. */
  const proveAgain = ({ session }: SaleAt) =>
    shop().db.updateTable('sessions').set({ proved_at: shop().clock.now() }).where('id', '=', session.id).execute()

  return { call, proveAgain, saleWithPlan, typedCard, newCard, agree }
}
