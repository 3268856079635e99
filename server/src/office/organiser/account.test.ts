import { OFFICE_PAGES } from '@foyer/contract/office/pages.ts'
import { pino } from 'pino'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { listAccounts } from '../../payment/accounts/accounts.ts'
import { organisersOf } from '../../payment/accounts/organisers.testing.ts'
import { describeOnBoth } from '../../testing/database/databases.ts'
import { saleAt } from '../../testing/fixtures/sale.ts'
import { ORGANISER_FIELDS, openShopWithVendors, type ShopWithVendors } from '../../testing/vendors/vendors.ts'
import { createStaff, type OfficeBrowser, signIn } from '../testing/office.ts'

const SQUARE = ORGANISER_FIELDS.square('A')
const { private_key, ...BANK } = ORGANISER_FIELDS.truelayer('A')

describeOnBoth('an owner connects payment accounts in the office', (kind) => {
  let shop: ShopWithVendors
  const lines: string[] = []
  let organiserId: number
  let owner: OfficeBrowser
  let made = 0

  beforeAll(async () => {
    const log = pino({ level: 'trace' }, { write: (line: string) => void lines.push(line) })
    shop = await openShopWithVendors(kind, { log })
  })
  afterAll(() => shop.close())
  const { call } = organisersOf(() => shop)

  beforeEach(async () => {
    const slug = `connects-${process.pid}-${++made}`
    const { id } = await shop.db
      .insertInto('organisers')
      .values({ slug, name: slug, full_url: `/organisers/${slug}/`, marketing_signup_message: '' })
      .returning('id')
      .executeTakeFirstOrThrow()
    organiserId = id
    owner = await signIn(shop, (await createStaff(shop, organiserId, 'owner')).email)
  })

  const connect = async (provider: string, f?: object, by = owner) =>
    (await by.call('connect_payment_account', { organiser_id: organiserId, provider, ...(f && { f }) })).body
  const current = async () => (await listAccounts(shop.db, organiserId)).filter(({ endedAt }) => endedAt === null)
  const pageOf = async (provider: string) =>
    (await owner.call('office_payment_account', { organiser_id: organiserId, provider })).body
  const sale = () => saleAt(shop.deps, 'payment', { organiser_id: organiserId } as never)
  const logOf = () =>
    shop.db
      .selectFrom('staff_log')
      .select(['action', 'outcome', 'before', 'after'])
      .where('organiser_id', '=', organiserId)
      .orderBy('id')
      .execute()

  describe('by copying its keys', () => {
    it('sells into it from then on, and says where its webhooks go', async () => {
      const { fields, webhook_url } = await pageOf('square')
      expect(fields).toEqual([
        { name: 'location_id', is_secret: false },
        { name: 'app_id', is_secret: false },
        { name: 'access_token', is_secret: true },
        { name: 'webhook_key', is_secret: true },
      ])
      expect(webhook_url).toBe('http://shop.test/webhooks/square/{location_id}')
      expect(await connect('square', SQUARE)).toMatchObject({ success: true })
      expect(await current()).toMatchObject([{ provider: 'square', externalId: SQUARE.location_id }])
      const { accounts, offers } = (await owner.call('office_payments', { organiser_id: organiserId })).body
      expect(accounts).toMatchObject([{ webhook_url: `http://shop.test/webhooks/square/${SQUARE.location_id}` }])
      // The next card account takes its place; one for bank transfers stands beside it.
      expect(offers).toEqual([
        { provider: 'stripe', is_replacing: true },
        { provider: 'square', is_replacing: true },
        { provider: 'truelayer', is_replacing: false },
      ])
      const { cookie } = await sale()
      expect((await call({ cookie }, 'get')).body.opoa).toEqual({ provider: 'square' })
      expect((await call({ cookie }, 'get_square_credentials')).body).toMatchObject({ location_id: SQUARE.location_id })
    })

    it.each([
      [{ ...SQUARE, access_token: ' ' }, 'account_incomplete'],
      [{ ...SQUARE, location_id: 'a location' }, 'account_malformed'],
      [{ ...SQUARE, access_token: 'not-a-token' }, 'account_refused'],
    ])('refuses what can’t be right, and saves nothing', async (fields, code) => {
      expect((await connect('square', fields)).code).toBe(code)
      expect(await current()).toEqual([])
    })

    it('shows no secret in an answer, on a page or in a log', async () => {
      const refused = await connect('square', { ...SQUARE, webhook_key: '' })
      const done = await connect('square', SQUARE)
      expect(done).toMatchObject({ success: true })
      const shown = [
        JSON.stringify([refused, done, await pageOf('square'), await current(), await logOf()]),
        JSON.stringify((await owner.call('office_payments', { organiser_id: organiserId })).body),
        ...lines,
      ].join('\n')
      expect(shown).toContain(SQUARE.location_id)
      for (const secret of [SQUARE.access_token, SQUARE.webhook_key]) expect(shown).not.toContain(secret)
    })

    it('keeps the operator’s fee when an account is replaced by another of the same provider', async () => {
      await connect('square', SQUARE)
      await shop.db
        .updateTable('payment_accounts')
        .set({ platform_fee_bp: 250 })
        .where('organiser_id', '=', organiserId)
        .execute()
      await connect('square', ORGANISER_FIELDS.square('B'))
      expect(await current()).toMatchObject([{ externalId: 'LORGANISERB', platformFeeBp: 250 }])
    })
  })

  describe('with a key that the shop makes', () => {
    it('shows its public part only, and connects once that is uploaded', async () => {
      expect((await connect('truelayer', BANK)).code).toBe('account_key_missing')
      expect(
        (await owner.call('make_payment_key', { organiser_id: organiserId, provider: 'truelayer' })).body,
      ).toMatchObject({ success: true })
      const { public_key, fields } = await pageOf('truelayer')
      expect(fields).not.toContainEqual(expect.objectContaining({ name: 'private_key' }))
      expect(public_key).toContain('BEGIN PUBLIC KEY')
      expect((await connect('truelayer', BANK)).code).toBe('account_refused')
      // A key of one's own is not what signs.
      expect((await connect('truelayer', { ...BANK, private_key })).code).toBe('account_refused')
      shop.sandbox.truelayer.addKey('made-key', String(public_key), BANK.client_id)
      expect(await connect('truelayer', { ...BANK, key_id: 'made-key' })).toMatchObject({ success: true })
      expect(await current()).toMatchObject([
        { provider: 'truelayer', externalId: BANK.client_id, currencies: ['GBP'] },
      ])
      expect((await pageOf('truelayer')).public_key).toBe('')
      const stored = JSON.stringify([await logOf(), ...lines])
      expect(stored).not.toContain('PRIVATE KEY')
    })

    it('is not read as another organiser’s key', async () => {
      await owner.call('make_payment_key', { organiser_id: organiserId, provider: 'truelayer' })
      const other = await createOther()
      await shop.db
        .insertInto('payment_account_setups')
        .columns(['organiser_id', 'provider', 'credentials', 'key_id', 'public_key', 'begun_at'])
        .expression((eb) =>
          eb
            .selectFrom('payment_account_setups')
            .select([eb.val(other).as('organiser_id'), 'provider', 'credentials', 'key_id', 'public_key', 'begun_at'])
            .where('organiser_id', '=', organiserId),
        )
        .execute()
      const browser = await signIn(shop, (await createStaff(shop, other, 'owner')).email)
      const { body } = await browser.call('connect_payment_account', {
        organiser_id: other,
        provider: 'truelayer',
        f: BANK,
      })
      expect(body.code).toBe('account_key_missing')
    })
  })

  describe('by setting it up at the provider', () => {
    const begin = async (by = owner) =>
      (await by.call('begin_payment_account', { organiser_id: organiserId, provider: 'stripe' })).body
    /** What the owner does at the address they were given. Returns where they are led back to. */
    async function answer(link: string, choice: string) {
      await fetch(link)
      const answered = await fetch(link, {
        method: 'POST',
        redirect: 'manual',
        headers: { 'content-type': 'application/x-www-form-urlencoded' },
        body: new URLSearchParams({ answer: choice }),
      })
      return answered.headers.get('location')
    }
    const stateOf = async () => (await pageOf('stripe')).state

    it('is paid there once the provider says that the account takes cards', async () => {
      expect(await stateOf()).toBe('none')
      expect((await connect('stripe')).code).toBe('account_not_begun')
      const { secret: first } = await begin()
      expect(await stateOf()).toBe('unfinished')
      expect((await connect('stripe')).code).toBe('account_not_ready')
      const back = `http://shop.test${OFFICE_PAGES.payment_account.path}?organiser_id=${organiserId}&provider=stripe`
      expect(await answer(String(first), 'leave')).toBe(back)
      expect(await stateOf()).toBe('unfinished')
      const { secret: second } = await begin()
      expect(await answer(String(second), 'check')).toBe(back)
      expect(await stateOf()).toBe('checking')
      const { external_id: id } = await pageOf('stripe')
      shop.sandbox.stripe.onboarding.set(String(id), 'restricted')
      expect(await stateOf()).toBe('restricted')
      shop.sandbox.stripe.onboarding.set(String(id), 'ready')
      expect(await stateOf()).toBe('ready')
      expect(await connect('stripe')).toMatchObject({ success: true })
      expect(await current()).toMatchObject([{ provider: 'stripe', externalId: id }])
      const { cookie } = await sale()
      expect((await call({ cookie }, 'get_token')).body).toMatchObject({ stripe_account: id })
      expect(await stateOf()).toBe('none')
    })

    it('makes one account, however often and from wherever it is begun', async () => {
      const colleague = await signIn(shop, (await createStaff(shop, organiserId, 'owner')).email)
      const asked = () => shop.captured.filter(({ method, path }) => method === 'POST' && path === '/v2/core/accounts')
      const before = asked().length
      await Promise.all([begin(), begin(colleague), begin()])
      const { external_id: id } = await pageOf('stripe')
      await begin()
      expect((await pageOf('stripe')).external_id).toBe(id)
      const keys = asked()
        .slice(before)
        .map(({ headers }) => headers['idempotency-key'])
      expect(new Set(keys).size, 'asked once, or again with the same key').toBe(1)
      expect(shop.sandbox.stripe.stores.accounts().filter((account) => account.id === id)).toHaveLength(1)
    })

    it('opens a link once, and never stores or logs it', async () => {
      const { secret } = await begin()
      const link = String(secret)
      expect((await fetch(link, { redirect: 'manual' })).status).toBe(200)
      expect((await fetch(link, { redirect: 'manual' })).status).toBe(303)
      expect(JSON.stringify([await logOf(), ...lines])).not.toContain(link)
    })

    it('doesn’t take an account that somebody types', async () => {
      expect((await connect('stripe', { account_id: 'acct_organiserA' })).code).toBe('account_not_begun')
      await begin()
      const { external_id: id } = await pageOf('stripe')
      shop.sandbox.stripe.onboarding.set(String(id), 'ready')
      await connect('stripe', { account_id: 'acct_organiserA' })
      expect(await current()).toMatchObject([{ externalId: id }])
    })

    it('says so when the provider doesn’t answer', async () => {
      await begin()
      shop.fault('stripe', 'error', 'before', null)
      expect(await stateOf()).toBe('unknown')
      expect((await begin()).code).toBe('account_unreachable')
      shop.sandbox.switches.clear()
      expect(await stateOf()).toBe('unfinished')
    })

    it('makes no second account when the provider made one and its answer was lost', async () => {
      const before = shop.sandbox.stripe.stores.accounts().length
      shop.fault('stripe', 'answer_lost', '', 1)
      await begin()
      expect((await begin()).secret).toMatch(/^http/)
      expect(shop.sandbox.stripe.stores.accounts()).toHaveLength(before + 1)
      expect(await stateOf()).toBe('unfinished')
    })
  })

  describe('and disconnects them', () => {
    it('once nothing is under way there, and keeps what refunds need', async () => {
      await connect('square', SQUARE)
      const [account] = await current()
      const disconnect = () =>
        owner.call('disconnect_payment_account', { organiser_id: organiserId, account_id: account!.id })
      const { cookie } = await sale()
      const { id } = await shop.db
        .insertInto('payments')
        .values({
          sale_id: (await shop.db.selectFrom('sales').select('id').orderBy('id', 'desc').executeTakeFirstOrThrow()).id,
          provider: 'square',
          status: 'processing',
          idempotency_key: 'under way',
          amount_minor: 100,
          currency: 'GBP',
          account_id: account!.id,
          created_at: shop.clock.now(),
          updated_at: shop.clock.now(),
        })
        .returning('id')
        .executeTakeFirstOrThrow()
      const refused = await disconnect()
      expect(refused.body.code).toBe('account_in_use')
      expect(refused.body.error).toContain('payments 1, refunds 0, payment plans 0')
      await shop.db.deleteFrom('payments').where('id', '=', id).execute()
      expect((await disconnect()).body).toMatchObject({ success: true })
      expect((await disconnect()).status).toBe(404)
      expect(await current()).toEqual([])
      const kept = await shop.db
        .selectFrom('payment_accounts')
        .select(['credentials', 'ended_at'])
        .where('id', '=', account!.id)
        .executeTakeFirstOrThrow()
      expect(kept.credentials).not.toBeNull()
      expect((await call({ cookie }, 'get')).body.opoa).toBeNull()
    })

    it('only their own', async () => {
      await connect('square', SQUARE)
      const [account] = await current()
      const other = await createOther()
      const browser = await signIn(shop, (await createStaff(shop, other, 'owner')).email)
      const { status } = await browser.call('disconnect_payment_account', {
        organiser_id: other,
        account_id: account!.id,
      })
      expect(status).toBe(404)
      expect(await current()).toHaveLength(1)
    })
  })

  async function createOther(): Promise<number> {
    const slug = `other-${process.pid}-${++made}`
    const { id } = await shop.db
      .insertInto('organisers')
      .values({ slug, name: slug, full_url: `/organisers/${slug}/`, marketing_signup_message: '' })
      .returning('id')
      .executeTakeFirstOrThrow()
    return id
  }
})
