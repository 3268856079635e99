import { afterEach, beforeEach, expect, it } from 'vitest'
import { type TestSandbox, testSandbox } from '../testing.ts'

let sandbox: TestSandbox
beforeEach(async () => {
  sandbox = await testSandbox({ twilio: { accountSid: 'AC1', authToken: 'word' } })
})
afterEach(() => sandbox.close())

const GOOD = { To: '+442079460000', From: '+441134960000', Body: 'Hello' }
const ask = async (form: Record<string, string> | null, { account = 'AC1', token = 'word', query = '' } = {}) => {
  const answer = await fetch(`${sandbox.url}/2010-04-01/Accounts/${account}/Messages.json${query}`, {
    method: form ? 'POST' : 'GET',
    headers: { authorization: `Basic ${Buffer.from(`${account}:${token}`).toString('base64')}` },
    ...(form && { body: new URLSearchParams(form) }),
  })
  return { status: answer.status, body: (await answer.json()) as Record<string, unknown> }
}

it('accepts a text, lists it by its number, and shows it on the page', async () => {
  const made = await ask(GOOD)
  expect(made).toMatchObject({
    status: 201,
    body: { sid: expect.stringMatching(/^SM[0-9a-z]{32}$/), status: 'queued', to: GOOD.To, error_code: null },
  })
  await ask({ ...GOOD, To: '+447700900000', Body: 'Another' })
  const { body } = await ask(null, { query: `?To=${encodeURIComponent(GOOD.To)}` })
  expect(body.messages).toMatchObject([{ sid: made.body.sid, body: 'Hello' }])
  const page = await (await fetch(sandbox.url)).text()
  expect(page).toContain('Hello')
  expect(page).toContain('+447700900000')
})

it.each([
  [{ ...GOOD, To: '020 7946 0000' }, 400, 21211],
  [{ ...GOOD, To: '' }, 400, 21604],
  [{ ...GOOD, Body: '' }, 400, 21602],
  [{ ...GOOD, Body: 'x'.repeat(1601) }, 400, 21617],
  [{ ...GOOD, Text: 'x' }, 400, 20001],
])('refuses %o with %i and code %i', async (form, status, code) => {
  expect(await ask(form)).toMatchObject({ status, body: { code, status } })
  expect(sandbox.state.twilio.messages.values()).toEqual([])
})

it('refuses a request without the account’s token', async () => {
  expect(await ask(GOOD, { token: 'other' })).toMatchObject({ status: 401, body: { code: 20003 } })
  expect((await ask(GOOD, { account: 'AC2' })).status).toBe(401)
})
