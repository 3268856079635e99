import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { describeOnBoth } from '../testing/database/databases.ts'
import { LIVE_ENV } from '../testing/deps.ts'
import { browserWithProvedEmail, codeMailedTo, createAccount } from '../testing/fixtures/buyers.ts'
import { createEvent } from '../testing/fixtures/catalogue.ts'
import { openShop, useShop } from '../testing/shop.ts'
import { makeFirstLink } from './session/first.ts'
import { createStaff, logOf, newStaffEmail, officeBrowser, proveEmail, signIn } from './testing/office.ts'

const tokenIn = (url: string) => new URL(url).searchParams.get('token')!

describeOnBoth('signing in to the office', (kind) => {
  const shop = useShop(kind)
  const createOwner = async () => {
    const { organiserId } = await createEvent(shop().db)
    return { organiserId, ...(await createStaff(shop(), organiserId, 'owner')) }
  }

  it('uses an emailed code and then a new token', async () => {
    const { email, id } = await createOwner()
    const browser = officeBrowser(shop().app)
    await browser.call('office_send_code', { email: ` ${email.toUpperCase()} ` })
    const before = new Map(browser.jar)
    expect((await browser.call('office_entrance')).body).toMatchObject({
      sent_to: email,
      proved: null,
      is_staff: false,
    })
    const code = await codeMailedTo(shop(), email)
    expect((await browser.call('office_check_code', { email, code })).body).toEqual({ is_staff: true })
    expect((await browser.call('office_account')).body).toMatchObject({
      email,
      roles: [{ role: 'owner', events: null }],
    })
    expect([...browser.jar]).not.toEqual([...before])
    const thief = officeBrowser(shop().app, before)
    expect((await thief.call('office_account')).status).toBe(401)
    expect((await logOf(shop(), id)).map(({ action, outcome }) => [action, outcome])).toEqual([
      ['office_check_code', 'done'],
    ])
  })

  it('responds alike to staff and strangers, and admits only team members', async () => {
    const { email } = await createOwner()
    const stranger = newStaffEmail()
    const [first, other] = [officeBrowser(shop().app), officeBrowser(shop().app)]
    const [known, unknown] = [
      await first.call('office_send_code', { email }),
      await other.call('office_send_code', { email: stranger }),
    ]
    expect([known.status, known.body]).toEqual([unknown.status, unknown.body])
    const code = await codeMailedTo(shop(), stranger)
    expect((await other.call('office_check_code', { email: stranger, code })).body).toEqual({ is_staff: false })
    expect((await other.call('office_account')).status).toBe(401)
    expect((await other.call('office_entrance')).body).toMatchObject({ proved: stranger, is_staff: false })
  })

  it('accepts a code once, in the browser that requested it, within five attempts and fifteen minutes', async () => {
    const { email } = await createOwner()
    const browser = officeBrowser(shop().app)
    await browser.call('office_send_code', { email })
    const code = await codeMailedTo(shop(), email)
    const wrong = String((Number(code) + 1) % 1_000_000).padStart(6, '0')
    const thief = officeBrowser(shop().app)
    await thief.call('office_send_code', { email: newStaffEmail() })
    expect((await thief.call('office_check_code', { email, code })).body).toMatchObject({ code: 'code_ended' })
    expect((await browser.call('office_check_code', { email, code: wrong })).body).toMatchObject({ code: 'wrong_code' })
    expect((await browser.call('office_check_code', { email, code })).status).toBe(200)
    expect((await browser.call('office_check_code', { email, code })).body).toMatchObject({ code: 'code_ended' })

    shop().clock.advance(60)
    const tired = officeBrowser(shop().app)
    await tired.call('office_send_code', { email })
    const next = await codeMailedTo(shop(), email)
    for (let n = 0; n < 5; n++)
      await tired.call('office_check_code', { email, code: '999999' === next ? '1' : '999999' })
    expect((await tired.call('office_check_code', { email, code: next })).body).toMatchObject({ code: 'code_ended' })

    shop().clock.advance(60)
    const late = officeBrowser(shop().app)
    await late.call('office_send_code', { email })
    const last = await codeMailedTo(shop(), email)
    shop().clock.advance(15 * 60)
    expect((await late.call('office_check_code', { email, code: last })).body).toMatchObject({ code: 'code_ended' })
  })

  it('has the same limits as for buyers: one code per half minute, five short ones per hour, then long ones', async () => {
    const { email } = await createOwner()
    const browser = officeBrowser(shop().app)
    const send = () => browser.call('office_send_code', { email })
    expect((await send()).body).toEqual({ success: true })
    expect((await send()).body).toMatchObject({ code: 'code_just_sent' })
    for (let n = 0; n < 4; n++) {
      shop().clock.advance(31)
      expect((await send()).body).toEqual({ success: true })
    }
    shop().clock.advance(31)
    expect((await send()).body).toEqual({ success: true, long_code: true })
    expect((await browser.call('office_entrance')).body).toMatchObject({ sent_to: email })
    const code = await codeMailedTo(shop(), email)
    expect((await browser.call('office_check_code', { email, code })).body).toEqual({ is_staff: true })
    shop().clock.advance(3600)
  })

  it('is independent of a buyer’s session', async () => {
    const { email } = await createOwner()
    await createAccount(shop(), email)
    const buyer = await browserWithProvedEmail(shop(), email)
    const asOffice = officeBrowser(shop().app)
    const [, token] = buyer.cookie()!.split(/=(.*)/) as [string, string]
    asOffice.jar.set('foyer_office', token)
    asOffice.jar.set('foyer_session', token)
    expect((await asOffice.call('office_account')).status).toBe(401)

    shop().clock.advance(60)
    const staff = await signIn(shop(), email)
    const office = staff.jar.get('foyer_office')!
    const thief = await shop().app.inject({
      url: '/ajax/user/user/get_user/',
      headers: { cookie: `foyer_session=${office}; foyer_office=${office}` },
    })
    expect(thief.json()).toEqual({ user: null })
    // A buyer's code is not valid here, although the address is the same.
    shop().clock.advance(60)
    await buyer.call('send_one_time_code', { email })
    const code = await codeMailedTo(shop(), email)
    expect((await officeBrowser(shop().app).call('office_check_code', { email, code })).body).toMatchObject({
      code: 'code_ended',
    })
  })

  it('expires after twelve hours without use and seven days in all', async () => {
    const { email } = await createOwner()
    const idle = await signIn(shop(), email)
    shop().clock.advance(60)
    const busy = await signIn(shop(), email)
    for (let hours = 0; hours < 168; hours += 6) {
      expect((await busy.call('office_account')).status, `after ${hours} hours`).toBe(200)
      if (hours === 12) expect((await idle.call('office_account')).status).toBe(401)
      shop().clock.advance(6 * 3600)
    }
    expect((await busy.call('office_account')).status).toBe(401)
  })

  it('an ended session has no access, and another person’s cannot be ended', async () => {
    const { email, organiserId, id } = await createOwner()
    const first = await signIn(shop(), email)
    shop().clock.advance(60)
    const second = await signIn(shop(), email)
    const other = await signIn(shop(), (await createStaff(shop(), organiserId, 'manager')).email)
    const { sessions } = (await first.call('office_account')).body as {
      sessions: { number: number; is_this: boolean }[]
    }
    expect(sessions.map(({ is_this }) => is_this)).toEqual([true, false])
    expect((await other.call('end_office_session', { number: sessions[1]!.number })).status).toBe(404)
    expect((await second.call('office_account')).status).toBe(200)
    expect((await first.call('end_office_session', { number: sessions[1]!.number })).status).toBe(200)
    expect((await second.call('office_account')).status).toBe(401)
    shop().clock.advance(60)
    const third = await signIn(shop(), email)
    expect((await first.call('end_other_office_sessions')).status).toBe(200)
    expect([(await third.call('office_account')).status, (await first.call('office_account')).status]).toEqual([
      401, 200,
    ])
    const oldCookies = new Map(first.jar)
    expect((await first.call('office_sign_out')).status).toBe(200)
    expect((await officeBrowser(shop().app, oldCookies).call('office_account')).status).toBe(401)
    expect((await logOf(shop(), id)).map(({ action }) => action)).toContain('end_office_session')
  })

  it('confirmation is valid for ten minutes, and a code renews it', async () => {
    const { email, organiserId } = await createOwner()
    const browser = await signIn(shop(), email)
    const invite = () =>
      browser.call('invite_staff', { organiser_id: organiserId, email: newStaffEmail(), role: 'door' })
    expect((await invite()).status).toBe(200)
    shop().clock.advance(601)
    expect(await invite()).toMatchObject({ status: 401, body: { code: 'proof_too_old' } })
    await browser.call('office_send_proof')
    expect((await browser.call('office_prove', { code: '1' })).body).toMatchObject({ code: 'wrong_code' })
    expect(await invite()).toMatchObject({ status: 401 })
    expect((await browser.call('office_prove', { code: await codeMailedTo(shop(), email) })).status).toBe(200)
    expect((await invite()).status).toBe(200)
  })
})

