import { expect, it } from 'vitest'
import { describeOnBoth } from '../testing/database/databases.ts'
import { createEvent } from '../testing/fixtures/catalogue.ts'
import { useShop } from '../testing/shop.ts'
import { makeAuthenticator } from './testing/authenticator.ts'
import { createStaff, inSession, logOf, newStaffEmail, type OfficeBrowser, officeBrowser } from './testing/office.ts'

const SITE = 'http://shop.test'

describeOnBoth('a passkey', (kind) => {
  const shop = useShop(kind)
  const challengeFor = async (browser: OfficeBrowser, call: 'begin_passkey' | 'get_passkey_options') =>
    ((await browser.call(call)).body.options as { challenge: string }).challenge

  async function withPasskey(site = SITE) {
    const { organiserId } = await createEvent(shop().db)
    const { id, email } = await createStaff(shop(), organiserId, 'owner')
    const browser = await inSession(shop(), { staffId: id, email })
    const device = makeAuthenticator(site)
    const response = device.registers(await challengeFor(browser, 'begin_passkey'))
    const saved = await browser.call('save_passkey', { name: 'Laptop', response })
    return { id, email, browser, device, saved, response, organiserId }
  }
  const signIn = async (browser: OfficeBrowser, response: string) =>
    (await browser.call('sign_in_with_passkey', { response })).status

  it('signs in from any browser, and is logged', async () => {
    const { id, device, saved } = await withPasskey()
    expect(saved.status).toBe(200)
    const browser = officeBrowser(shop().app)
    const challenge = await challengeFor(browser, 'get_passkey_options')
    const before = new Map(browser.jar)
    expect(await signIn(browser, device.signs(challenge, 1))).toBe(200)
    expect((await browser.call('office_account')).body).toMatchObject({ passkeys: [{ name: 'Laptop' }] })
    expect((await officeBrowser(shop().app, before).call('office_account')).status).toBe(401)
    expect((await logOf(shop(), id)).map(({ action }) => action)).toEqual(['save_passkey', 'sign_in_with_passkey'])
  })

  it('is accepted once per challenge, and not for another browser’s challenge', async () => {
    const { device } = await withPasskey()
    const browser = officeBrowser(shop().app)
    const response = device.signs(await challengeFor(browser, 'get_passkey_options'), 1)
    const thief = officeBrowser(shop().app)
    await challengeFor(thief, 'get_passkey_options')
    expect(await signIn(thief, response)).toBe(400)
    expect(await signIn(browser, response)).toBe(200)
    expect(await signIn(browser, response)).toBe(400)
    const late = officeBrowser(shop().app)
    const old = device.signs(await challengeFor(late, 'get_passkey_options'), 2)
    shop().clock.advance(301)
    expect(await signIn(late, old)).toBe(400)
  })

  it('loses its challenge after a wrong answer', async () => {
    const { device } = await withPasskey()
    const browser = officeBrowser(shop().app)
    const challenge = await challengeFor(browser, 'get_passkey_options')
    expect(await signIn(browser, '{"id":"x"}')).toBe(400)
    expect(await signIn(browser, device.signs(challenge, 1))).toBe(400)
  })

  it('with a counter that does not grow is refused as a copy', async () => {
    const { device } = await withPasskey()
    const answer = async (counter: number) => {
      const browser = officeBrowser(shop().app)
      return signIn(browser, device.signs(await challengeFor(browser, 'get_passkey_options'), counter))
    }
    expect([await answer(5), await answer(5), await answer(4), await answer(6)]).toEqual([200, 400, 400, 200])
  })

  it('for another site or challenge, or sent twice, is not stored', async () => {
    expect((await withPasskey('http://elsewhere.test')).saved).toMatchObject({ status: 400 })
    const { browser, response } = await withPasskey()
    expect(await browser.call('save_passkey', { name: 'x', response })).toMatchObject({ status: 400 })
    await challengeFor(browser, 'begin_passkey')
    expect(await browser.call('save_passkey', { name: 'x', response })).toMatchObject({ status: 400 })
  })

  it('gives no access once removed, and another person’s cannot be removed', async () => {
    const { device, browser, organiserId } = await withPasskey()
    const { passkeys } = (await browser.call('office_account')).body as { passkeys: { id: number }[] }
    const other = await createStaff(shop(), organiserId, 'owner')
    const stranger = await inSession(shop(), { staffId: other.id, email: other.email })
    expect((await stranger.call('end_passkey', { passkey_id: passkeys[0]!.id })).status).toBe(404)
    expect((await browser.call('end_passkey', { passkey_id: passkeys[0]!.id })).status).toBe(200)
    const entrance = officeBrowser(shop().app)
    expect(await signIn(entrance, device.signs(await challengeFor(entrance, 'get_passkey_options'), 9))).toBe(400)
  })

  it('confirms its own person only', async () => {
    const { id, email, device, organiserId } = await withPasskey()
    const old = new Date(shop().clock.now().getTime() - 601_000)
    const mine = await inSession(shop(), { staffId: id, email, provedAt: old })
    const other = await createStaff(shop(), organiserId, 'owner')
    const theirs = await inSession(shop(), { staffId: other.id, email: other.email, provedAt: old })
    const prove = async (browser: OfficeBrowser, counter: number) => {
      const response = device.signs(await challengeFor(browser, 'get_passkey_options'), counter)
      return (await browser.call('prove_with_passkey', { response })).status
    }
    const invite = async (browser: OfficeBrowser) =>
      (await browser.call('invite_staff', { organiser_id: organiserId, email: newStaffEmail(), role: 'door' })).status
    expect([await prove(theirs, 1), await invite(theirs)]).toEqual([400, 401])
    expect([await invite(mine), await prove(mine, 2), await invite(mine)]).toEqual([401, 200, 200])
  })

  it('challenges are limited to two hundred in ten minutes per network', async () => {
    shop().clock.advance(3600)
    const browser = officeBrowser(shop().app)
    const statuses: number[] = []
    for (let n = 0; n < 201; n++) statuses.push((await browser.call('get_passkey_options')).status)
    expect(statuses).toEqual([...Array(200).fill(200), 429])
  })
})
