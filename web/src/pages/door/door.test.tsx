import { act } from 'react'
import { afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest'
import { answerCalls } from '../../testing/calls.ts'
import { buttonNamed, pressAndWait, submit } from '../../testing/interact.ts'
import { render, type } from '../../testing/render.tsx'
import { sampleShell } from '../../testing/shell.ts'
import { page } from './page.tsx'
import { verifyCode } from './signature.ts'

const CODE = '7K2M9QXAT4RD0F5HN8WB'
const { subtle } = crypto
const pemOf = (der: ArrayBuffer) =>
  `-----BEGIN PUBLIC KEY-----\n${btoa(String.fromCharCode(...new Uint8Array(der)))}\n-----END PUBLIC KEY-----\n`

const OTHER_CODE = 'W8NH5F0DR4TAXQ9M2K7B'

const written = (code: string, number: bigint) => `${code}.${number.toString(36).toUpperCase().padStart(100, '0')}`

let publicKey = ''
let signed = ''
let otherSigned = ''
/** The same signature as a number that does not fit into 64 bytes. */
let writtenElse = ''
beforeAll(async () => {
  const keys = (await subtle.generateKey({ name: 'Ed25519' }, true, ['sign', 'verify'])) as CryptoKeyPair
  publicKey = pemOf(await subtle.exportKey('spki', keys.publicKey))
  const numberOf = async (code: string) =>
    new Uint8Array(await subtle.sign({ name: 'Ed25519' }, keys.privateKey, new TextEncoder().encode(code))).reduce(
      (sum, byte) => sum * 256n + BigInt(byte),
      0n,
    )
  signed = written(CODE, await numberOf(CODE))
  otherSigned = written(OTHER_CODE, await numberOf(OTHER_CODE))
  writtenElse = written(CODE, (await numberOf(CODE)) + 2n ** 512n)
})

beforeEach(() => {
  localStorage.clear()
  sessionStorage.clear()
})
afterEach(() => vi.unstubAllGlobals())

it('distinguishes a ticket of this shop from a forged one with the public key alone', async () => {
  expect(await verifyCode(publicKey, signed)).toBe(CODE)
  expect(await verifyCode(publicKey, ` ${signed.toLowerCase()} `)).toBe(CODE)
  const last = signed.at(-1) === '0' ? '1' : '0'
  const forgeries = [`${signed.slice(0, -1)}${last}`, `8${signed.slice(1)}`, `${CODE}.${'Z'.repeat(100)}`, 'A.B']
  for (const forged of [...forgeries, writtenElse]) expect(await verifyCode(publicKey, forged), forged).toBeNull()
  const older = await subtle.generateKey({ name: 'Ed25519' }, true, ['sign', 'verify'])
  const olderKey = pemOf(await subtle.exportKey('spki', (older as CryptoKeyPair).publicKey))
  expect(await verifyCode(`${olderKey}\n${publicKey}`, signed)).toBe(CODE)
  expect(await verifyCode(olderKey, signed)).toBeNull()
  expect(await verifyCode(publicKey, CODE)).toBe('cannot')
})

const field = (box: ParentNode, at = 0) => box.querySelectorAll('input')[at] as HTMLInputElement
const form = (box: ParentNode) => box.querySelector('form') as HTMLFormElement
/** The form for the access code, below the one for pairing. */
const accessForm = (box: ParentNode) => box.querySelectorAll('form')[1] as HTMLFormElement

/** An open door, and the replies to its checks. */
async function openDoor(replies: (object | 'offline')[]) {
  const sent = answerCalls({ 'check_ticket/': [{ outcome: 'unknown' }, ...replies] })
  const { box } = render(<page.Body data={{ public_key: publicKey, by_access_code: true }} shell={sampleShell()} />)
  type(field(accessForm(box), 0), 'the access code')
  type(field(accessForm(box), 1), 'North door')
  await submit(accessForm(box))
  const check = async (code: string) => {
    type(field(box), code)
    await submit(form(box))
    // Checking a signature is asynchronous; the field is empty once the reply is there.
    while (field(box).value !== '') await act(() => new Promise((resolve) => setTimeout(resolve, 5)))
    return box.querySelector('[role=alert]')!.textContent
  }
  return { box, sent, check }
}

it('opens with the correct access code only', async () => {
  answerCalls({
    'check_ticket/': {
      status: 403,
      body: { error: 'That access code isn’t right.', code: 'wrong_door_code' },
    },
  })
  const { box } = render(<page.Body data={{ public_key: publicKey, by_access_code: true }} shell={sampleShell()} />)
  type(field(accessForm(box), 0), 'wrong')
  await submit(accessForm(box))
  expect(box.textContent).toContain('That access code isn’t right.')
  expect(box.textContent).not.toContain('Ticket code')
})

it('checks with the shop, and shows in a word who is admitted, with when and where for a refusal', async () => {
  const ticket = {
    event: 'Gala',
    event_id: 1,
    nice_date: 'Fri 2 Oct 2026, 7:00pm',
    place: 'Leeds',
    ticket: 'Stalls',
    seat: 'A1',
    holder: 'Ada Lovelace',
    position: 1,
    outOf: 2,
  }
  const { check, sent } = await openDoor([
    { outcome: 'admitted', nice_when: 'now', ticket },
    { outcome: 'already_admitted', nice_when: 'Fri 2 Oct 2026, 6:31pm', where: 'South door', ticket },
    { outcome: 'transferred', nice_when: 'Thu 1 Oct 2026, 9:00am' },
    { outcome: 'replaced', nice_when: 'Thu 1 Oct 2026, 9:00am' },
    { outcome: 'refunded', nice_when: 'Thu 1 Oct 2026, 9:00am' },
  ])
  const vibrate = vi.fn()
  vi.stubGlobal('navigator', Object.assign(navigator, { vibrate }))
  expect(await check(signed)).toMatch(/Admitted.*Stalls, A1.*Ada Lovelace/)
  expect(sent[1]!.form).toMatchObject({ access_code: 'the access code', code: signed, where: 'North door' })
  expect(await check(signed)).toContain('Since Fri 2 Oct 2026, 6:31pm, South door')
  expect(await check('short')).toContain('Transferred')
  expect(await check('short')).toMatch(/Replaced by a new code.*The ticket was changed on Thu 1 Oct 2026, 9:00am\./)
  expect(await check('short')).toContain('Refunded')
  const refused = [[200, 80, 200]]
  expect(vibrate.mock.calls).toEqual([[80], refused, refused, refused, refused])
})

it('an extra is handed out once without an admission', async () => {
  const ticket = {
    event: 'Autumn Gala',
    event_id: 1,
    nice_date: '',
    place: '',
    ticket: 'Shirt, M',
    extra: true,
    seat: null,
  }
  const whose = { ...ticket, holder: 'Ada Lovelace', position: 2, outOf: 2 }
  const { check } = await openDoor([
    { outcome: 'admitted', nice_when: 'now', ticket: whose },
    { outcome: 'already_admitted', nice_when: 'Fri 2 Oct 2026, 6:31pm', where: 'Stall', ticket: whose },
    'offline',
  ])
  expect(await check(CODE)).toMatch(/Hand over.*This isn’t an admission.*Shirt, M/)
  expect(await check(CODE)).toMatch(/Already collected.*Stall/)
  expect(await check(CODE)).toContain('Needs the network')
})

it('works offline: verifies signatures, refuses a second entry here, and uploads entries later', async () => {
  const { check, sent, box } = await openDoor([
    'offline',
    'offline',
    'offline',
    'offline',
    { outcome: 'unknown' },
    { outcome: 'admitted' },
  ])
  expect(await check(signed)).toContain('Genuine: admit')
  expect(await check(signed)).toContain('Already scanned on this device')
  expect(await check(`${CODE}.${'0'.repeat(100)}`)).toContain('Not our ticket')
  expect(await check('7K2M9-QXAT4-RD0F5-HN8WB')).toContain('Needs the network')
  expect(box.textContent).toContain('1 entry waiting to sync')
  await check('XXXXX')
  expect(sent.at(-1)!.form).toMatchObject({ code: signed, where: 'North door', access_code: 'the access code' })
  expect(box.textContent).not.toContain('waiting to sync')
})

it('tells without a network when a ticket was scanned here by the clock of this device', async () => {
  vi.spyOn(Intl.DateTimeFormat.prototype, 'resolvedOptions').mockReturnValue({ timeZone: 'Asia/Tokyo' } as never)
  const admitted = { [CODE]: '2026-07-01T20:30:00.000Z' }
  const { check } = await openDoor(['offline'])
  localStorage.setItem('foyer-door', JSON.stringify({ admitted, waiting: [] }))
  expect(await check(signed)).toContain('Since Thu 2 Jul 2026, 5:30am')
})

it('treats a failing shop as offline', async () => {
  const { check, box } = await openDoor([{ status: 503, body: { error: 'down', code: 'unavailable' } }])
  expect(await check(signed)).toContain('Genuine: admit')
  expect(box.textContent).toContain('1 entry waiting to sync')
})

it('deletes an entry only once the shop has confirmed it, and stops sending when offline again', async () => {
  const { check, sent, box } = await openDoor([
    'offline',
    'offline',
    { outcome: 'unknown' },
    'offline',
    { outcome: 'unknown' },
    { outcome: 'admitted' },
    { outcome: 'admitted' },
  ])
  await check(signed)
  await check(otherSigned)
  await check('XXXXX')
  expect(sent.slice(4).map(({ form }) => form.code)).toEqual([signed])
  expect(box.textContent).toContain('2 entries waiting to sync')
  await check('XXXXX')
  expect(sent.slice(6).map(({ form }) => form.code)).toEqual([signed, otherSigned])
  expect(box.textContent).not.toContain('waiting to sync')
})

it('closes and says so when its access code is no longer valid', async () => {
  const { box } = await openDoor([{ status: 403, body: { error: 'not the code', code: 'wrong_door_code' } }])
  type(field(box), signed)
  await submit(form(box))
  expect(sessionStorage.length).toBe(0)
  expect(box.textContent).toContain('Access code')
  expect(box.textContent).not.toContain('Ticket code')
})

it('can be left by its button, and forgets the access code', async () => {
  const { box } = await openDoor([])
  expect(sessionStorage.length).toBe(1)
  await pressAndWait(buttonNamed(box, 'Stop checking'))
  expect(sessionStorage.length).toBe(0)
  expect(box.textContent).toContain('Access code')
})
