import { sign } from '@fastify/cookie'
import { PAGES } from '@foyer/contract/pages.ts'
import { PATHS } from '@foyer/contract/paths.ts'
import { expect, it } from 'vitest'
import { buildApp } from '../app.ts'
import { makeMetrics } from '../metrics.ts'
import { describeOnPostgres } from '../testing/database/databases.ts'
import { LIVE_ENV } from '../testing/deps.ts'
import {
  browserWithProvedEmail,
  codeMailedTo,
  createAccount,
  createBuyerWithHold,
  newEmail,
  prove,
  saleIdOf,
} from '../testing/fixtures/buyers.ts'
import { createEvent } from '../testing/fixtures/catalogue.ts'
import { withPages } from '../testing/pages.ts'
import { type Browser, makeBrowser, useShop } from '../testing/shop.ts'
import { deviceOf } from './limits/device.ts'
import { hasFreshProof } from './session.ts'

const tokenOf = (browser: Browser) => decodeURIComponent(browser.cookie()!.split('=')[1]!)

describeOnPostgres('a session', () => {
  const shop = useShop('postgres')
  const secure = useShop('postgres', { env: LIVE_ENV })
  const setCookie = async (of: typeof shop) => {
    const { ticketId } = await createEvent(of().db)
    const { raw } = await of().browser().call('add_to_basket', { ticket_id: ticketId, quantity: 1 })
    return String(raw.headers['set-cookie'])
  }
  /** A browser that carries a copy of another's cookie, as it is now. */
  const copyOf = (browser: Browser) => {
    const copy = shop().browser()
    copy.use(tokenOf(browser))
    return copy
  }
  const userOf = async (browser: Browser) => (await browser.call('get_user')).body.user

  it('[OPEN-07] uses a cookie that is HttpOnly, SameSite and Secure', async () => {
    const plain = await setCookie(shop)
    expect(plain).toMatch(/^foyer_session=/)
    for (const flag of ['HttpOnly', 'SameSite=Lax', 'Path=/']) expect(plain.split('; ')).toContain(flag)
    expect(plain).not.toContain('Domain=')
    expect((await setCookie(secure)).split('; ')).toContain('Secure')
  })

  /** The same shop after a restart with other secrets. */
  const restarted = async (of: typeof shop, sessionSecrets: string[]) => {
    const { deps } = of()
    const config = { ...deps.config, sessionSecret: sessionSecrets[0]!, sessionSecrets }
    return buildApp({ ...deps, config, metrics: makeMetrics() }, null)
  }

  it('on https has a cookie name that no other host of the domain can set', async () => {
    expect(await setCookie(secure)).toMatch(/^__Host-foyer_session=/)
  })

  it('of the previous version on https is accepted once and renamed, so that everyone stays signed in', async () => {
    const email = (await createAccount(secure())).email
    const token = decodeURIComponent((await browserWithProvedEmail(secure(), email)).cookie()!.split('=')[1]!)
      .split('.')[0]!
      .slice('host-'.length)
    const before = secure().browser()
    before.use(sign(token, secure().deps.config.sessionSecret))
    const { raw, body } = await before.call('get_user')
    expect(body.user).toMatchObject({ email })
    const set = [raw.headers['set-cookie']].flat().map(String)
    expect(set.find((cookie) => cookie.startsWith('__Host-foyer_session='))).toContain(`host-${token}`)
    expect(set.find((cookie) => cookie.startsWith('foyer_session='))).toMatch(/^foyer_session=;/)
    expect((await before.call('get_user')).body.user).toMatchObject({ email })
    expect(before.cookie()).toMatch(/^__Host-/)
  })

  it('on https under the plain name is refused if the current version made it', async () => {
    const own = await browserWithProvedEmail(secure(), (await createAccount(secure())).email)
    const victim = secure().browser()
    const planted = decodeURIComponent(own.cookie()!.split('=')[1]!)
    const answer = await secure().app.inject({
      url: PATHS.get_user[1],
      headers: { cookie: `foyer_session=${encodeURIComponent(planted)}` },
    })
    expect(answer.json().user ?? null).toBeNull()
    expect(victim.cookie()).toBeUndefined()
  })

  it('survives a change of the secret, and is then signed with the new one', async () => {
    const { email } = await createAccount(shop())
    const old = shop().deps.config.sessionSecret
    const fresh = 'another secret, also of 32 letters or more'
    const copy = tokenOf(await browserWithProvedEmail(shop(), email))
    const both = makeBrowser(await restarted(shop, [fresh, old]))
    both.use(copy)
    expect((await both.call('get_user')).body.user).toMatchObject({ email })
    const later = makeBrowser(await restarted(shop, [fresh]))
    later.use(tokenOf(both))
    expect((await later.call('get_user')).body.user).toMatchObject({ email })
    later.use(copy)
    expect((await later.call('get_user')).body.user ?? null).toBeNull()
  })

  it('an emailed code still works after a change of the secret', async () => {
    const { email } = await createAccount(shop())
    const browser = shop().browser()
    await browser.call('send_one_time_code', { email })
    await shop().runJobs()
    const both = makeBrowser(
      await restarted(shop, ['another secret, also of 32 letters or more', shop().deps.config.sessionSecret]),
    )
    both.use(tokenOf(browser))
    const code = await codeMailedTo(shop(), email)
    expect(await both.call('check_one_time_code', { email, code })).toMatchObject({ status: 200 })
  })

  it('is listed with its browser in the account, and can be ended from every other browser', async () => {
    const { email } = await createAccount(shop())
    const here = await browserWithProvedEmail(shop(), email)
    shop().clock.advance(60)
    const there = await browserWithProvedEmail(shop(), email)
    const other = await browserWithProvedEmail(shop(), (await createAccount(shop())).email)
    const pages = await withPages(shop())
    const signIns = async () => (await pages.data(pages.browser(here), 'account', PAGES.account))!.sign_ins
    expect(await signIns()).toMatchObject([
      { device: '', is_this: true },
      { device: '', is_this: false },
    ])
    expect(await shop().browser().call('sign_out_elsewhere')).toMatchObject({ status: 401 })
    for (const _ of [1, 2]) expect((await here.call('sign_out_elsewhere')).body).toEqual({ success: true })
    expect(await signIns()).toMatchObject([{ is_this: true }])
    expect([await userOf(here), await userOf(there), await userOf(other)]).toEqual([
      expect.objectContaining({ email }),
      null,
      expect.anything(),
    ])
  })

  it.each([
    [
      'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 Chrome/139.0 Safari/537.36 Edg/139.0',
      'Edge, Windows',
    ],
    [
      'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) Version/18.0 Mobile/15E148 Safari/604.1',
      'Safari, iPhone',
    ],
    ['Mozilla/5.0 (Linux; Android 15; K) AppleWebKit/537.36 Chrome/139.0 Mobile Safari/537.36', 'Chrome, Android'],
    ['curl/8.5.0', null],
  ])('shows only the kind of browser: %s', (agent, device) => {
    expect(deviceOf(agent)).toBe(device)
  })

  it('is stored as a hash, and an invented or altered token is refused', async () => {
    const { browser } = await createBuyerWithHold(shop())
    const token = tokenOf(browser).split('.')[0]!
    const rows = JSON.stringify(await shop().db.selectFrom('sessions').selectAll().execute())
    expect(rows).not.toContain(token)
    for (const value of [`${token}.forged`, token, `x${tokenOf(browser)}`, '']) {
      const other = shop().browser()
      other.use(value)
      expect((await other.checkout()).tickets).toEqual([])
    }
    expect((await copyOf(browser).checkout()).tickets).toHaveLength(1)
  })

  it('gets a new token at sign-in: one planted beforehand opens nothing', async () => {
    const { email } = await createAccount(shop())
    const attacker = shop().browser()
    await attacker.call('send_one_time_code', { email: newEmail() })
    const victim = copyOf(attacker)
    expect((await prove(shop(), victim, email)).body).toEqual({ has_account: true })
    expect(await userOf(victim)).toMatchObject({ email })
    expect(await userOf(attacker)).toBeNull()
    expect(tokenOf(victim)).not.toBe(tokenOf(attacker))
  })

  it('gets a new token after following a basket link, but not the sign-in of the person who shared it', async () => {
    const pages = await withPages(shop())
    const { browser, saleId } = await createBuyerWithHold(shop())
    const { email } = await createAccount(shop())
    await prove(shop(), browser, email)
    const { sale_reference } = await browser.checkout()

    const attacker = shop().browser()
    await attacker.call('send_one_time_code', { email: newEmail() })
    const follower = pages.browser(attacker)
    const { statusCode, headers } = await follower.get(`/smartcheckout/?session=${sale_reference}`)
    expect([statusCode, headers.location]).toEqual([303, '/smartcheckout/'])
    const taken = copyOf(follower)
    expect(await saleIdOf(shop(), taken)).toBe(saleId)
    expect(await userOf(taken)).toBeNull()
    expect((await taken.checkout()).account).toBeNull()
    // The token that the attacker knows is dead.
    expect((await attacker.checkout()).tickets).toEqual([])
    expect(tokenOf(follower)).not.toBe(tokenOf(attacker))
  })

  it('ends for every copy of its token at sign-out, while the account’s other browsers stay signed in', async () => {
    const { email } = await createAccount(shop())
    const browser = await browserWithProvedEmail(shop(), email)
    shop().clock.advance(60)
    const elsewhere = await browserWithProvedEmail(shop(), email)
    const copy = copyOf(browser)
    expect(await userOf(copy)).toMatchObject({ email })
    for (const name of ['sign_out', 'logout_of_sale'] as const) {
      await browser.call(name)
      expect(await userOf(copy)).toBeNull()
      expect(await userOf(browser)).toBeNull()
    }
    expect(await userOf(elsewhere)).toMatchObject({ email })
  })

  it('does not accept a code requested in another session', async () => {
    const { email } = await createAccount(shop())
    const asked = shop().browser()
    await asked.call('send_one_time_code', { email })
    const code = await codeMailedTo(shop(), email)
    const other = shop().browser()
    await other.call('send_one_time_code', { email: newEmail() })
    expect(await other.call('check_one_time_code', { email, code })).toMatchObject({ status: 400 })
    expect(await asked.call('check_one_time_code', { email, code })).toMatchObject({ status: 200 })
  })

  it('expires after ninety days without use', async () => {
    const { email } = await createAccount(shop())
    const browser = await browserWithProvedEmail(shop(), email)
    for (const days of [60, 60]) {
      shop().clock.advance(days * 86_400)
      expect(await userOf(browser)).toMatchObject({ email })
    }
    shop().clock.advance(91 * 86_400)
    expect(await userOf(browser)).toBeNull()
  })
})

