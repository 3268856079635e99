import type { CallName } from '@foyer/contract/paths.ts'
import { PATHS } from '@foyer/contract/paths.ts'
import qs from 'qs'
import { expect } from 'vitest'
import { type SaleAt, type SaleOptions, saleAt } from '../../testing/fixtures/sale.ts'
import { ORGANISER_FIELDS, type ShopWithVendors } from '../../testing/vendors/vendors.ts'
import { saveAccount } from './save.ts'

type Provider = keyof typeof ORGANISER_FIELDS

let made = 0

/** Organisers with accounts of their own, and their buyers. */
export function organisersOf(shop: () => ShopWithVendors) {
  const call = async (sale: Pick<SaleAt, 'cookie'>, name: CallName, body: Record<string, unknown> = {}) => {
    const answer = await shop().app.inject({
      method: PATHS[name][0],
      url: PATHS[name][1],
      headers: { cookie: sale.cookie, 'content-type': 'application/x-www-form-urlencoded' },
      ...(PATHS[name][0] === 'POST' && { payload: qs.stringify(body) }),
    })
    return { status: answer.statusCode, body: answer.json() }
  }

  /** Gives the organiser the sandbox account of this name. */
  async function give(organiserId: number, provider: Provider, name: 'A' | 'B', platformFeeBp = 0): Promise<number> {
    const saved = await saveAccount(shop().deps, {
      organiserId,
      provider,
      fields: ORGANISER_FIELDS[provider](name),
      platformFeeBp,
    })
    expect(saved).toMatchObject({ ok: true })
    return saved.ok ? saved.id : 0
  }

  /** A sale at the payment step of an organiser with these accounts. */
  async function saleOf(
    accounts: Partial<Record<Provider, 'A' | 'B'>>,
    { feeBp = 0, ...options }: SaleOptions & { feeBp?: number } = {},
  ) {
    const n = `${process.pid}-${++made}`
    const { id: organiserId } = await shop()
      .db.insertInto('organisers')
      .values({ slug: `own-${n}`, name: `Own ${n}`, full_url: `/organisers/own-${n}/`, marketing_signup_message: '' })
      .returning('id')
      .executeTakeFirstOrThrow()
    for (const [provider, name] of Object.entries(accounts))
      await give(organiserId, provider as Provider, name, provider === 'stripe' ? feeBp : 0)
    const sale = await saleAt(shop().deps, 'payment', { ...options, organiser_id: organiserId } as SaleOptions)
    return { ...sale, organiserId }
  }

  const intentOf = (secret: string) => secret.split('_secret_')[0]!

  /** What the vendor's script does in the buyer's browser. */
  async function confirm(token: { public_key: string; client_secret: string; stripe_account?: string }) {
    const answer = await fetch(`${shop().url}/v1/payment_intents/${intentOf(token.client_secret)}/confirm`, {
      method: 'POST',
      headers: { origin: 'http://shop.test', 'content-type': 'application/x-www-form-urlencoded' },
      body: qs.stringify({
        key: token.public_key,
        client_secret: token.client_secret,
        ...(token.stripe_account && { _stripe_account: token.stripe_account }),
        return_url: 'http://shop.test/do/checkout/stripe_auth/',
        payment_method_data: {
          type: 'card',
          card: { number: '4242424242424242', exp_month: 12, exp_year: 30, cvc: '123' },
        },
      }),
    })
    return { status: answer.status, body: (await answer.json()) as { status: string; error?: { message: string } } }
  }

  /** Pays by card, with the result by webhook. */
  async function payByCard(sale: SaleAt) {
    const { body } = await call(sale, 'get_token')
    expect((await confirm(body)).body.status).toBe('succeeded')
    await shop().pass()
    return intentOf(body.client_secret)
  }

  const storeOf = (name: 'A' | 'B' | null) =>
    shop().sandbox.stripe.stores.of(name === null ? undefined : ORGANISER_FIELDS.stripe(name).account_id)

  const balances = async (sale: SaleAt) =>
    Object.fromEntries(
      (
        await shop()
          .db.selectFrom('ledger_entries')
          .select(({ fn }) => ['account', 'organiser_id', fn.sum<string>('amount_minor').as('minor')])
          .where('sale_id', '=', sale.saleId)
          .groupBy(['account', 'organiser_id'])
          .execute()
      ).map(({ account, minor }) => [account, Number(minor)]),
    )

  return { call, give, saleOf, confirm, payByCard, storeOf, balances, intentOf }
}