describeOnBoth('the first start', (kind) => {
  const shop = useShop(kind)

  it('creates the operator and owner once, by the last link printed, within a day, and never once there are staff', async () => {
    const { deps, db } = shop()
    const old = await makeFirstLink(deps, 'http://shop.test')
    const link = (await makeFirstLink(deps, 'http://shop.test'))!
    expect(link).toMatch(/^http:\/\/shop\.test\/office\/first\/\?token=[\w-]{43}$/)
    const rows = await sql<{ row: string }>`select to_jsonb(t)::text as row from staff_first_links t`.execute(db)
    expect(JSON.stringify(rows.rows)).not.toContain(tokenIn(link))

    const email = newStaffEmail()
    const browser = officeBrowser(shop().app)
    const join = (token: string, more = {}) => browser.call('join_first', { token, name: 'Ada', ...more })
    expect((await join(tokenIn(link))).status).toBe(401)
    expect((await proveEmail(shop(), browser, email)).body).toEqual({ is_staff: false })
    expect((await join(tokenIn(old!))).body).toMatchObject({ code: 'first_link_ended' })
    expect((await join('made-up')).body).toMatchObject({ code: 'first_link_ended' })
    expect((await join(tokenIn(link))).body).toMatchObject({ code: 'organiser_name_missing' })
    expect((await join(tokenIn(link), { organiser_name: 'The Quiz Society' })).status).toBe(200)
    const account = (await browser.call('office_account')).body
    expect(account).toMatchObject({
      email,
      is_operator: true,
      roles: [{ organiser: 'The Quiz Society', role: 'owner' }],
    })

    const late = officeBrowser(shop().app)
    await proveEmail(shop(), late, newStaffEmail())
    expect((await late.call('join_first', { token: tokenIn(link), name: 'Eve' })).body).toMatchObject({
      code: 'first_link_ended',
    })
    expect(await makeFirstLink(deps, 'http://shop.test')).toBeNull()
  })
})

