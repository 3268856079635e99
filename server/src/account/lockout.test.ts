import { LIMITS } from '@foyer/domain/limits.ts'
import { beforeEach, describe, expect, it } from 'vitest'
import { createStaff, officeBrowser, signIn } from '../office/testing/office.ts'
import { browserWithProvedEmail, codeMailedTo, createAccount, newEmail, prove } from '../testing/fixtures/buyers.ts'
import { createEvent } from '../testing/fixtures/catalogue.ts'
import { type Browser, useShop } from '../testing/shop.ts'

/**
 * A stranger without the mailbox requests codes for an address, and the owner of the mailbox signs in meanwhile. The
 * arithmetic is in docs/decisions/036.
 */

const shop = useShop('embedded')
const OWNER = '203.0.113.200'
const EVERY_SECONDS = 20
const network = (n: number) => `198.51.${Math.floor(n / 250)}.${(n % 250) + 1}`

const mailsTo = async (email: string) =>
  (await shop().db.selectFrom('mails').select('id').where('recipient', '=', email).execute()).length

/** Requests a code from each network in turn, with new cookies each time, for as long as `seconds`. */
async function attack(email: string, networks: readonly string[], seconds: number): Promise<void> {
  for (let second = 0, n = 0; second < seconds; second += EVERY_SECONDS, n++) {
    await shop()
      .browser(networks[n % networks.length])
      .call('send_one_time_code', { email })
    shop().clock.advance(EVERY_SECONDS)
  }
}

/** The newest 12-digit code in the mailbox; short codes for other browsers may be newer. */
async function longCodeMailedTo(email: string): Promise<string> {
  const mails = await shop()
    .db.selectFrom('mails')
    .select('body_text')
    .where('recipient', '=', email)
    .orderBy('id', 'desc')
    .execute()
  return mails.map(({ body_text }) => /\b(?:\d{3} ){3}\d{3}\b/.exec(body_text)?.[0]).find((code) => code !== undefined)!
}

/** What the owner of the mailbox enters, as the page that requested a code says. */
const codeFor = (email: string, { body }: { body: Record<string, unknown> }) =>
  body.long_code ? longCodeMailedTo(email) : codeMailedTo(shop(), email)

const ATTACKERS: [string, string[]][] = [
  ['one other network', [network(1)]],
  ['seven other networks', Array.from({ length: 7 }, (_, n) => network(n))],
  ['two hundred other networks', Array.from({ length: 200 }, (_, n) => network(n))],
  ['the owner’s own network', [OWNER]],
  ['the owner’s own network and ten others', [OWNER, ...Array.from({ length: 10 }, (_, n) => network(n))]],
]

describe.each(ATTACKERS)('while strangers request codes from %s', (_, networks) => {
  it('the owner signs in at the first attempt, from a new browser', async () => {
    const { email, id } = await createAccount(shop())
    await attack(email, networks, 840)
    const owner = shop().browser(OWNER)
    const sent = await owner.call('send_one_time_code', { email })
    expect(sent.status).toBe(200)
    const code = await codeFor(email, sent)
    await attack(email, networks, 120)
    expect(await owner.call('check_one_time_code', { email, code })).toMatchObject({ status: 200 })
    expect((await owner.call('get_user')).body).toMatchObject({ user: { id } })
  })

  it('staff sign in, and confirm who they are', async () => {
    const { organiserId } = await createEvent(shop().db)
    const { email } = await createStaff(shop(), organiserId, 'owner')
    const signedIn = await signIn(shop(), email)
    await attack(email, networks, 840)
    const browser = officeBrowser(shop().app, new Map(), OWNER)
    const sent = await browser.call('office_send_code', { email })
    expect(sent.status).toBe(200)
    expect((await browser.call('office_entrance')).body).toMatchObject({ sent_to: email })
    const code = await codeFor(email, sent)
    await attack(email, networks, 60)
    expect((await browser.call('office_check_code', { email, code })).body).toEqual({ is_staff: true })
    expect((await signedIn.call('office_send_proof')).body).toEqual({ success: true })
    const proof = await codeMailedTo(shop(), email)
    await attack(email, networks, 60)
    expect((await signedIn.call('office_prove', { code: proof })).status).toBe(200)
  })

  it('a buyer who is signed in confirms the address', async () => {
    const { email } = await createAccount(shop())
    const buyer = await browserWithProvedEmail(shop(), email)
    await attack(email, networks, 840)
    expect((await buyer.call('send_one_time_code', { email })).body).toEqual({ success: true })
    const code = await codeMailedTo(shop(), email)
    await attack(email, networks, 60)
    expect(await buyer.call('check_one_time_code', { email, code })).toMatchObject({ status: 200 })
  })
})

it.each([
  [1, 15],
  [9, 23],
  [200, 23],
])('strangers on %i networks can cause at most %i emails within an hour', async (networks, most) => {
  const email = newEmail()
  await attack(
    email,
    Array.from({ length: networks }, (_, n) => network(n)),
    3600,
  )
  expect(await mailsTo(email)).toBeLessThanOrEqual(most)
})

