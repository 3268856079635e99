import formbody from '@fastify/formbody'
import { checkout } from '@foyer/contract/messages.ts'
import { LIMITS } from '@foyer/domain/limits.ts'
import { solveChallenge } from 'altcha-lib'
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2'
import { fastify } from 'fastify'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { describeOnBoth, useTestDatabase } from '../testing/database/databases.ts'
import { testDeps } from '../testing/deps.ts'
import { putInBasket, reserve } from '../testing/fixtures/buyers.ts'
import { createEvent } from '../testing/fixtures/catalogue.ts'
import { useShop } from '../testing/shop.ts'
import { captchaSitekey, captchaVerdict } from './captcha.ts'
import { newChallenge } from './proof-of-work.ts'

const EXPIRED = checkout['error.captchaExpired']
const WRONG = checkout['captcha.error']

type Challenge = Awaited<ReturnType<typeof newChallenge>>

/** Returns what the widget sends: the challenge as received, and its solution. */
const tokenOf = (challenge: Challenge, solution: unknown) =>
  Buffer.from(JSON.stringify({ challenge, solution })).toString('base64')

async function solved(challenge: Challenge): Promise<string> {
  return tokenOf(challenge, await solveChallenge({ challenge, deriveKey }))
}

describeOnBoth('the built-in captcha', (kind) => {
  const open = useTestDatabase(kind)
  let deps: ReturnType<typeof testDeps>
  beforeEach(() => {
    deps = testDeps(open())
  })
  const refused = (error: string | null) => ({ passed: false, error })

  it('[CAP-05] accepts a solved challenge, and names the widget if there is none', async () => {
    expect(await captchaVerdict(deps, '', '203.0.113.1')).toEqual(refused(null))
    const token = await solved(await newChallenge(deps))
    expect(await captchaVerdict(deps, token, '203.0.113.1')).toEqual({ passed: true, work: 1 })
  })

  it('accepts a solution once, however many are sent at the same time', async () => {
    const token = await solved(await newChallenge(deps))
    const verdicts = await Promise.all(Array.from({ length: 5 }, () => captchaVerdict(deps, token, '203.0.113.1')))
    expect(verdicts.filter((verdict) => verdict.passed)).toHaveLength(1)
    expect(await captchaVerdict(deps, token, '203.0.113.1')).toEqual(refused(EXPIRED))
  })

  it('[CAP-09] refuses a solution sent after the challenge expired', async () => {
    const challenge = await newChallenge(deps)
    const inTime = await solved(challenge)
    const tooLate = await solved(await newChallenge(deps))
    deps.clock.set(new Date(challenge.parameters.expiresAt * 1000 - 1))
    expect(await captchaVerdict(deps, inTime, '203.0.113.1')).toEqual({ passed: true, work: 1 })
    deps.clock.advance(0.001)
    expect(await captchaVerdict(deps, tooLate, '203.0.113.1')).toEqual(refused(EXPIRED))
  })

  it('refuses challenges that were made easier, extended, forged or left unsolved', async () => {
    const challenge = await newChallenge(deps)
    const solution = await solveChallenge({ challenge, deriveKey })
    const { parameters, signature } = challenge
    const tampered = {
      easier: tokenOf({ parameters: { ...parameters, cost: 1, keyPrefix: '00' }, signature }, solution),
      longer: tokenOf(
        { parameters: { ...parameters, data: { expires: parameters.expiresAt + 3600 } }, signature },
        solution,
      ),
      elsewhere: await solved(
        await newChallenge(testDeps(open(), { env: { SESSION_SECRET: 'another secret, of another shop altogether' } })),
      ),
      unsigned: tokenOf({ parameters, signature: '' }, solution),
      unsolved: tokenOf(challenge, { counter: 1, derivedKey: parameters.keyPrefix.padEnd(64, '0'), time: 1 }),
      nonsense: 'abc',
      otherJson: Buffer.from('{"challenge":{"parameters":null}}').toString('base64'),
    }
    for (const [name, token] of Object.entries(tampered))
      expect({ [name]: await captchaVerdict(deps, token, '203.0.113.1') }).toEqual({ [name]: refused(WRONG) })
    expect(await captchaVerdict(deps, tokenOf(challenge, solution), '203.0.113.1')).toEqual({ passed: true, work: 1 })
  })
})