describeOnBoth('the first start of a shop with organisers', (kind) => {
  const shop = useShop(kind)

  it('makes one person owner of all organisers: the first to use the link', async () => {
    const organisers = [await createEvent(shop().db), await createEvent(shop().db)].map(
      ({ organiserId }) => organiserId,
    )
    const link = (await makeFirstLink(shop().deps, 'http://shop.test'))!
    shop().clock.advance(86_400)
    const browsers = [officeBrowser(shop().app), officeBrowser(shop().app)]
    for (const browser of browsers) await proveEmail(shop(), browser, newStaffEmail())
    const join = (token: string) =>
      Promise.all(browsers.map((browser) => browser.call('join_first', { token, name: 'Someone' })))
    expect((await join(tokenIn(link))).map(({ status }) => status)).toEqual([404, 404])
    const next = (await makeFirstLink(shop().deps, 'http://shop.test'))!
    expect((await join(tokenIn(next))).map(({ status }) => status).sort()).toEqual([200, 404])
    const owners = await shop().db.selectFrom('staff_roles').select(['organiser_id', 'role']).execute()
    expect(owners).toEqual(organisers.map((id) => ({ organiser_id: id, role: 'owner' })))
  })
})

it('the office cookie is HttpOnly, host-only and SameSite', async () => {
  for (const env of [{}, LIVE_ENV]) {
    const shop = await openShop('embedded', { env })
    try {
      const browser = officeBrowser(shop.app)
      const { raw } = await browser.call('office_send_code', { email: newStaffEmail() })
      const cookie = String(raw.headers['set-cookie'])
      expect(cookie).toMatch('PUBLIC_URL' in env ? /^__Host-foyer_office=.*; Secure/ : /^foyer_office=/)
      expect(cookie).toMatch(/; Path=\//)
      expect(cookie).toMatch(/; HttpOnly/)
      expect(cookie).toMatch(/; SameSite=Strict/)
      expect(cookie).not.toMatch(/Domain/)
    } finally {
      await shop.close()
    }
  }
})
