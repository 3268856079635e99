import { Script } from 'node:vm'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { type TestSandbox, testSandbox } from '../testing.ts'
import { TEST_KEYS } from './routes.ts'
import { HCAPTCHA_JS } from './script.ts'

let sandbox: TestSandbox
beforeEach(async () => {
  sandbox = await testSandbox()
})
afterEach(() => sandbox.close())

const good = { secret: TEST_KEYS.secret, response: TEST_KEYS.token }
const verify = async (form: Record<string, string>) =>
  (await fetch(`${sandbox.url}/siteverify`, { method: 'POST', body: new URLSearchParams(form) })).json()

it('accepts the test token with the test secret', async () => {
  expect(await verify(good)).toMatchObject({ success: true, hostname: 'dummy-key-pass' })
})

it.each([
  [{ ...good, response: 'made-up' }, 'not-using-dummy-passcode'],
  [{ ...good, secret: '0xother' }, 'invalid-input-secret'],
  [{ secret: TEST_KEYS.secret }, 'missing-input-response'],
  [{ response: TEST_KEYS.token }, 'missing-input-secret'],
  [{ ...good, sitekey: 'other' }, 'sitekey-secret-mismatch'],
  [{ ...good, token: 'x' }, 'bad-request'],
] as [Record<string, string>, string][])('returns %o with %s', async (form, code) => {
  expect(await verify(form)).toEqual({ success: false, 'error-codes': [code] })
})

it('can treat the token as expired', async () => {
  sandbox.state.switches.set({ vendor: 'hcaptcha', switch: 'expire', value: '', times: 1 })
  expect(await verify(good)).toMatchObject({ success: false, 'error-codes': ['invalid-or-already-seen-response'] })
  expect(await verify(good)).toMatchObject({ success: true })
})

it('serves a script that parses', () => {
  expect(() => new Script(HCAPTCHA_JS)).not.toThrow()
})