describeOnBoth('a captcha at the reserve', (kind) => {
  const shop = useShop(kind)

  it('[CAP-05] [CAP-11] [API-15] [API-16] is required of frequent attempts, and holds the tickets once it is passed', async () => {
    const { ticketId } = await createEvent(shop().db)
    const browser = shop().browser()
    await putInBasket(browser, ticketId)
    for (let tries = 0; tries < LIMITS.reservesBeforeCaptcha; tries++) {
      await reserve(browser)
      await browser.call('destroy_sale')
    }
    const asked = await browser.call('reserve_tickets')
    expect([asked.status, asked.body]).toEqual([200, { captcha: true, captcha_sitekey: 'altcha:self' }])
    expect(await browser.checkout()).toMatchObject({ state: 'captcha', captcha_sitekey: 'altcha:self' })

    const wrong = await browser.call('reserve_tickets', { 'h-captcha-response': 'made up' })
    expect(wrong.body).toEqual({ captcha: true, captcha_sitekey: 'altcha:self', error: WRONG })

    const challenge = (await browser.call('get_captcha_challenge')).body as unknown as Challenge
    const token = await solved(challenge)
    const { body } = await browser.call('reserve_tickets', { 'h-captcha-response': token })
    expect(body).toMatchObject({ reserved: true, fresh_reservation: true, checkout_time: LIMITS.holdSeconds })
    expect((await browser.checkout()).seconds_remaining).toBe(LIMITS.holdSeconds)

    await browser.call('destroy_sale')
    const again = await browser.call('reserve_tickets', { 'h-captcha-response': token })
    expect(again.body).toEqual({ captcha: true, captcha_sitekey: 'altcha:self', error: EXPIRED })
  })
})

describe('hCaptcha', () => {
  const open = useTestDatabase('embedded')
  const vendor = fastify()
  const asked: unknown[] = []
  let answer: unknown
  let verifyUrl: string
  beforeAll(async () => {
    await vendor.register(formbody)
    vendor.post('/siteverify', (request, reply) => {
      asked.push(request.body)
      return answer === 'down' ? reply.code(502).send('<html>Bad gateway</html>') : answer
    })
    verifyUrl = `${await vendor.listen({ host: '127.0.0.1', port: 0 })}/siteverify`
  })
  afterAll(() => vendor.close())

  const ask = (token = 'a-token', env: NodeJS.ProcessEnv = {}) =>
    captchaVerdict(
      testDeps(open(), {
        env: { HCAPTCHA_SITEKEY: 'our-key', HCAPTCHA_SECRET: 'our-secret', HCAPTCHA_VERIFY_URL: verifyUrl, ...env },
      }),
      token,
      '203.0.113.1',
    )
  const refused = (error: string | null) => ({ passed: false, error })

  it('[CAP-05] sends the token form-encoded, and accepts a success for our host', async () => {
    expect(await ask('')).toEqual(refused(null))
    expect(asked).toEqual([])
    answer = { success: true, hostname: 'shop.test' }
    expect(await ask()).toEqual({ passed: true, work: 16 })
    expect(asked).toEqual([{ secret: 'our-secret', response: 'a-token', remoteip: '203.0.113.1', sitekey: 'our-key' }])
  })

  it('gives way to our own challenge for more work than its answer counts for', () => {
    const env = { HCAPTCHA_SITEKEY: 'our-key', HCAPTCHA_SECRET: 'our-secret' }
    const deps = testDeps(open(), { env })
    expect([1, 16, 17].map((work) => captchaSitekey(deps, work))).toEqual(['our-key', 'our-key', 'altcha:self'])
  })

  it('refuses a token solved on another site', async () => {
    answer = { success: true, hostname: 'evil.test' }
    expect(await ask()).toEqual(refused(WRONG))
    answer = { success: true }
    expect(await ask()).toEqual(refused(WRONG))
  })

  it('[CAP-09] reports a used or old token as expired', async () => {
    answer = { success: false, 'error-codes': ['invalid-or-already-seen-response'] }
    expect(await ask()).toEqual(refused(EXPIRED))
    answer = { success: false, 'error-codes': ['invalid-input-response'] }
    expect(await ask()).toEqual(refused(WRONG))
  })

  it('accepts nothing while hCaptcha is unreachable, and says to try again', async () => {
    answer = 'down'
    expect(await ask()).toEqual(refused(WRONG))
    expect(await ask('a-token', { HCAPTCHA_VERIFY_URL: 'http://127.0.0.1:1/siteverify' })).toEqual(refused(WRONG))
    answer = { yes: 'certainly' }
    expect(await ask()).toEqual(refused(WRONG))
    expect(WRONG).toContain('try again')
  })
})

describe('the challenge call', () => {
  const own = useShop('embedded')
  const vendors = useShop('embedded', { env: { HCAPTCHA_SITEKEY: 'our-key', HCAPTCHA_SECRET: 'our-secret' } })

  it('limits challenges per network and minute, and issues none when hCaptcha is configured', async () => {
    const statuses: number[] = []
    for (let n = 0; n < 301; n++) statuses.push((await own().browser().call('get_captcha_challenge')).status)
    expect(statuses).toEqual([...Array(300).fill(200), 429])
    expect(await vendors().browser().call('get_captcha_challenge')).toMatchObject({ status: 400 })
  })
})
