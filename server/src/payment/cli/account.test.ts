import { afterAll, beforeAll, expect, it } from 'vitest'
import { describeOnPostgres } from '../../testing/database/databases.ts'
import { ORGANISER_FIELDS, openShopWithVendors, type ShopWithVendors } from '../../testing/vendors/vendors.ts'
import { organisersOf } from '../accounts/organisers.testing.ts'
import { run } from './account.ts'
import { fieldsIn } from './ask-fields.ts'

describeOnPostgres('the account command', () => {
  let shop: ShopWithVendors
  beforeAll(async () => {
    shop = await openShopWithVendors('postgres')
  })
  afterAll(() => shop.close())
  const { call, saleOf, confirm } = organisersOf(() => shop)

  const output: string[] = []
  const command = async (
    args: string[],
    fields: Record<string, string> | string = 'nothing was asked',
    config = {},
  ) => {
    output.length = 0
    return run(
      args,
      { ...shop.deps.config, databaseUrl: shop.databaseUrl, ...config },
      (text) => void output.push(text),
      async () => fields,
      shop.clock,
    )
  }
  const slugOf = async (id: number) =>
    (await shop.db.selectFrom('organisers').select('slug').where('id', '=', id).executeTakeFirstOrThrow()).slug

  it('sets, tests, lists and removes an account', async () => {
    const sale = await saleOf({})
    const slug = await slugOf(sale.organiserId)
    const { account_id } = ORGANISER_FIELDS.stripe('A')
    expect(await command(['set', slug, 'stripe', '--fee', '2.5'], { account_id })).toBe(0)
    expect(output).toEqual([
      `Saved (Connected account). Payments of ${slug} go there from now on.`,
      'Connected accounts share one webhook at Stripe, for events on connected accounts: http://shop.test/webhooks/stripe/connect',
    ])
    expect(await command(['test', slug, 'stripe'])).toBe(0)
    expect(await command(['list', slug])).toBe(0)
    expect(output).toEqual([
      expect.stringContaining(`${slug}: stripe ${account_id}, Connected account, fee 2.5 %, accepted `),
    ])
    const token = (await call(sale, 'get_token')).body
    expect(token.stripe_account).toBe(account_id)
    expect(await command(['remove', slug, 'stripe'])).toBe(1)
    expect(output).toEqual([
      'Still under way there: 1 payments, 0 refunds, 0 payment plans. Try again when they are done.',
    ])
    expect((await confirm(token)).body.status).toBe('succeeded')
    await shop.pass()
    expect(await sale.payments()).toMatchObject([{ status: 'paid', platform_fee_minor: 27 }])
    expect(await command(['remove', slug, 'stripe'])).toBe(0)
    expect(await command(['remove', slug, 'stripe'])).toBe(1)
    expect(output).toEqual(['This organiser has no such account.'])
    expect(await command(['test', slug, 'stripe'])).toBe(1)
  })

  it('encrypts credentials with the first secret, and prints none', async () => {
    const { organiserId } = await saleOf({})
    const slug = await slugOf(organiserId)
    const fields = ORGANISER_FIELDS.square('A')
    expect(await command(['set', slug, 'square'], fields, { accountSecrets: [] })).toBe(1)
    expect(output[0]).toMatch(/^Set ACCOUNT_SECRET first/)
    expect(await command(['set', slug, 'square'], fields)).toBe(0)
    expect(output[1]).toBe('Its webhook address: http://shop.test/webhooks/square/LORGANISERA')
    expect(await command(['list'])).toBe(0)
    expect(output.join('\n')).not.toContain(fields.access_token)
    const accountSecrets = ['another secret for accounts, also long', ...shop.deps.config.accountSecrets]
    expect(await command(['reencrypt'], '', { accountSecrets })).toBe(0)
    expect(output).toEqual(['1 accounts have new encryption.'])
    expect(await command(['test', slug, 'square'], '', { accountSecrets: accountSecrets.slice(0, 1) })).toBe(0)
    expect(await command(['test', slug, 'square'])).toBe(1)
    expect(await command(['reencrypt'])).toBe(1)
    expect(output[1]).toMatch(/can’t be read/)
  })

  it('reports invalid arguments', async () => {
    const { organiserId } = await saleOf({})
    const slug = await slugOf(organiserId)
    for (const args of [
      [],
      ['set'],
      ['set', slug, 'paypal'],
      ['set', slug, 'stripe', '--fee', '99'],
      ['remove', slug, 'stripe', '--all'],
    ]) {
      expect(await command(args)).toBe(1)
      expect(output[0]).toContain('npm run account -- set ORGANISER')
    }
    expect(await command(['--help'])).toBe(0)
    expect(await command(['set', 'nobody', 'stripe'])).toBe(1)
    expect(output).toEqual(['There is no organiser with this slug.'])
    expect(await command(['set', slug, 'square'], { location_id: 'LX' })).toBe(1)
    expect(output).toEqual(['Nothing was entered for app_id.'])
    expect(await command(['set', slug, 'stripe'], { account_id: 'acct_somebodyelse' })).toBe(1)
    expect(output).toEqual(['The provider refuses these credentials, or doesn’t know the account.'])
    expect(fieldsIn('{"access_token": "EAAA"}')).toEqual({ access_token: 'EAAA' })
    for (const text of ['EAAA-pasted-alone', '["EAAA"]', '{"a": 1}', ''])
      expect(fieldsIn(text)).toMatch(/one JSON object/)
    expect(fieldsIn('{"private_key": "@/nowhere/key.pem"}')).toBe('There is no such file.')
  })
})