describe('a network nobody has attacked from', () => {
  it('gets a six-digit code while strangers request codes from seven others', async () => {
    const { email } = await createAccount(shop())
    await attack(email, ATTACKERS[1]![1], 840)
    const owner = shop().browser(OWNER)
    expect((await owner.call('send_one_time_code', { email })).body).toEqual({ success: true })
    expect(await codeMailedTo(shop(), email)).toMatch(/^\d{6}$/)
  })
})

describe('guessing', () => {
  const GUESSES = 80

  it('has at most eighty tries of a short code in an hour, from however many networks and browsers', async () => {
    const email = newEmail()
    let tries = 0
    for (let n = 0; n < 60; n++) {
      const stranger = shop().browser(network(n % 30))
      const { body } = await stranger.call('send_one_time_code', { email })
      const isShort = body.success === true && body.long_code === undefined
      for (let guess = 0; guess < LIMITS.oneTimeCodeTries + 1; guess++) {
        const { status, body } = await stranger.call('check_one_time_code', {
          email,
          code: wrongCode(await lastCode(email)),
        })
        expect(status).toBe(400)
        if (isShort && guess < LIMITS.oneTimeCodeTries) tries++
        if (guess >= LIMITS.oneTimeCodeTries - 1) expect(body).toMatchObject({ code: 'one_time_code' })
      }
      shop().clock.advance(20)
    }
    expect(tries).toBe(GUESSES)
    const rows = await shop()
      .db.selectFrom('one_time_codes')
      .select(['kind', 'tries'])
      .where('email', '=', email)
      .execute()
    const ofShort = rows.filter(({ kind }) => kind === 'short').reduce((sum, row) => sum + row.tries, 0)
    expect(ofShort).toBe(GUESSES)
  })

  it('does not end the codes of others, nor the long code', async () => {
    const { email } = await createAccount(shop())
    const owner = shop().browser(OWNER)
    await owner.call('send_one_time_code', { email })
    const first = await codeMailedTo(shop(), email)
    await attack(email, [network(1)], 60)
    for (let n = 0; n < 20; n++) {
      const stranger = shop().browser(network(n))
      await stranger.call('send_one_time_code', { email })
      for (let guess = 0; guess < 5; guess++)
        await stranger.call('check_one_time_code', { email, code: '111 111 111 111' })
    }
    const late = shop().browser(network(300))
    expect((await late.call('send_one_time_code', { email })).body).toEqual({ success: true, long_code: true })
    const long = await longCodeMailedTo(email)
    expect(await late.call('check_one_time_code', { email, code: long })).toMatchObject({ status: 200 })
    expect(await owner.call('check_one_time_code', { email, code: first })).toMatchObject({ status: 200 })
  })

  it('a long code works only in a browser that has requested one, and not in place of a short one', async () => {
    const { email } = await createAccount(shop())
    await attack(email, [network(1)], 60)
    const long = await longCodeMailedTo(email)
    expect(await shop().browser().call('check_one_time_code', { email, code: long })).toMatchObject({ status: 400 })
    const other = shop().browser(OWNER)
    await other.call('send_one_time_code', { email })
    expect(await other.call('check_one_time_code', { email, code: long })).toMatchObject({ status: 400 })
    shop().clock.advance(LIMITS.oneTimeCodeSeconds)
    const late = shop().browser(network(1))
    await late.call('send_one_time_code', { email })
    expect(await late.call('check_one_time_code', { email, code: long })).toMatchObject({ status: 400 })
  })

  const lastCode = (email: string) => codeMailedTo(shop(), email)
  const wrongCode = (code: string) => {
    const digits = code.replace(/\D/g, '')
    return String((Number(digits) + 1) % 10 ** digits.length).padStart(digits.length, '0')
  }
})

describe('one network', () => {
  beforeEach(() => shop().clock.advance(3600))

  const fromOne = (browser: Browser) => browser.call('send_one_time_code', { email: newEmail() })

  it('that has emailed codes to many strangers still emails those who have signed in, and has a long code for the others', async () => {
    const { email } = await createAccount(shop())
    const signedIn = shop().browser(OWNER)
    await prove(shop(), signedIn, email)
    for (let n = 0; n < 60; n++) await fromOne(shop().browser(OWNER))
    expect(await fromOne(shop().browser(OWNER))).toMatchObject({ status: 429, body: { code: 'too_many_codes' } })
    expect((await signedIn.call('send_one_time_code', { email })).body).toEqual({ success: true })
    await attack(email, ATTACKERS[2]![1], 600)
    const other = shop().browser(OWNER)
    expect((await other.call('send_one_time_code', { email })).body).toEqual({ success: true, long_code: true })
    expect((await other.call('check_one_time_code', { email, code: await longCodeMailedTo(email) })).status).toBe(200)
  })

  it('does not lose its checks to wrong codes: each code has its own five', async () => {
    for (let n = 0; n < 150; n++)
      await shop().browser(OWNER).call('check_one_time_code', { email: newEmail(), code: '000000' })
    const { email } = await createAccount(shop())
    expect((await prove(shop(), shop().browser(OWNER), email)).status).toBe(200)
  })
})
