import { createHash } from 'node:crypto'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { answerCalls } from '../../testing/calls.ts'
import { checkCode, currentGuests, type Guest, type Pairing, queuedEntries, recordGuests, unpair } from './paired.ts'

const CODE = '7K2M9QXAT4RD0F5HN8WB'
const NOW = new Date('2026-10-02T18:30:00Z')
const PAIRING = { device: 'token', door: 'North door', event: 'Gala', nice_date: 'Fri 2 Oct 2026' } as Pairing

const ticket = {
  event: 'Gala',
  event_id: 1,
  nice_date: 'Fri 2 Oct 2026, 7:00pm',
  place: 'Leeds',
  ticket: 'Stalls',
  seat: 'A1',
  holder: 'Ada Lovelace',
  position: 1,
  outOf: 1,
}
const guest = {
  ticket_id: 9,
  hash: createHash('sha256').update(CODE).digest('hex').slice(0, 24),
  holder: 'Ada Lovelace',
  party: 1,
  order: 'FY-2345-6789',
  ticket: 'Stalls',
  seat: 'A1',
  extra: false,
  note: '',
  outcome: 'valid',
  nice_when: '',
  where: '',
} as Guest

beforeEach(() => {
  const list = { version: '1', event: 'Gala', nice_date: '', nice_now: '6:30pm', tickets: [guest], others: [] }
  localStorage.setItem('foyer-door-list', JSON.stringify(list))
})
afterEach(() => {
  localStorage.clear()
  vi.unstubAllGlobals()
})

const check = (code = CODE) => checkCode(PAIRING, '', code, NOW)
const result = (outcome: string, more: object = {}) => ({ results: [{ key: 'x', outcome, ticket, ...more }] })

it('a scanned ticket is in on the list at once, and not let in again when the network goes', async () => {
  answerCalls({ 'door_entries/': [result('admitted'), 'offline'] })
  expect(await check()).toMatchObject({ online: true, verdicts: [{ type: 'success' }] })
  expect(currentGuests()).toMatchObject([{ outcome: 'already_admitted', where: 'North door' }])
  expect(await check('7k2m9-qxat4-rd0f5-hn8wb')).toMatchObject({ online: false, verdicts: [{ title: 'Already used' }] })
  expect(queuedEntries()).toEqual([])
})

it('nor is one that another door has let in', async () => {
  answerCalls({
    'door_entries/': [result('already_admitted', { nice_when: '6:20pm', where: 'South door' }), 'offline'],
  })
  await check()
  expect(currentGuests()).toMatchObject([{ outcome: 'already_admitted', nice_when: '6:20pm', where: 'South door' }])
  expect(await check()).toMatchObject({ online: false, verdicts: [{ title: 'Already used' }] })
})

it('a refused ticket stays as it is on the list', async () => {
  answerCalls({ 'door_entries/': [result('wrong_date'), result('unknown')] })
  await check()
  await check('XXXXX-XXXXX-XXXXX-XXXXX')
  expect(currentGuests()).toEqual([guest])
})

it('an entry without a network keeps the code that was shown, which the ticket may no longer have', async () => {
  answerCalls({ 'door_entries/': ['offline'] })
  // Its signature doesn't decide here, so a wrong one must not keep the shop from recording the entry.
  expect(await check(`${CODE}.${'0'.repeat(300)}`)).toMatchObject({ online: false, verdicts: [{ type: 'success' }] })
  expect(queuedEntries()).toMatchObject([{ code: CODE, door_ticket_id: 9 }])
  expect(currentGuests()).toMatchObject([{ outcome: 'already_admitted' }])
})

it('tells times by the clocks of the event', async () => {
  const list = JSON.parse(localStorage.getItem('foyer-door-list')!) as object
  localStorage.setItem('foyer-door-list', JSON.stringify({ ...list, timezone: 'Asia/Tokyo' }))
  answerCalls({ 'door_entries/': ['offline'] })
  await check()
  expect(currentGuests()).toMatchObject([{ nice_when: '3:30am' }])
  localStorage.setItem('foyer-door-list', JSON.stringify({ ...list, timezone: 'Asia/Tokyo' }))
  localStorage.removeItem('foyer-door-queue')
  answerCalls({ 'door_entries/': [result('admitted')] })
  await check()
  expect(currentGuests()).toMatchObject([{ nice_when: '3:30am' }])
})

it('a party larger than one request takes is let in, also if the network goes in between', async () => {
  const party = Array.from({ length: 120 }, (_, i): Guest => ({ ...guest, ticket_id: 100 + i, hash: String(i) }))
  const list = JSON.parse(localStorage.getItem('foyer-door-list')!) as object
  localStorage.setItem('foyer-door-list', JSON.stringify({ ...list, tickets: party }))
  const all = { results: Array.from({ length: 50 }, () => ({ key: 'x', outcome: 'admitted', ticket })) }
  const sent = answerCalls({ 'door_entries/': [all, all, 'offline'] })
  const checked = await recordGuests(PAIRING, party, 'in', '', NOW)
  const sizes = sent.map(({ form }) => Object.keys(form).filter((name) => name.includes('door_ticket_id')).length)
  expect(sizes).toEqual([50, 50, 20])
  expect(checked).toMatchObject({ online: false, verdicts: party.map(() => ({ type: 'success' })) })
  expect(queuedEntries().map(({ door_ticket_id }) => door_ticket_id)).toEqual(
    party.slice(100).map(({ ticket_id }) => ticket_id),
  )
  expect(currentGuests().filter(({ outcome }) => outcome === 'already_admitted')).toHaveLength(120)
})

it('is unpaired after its entries were sent, and not while they can’t be', async () => {
  const sent = answerCalls({
    'door_entries/': ['offline', 'offline', result('admitted')],
    'door_list/': { unchanged: true, nice_now: '' },
    'close_door/': { success: true },
  })
  await check()
  expect(await unpair(PAIRING)).toBe(false)
  expect(queuedEntries()).toHaveLength(1)
  expect(await unpair(PAIRING)).toBe(true)
  const [, , ...last] = sent.map(({ url }) => url.split('/').at(-2))
  expect(last).toEqual(['door_entries', 'door_list', 'close_door'])
  expect(currentGuests()).toEqual([])
})

it('without a network, the verdict says whether waivers are signed, as the list does', async () => {
  const waiver = { signed: 1, of: 2, path: '/w/abc/' }
  const list = { version: '1', event: 'Gala', nice_date: '', nice_now: '6:30pm', others: [] }
  localStorage.setItem('foyer-door-list', JSON.stringify({ ...list, tickets: [{ ...guest, waiver }] }))
  answerCalls({ 'door_entries/': ['offline'] })
  expect(await check()).toMatchObject({ online: false, verdicts: [{ type: 'success', ticket: { waiver } }] })
})