it('a verification is fresh for ten minutes', () => {
  const now = new Date('2027-01-01T12:00:00Z')
  const ago = (ms: number) => hasFreshProof({ provedAt: new Date(now.getTime() - ms) }, now)
  expect([ago(0), ago(600_000), ago(600_001), ago(3_600_000)]).toEqual([true, true, false, false])
  expect(hasFreshProof({ provedAt: null }, now)).toBe(false)
  expect(hasFreshProof({ provedAt: null }, new Date(0))).toBe(false)
})

describeOnPostgres('a cross-site change', () => {
  const shop = useShop('postgres')

  it('[OPEN-07] is refused before anything is read, by every call that changes something', async () => {
    const posts = Object.values(PATHS).filter(([method]) => method === 'POST')
    const asks: Record<string, string>[] = [
      { origin: 'https://evil.test' },
      { origin: 'null' },
      { 'sec-fetch-site': 'cross-site' },
      { 'sec-fetch-site': 'same-site' },
      { origin: 'http://shop.test', 'sec-fetch-site': 'cross-site' },
      { origin: 'http://shop.test.evil.test' },
      { origin: 'https://shop.test' },
    ]
    const answers = new Map<string, number>()
    for (const [, url] of posts)
      for (const headers of asks) {
        const answer = await shop().app.inject({ method: 'POST', url, headers })
        if (answer.statusCode !== 403 || answer.json().code !== 'other_site')
          answers.set(`${url} ${JSON.stringify(headers)}`, answer.statusCode)
      }
    expect([...answers]).toEqual([])
    expect(await shop().db.selectFrom('sessions').select('id').execute()).toEqual([])
    const own = { origin: 'http://shop.test', 'sec-fetch-site': 'same-origin' }
    expect((await shop().app.inject({ method: 'POST', url: PATHS.sign_out[1], headers: own })).statusCode).toBe(200)
  })

  it('cannot be sent as a GET: none changes a basket', async () => {
    for (const [name, [method, url]] of Object.entries(PATHS))
      if (method === 'POST')
        expect({ [name]: (await shop().app.inject({ method: 'GET', url })).statusCode }).toEqual({ [name]: 405 })
  })
})
