import type { User, WalletTicket } from '@foyer/contract/types.ts'
import { act } from 'react'
import { afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest'
import { answerCalls } from '../../testing/calls.ts'
import { buttonNamed, pressAndWait } from '../../testing/interact.ts'
import { click, press, render } from '../../testing/render.tsx'
import { sampleShell, sampleUser } from '../../testing/shell.ts'
import { groupTickets } from './groups.ts'
import { page } from './page.tsx'

beforeAll(() => import('./door-view.tsx'))

const sampleTicket = (id: number, change: Partial<WalletTicket> = {}): WalletTicket => ({
  id,
  event: 'Gala',
  event_url: '/events/gala/',
  event_id: 1,
  ticket: 'Stalls',
  nice_date: 'Fri 1 Oct 2027, 7:00pm',
  starts_at: '2027-10-01T18:00:00.000Z',
  ends_at: null,
  place: 'Leeds Town Hall',
  address: null,
  seat: `C${id}`,
  holder: 'Ada Lovelace',
  thumbnail: '/posters/event-1.svg',
  code: `CODE${id}`,
  short_code: `SHORT-${id}`,
  status: 'valid',
  sale_reference: 'REF',
  terms: '',
  past: false,
  ...change,
})

const wallet = (tickets: WalletTicket[], user: User | null = sampleUser()) =>
  render(<page.Body data={{ tickets, vouchers: [], email: 'ada@example.org' }} shell={sampleShell({ user })} />)

beforeEach(() => {
  // dialogs in happy-dom open without the top layer
  HTMLDialogElement.prototype.showModal = HTMLDialogElement.prototype.show
})
afterEach(() => vi.unstubAllGlobals())

it('lists the next visit first, and of past ones the latest', () => {
  const at = (id: number, starts_at: string, past = false) => sampleTicket(id, { event_id: id, starts_at, past })
  const { upcoming, past } = groupTickets([
    at(1, '2027-12-01T18:00:00Z'),
    at(2, '2027-10-01T18:00:00Z'),
    at(3, '2025-01-01T18:00:00Z', true),
    at(4, '2026-01-01T18:00:00Z', true),
  ])
  expect(upcoming.map(({ tickets }) => tickets[0].id)).toEqual([2, 1])
  expect(past.map(({ tickets }) => tickets[0].id)).toEqual([4, 3])
})

it('shows two dates of an event as two visits', () => {
  const { upcoming } = groupTickets([
    sampleTicket(1),
    sampleTicket(2, { starts_at: '2027-10-02T18:00:00Z' }),
    sampleTicket(3),
  ])
  expect(upcoming.map(({ tickets }) => tickets.map((ticket) => ticket.id))).toEqual([[1, 3], [2]])
})

it('links a ticket’s PDF and calendar file', () => {
  const { box } = wallet([sampleTicket(5)])
  expect(box.querySelector('a[href="/account/wallet/tickets/5.pdf"]')).not.toBeNull()
  expect(box.querySelector('a[href="/account/wallet/tickets/5.ics"]')).not.toBeNull()
})

it('at the door shows one valid ticket after another', async () => {
  const { box, find } = wallet([sampleTicket(1), sampleTicket(2, { status: 'admitted' }), sampleTicket(3)])
  await act(async () => buttonNamed(box, 'Show at the door').click())
  const door = () => find('dialog').textContent
  expect(door()).toContain('SHORT-1')
  expect(door()).toContain('Ticket 1 of 2')
  click(buttonNamed(box, 'Next ticket'))
  expect(door()).toContain('SHORT-3')
  // there is no third ticket, so the position stays the same
  press(find('dialog'), 'ArrowRight')
  expect(door()).toContain('SHORT-3')
  press(find('dialog'), 'ArrowLeft')
  expect(door()).toContain('SHORT-1')
  click(buttonNamed(find('dialog'), 'Close'))
  expect(box.querySelector('dialog')).toBeNull()
})

it('shows the recipient and time of a scheduled gift', () => {
  const leaves = { to: 'Mary Somerville', nice_when: 'Sat 2 Oct 2027, 9:00am' }
  const { box } = wallet([sampleTicket(1, { leaves }), sampleTicket(2)])
  const lines = [...box.querySelectorAll('li')].filter((each) => each.textContent!.includes('Ticket'))
  expect(
    lines.map((line) => line.textContent!.includes('Will be sent to Mary Somerville on Sat 2 Oct 2027, 9:00am')),
  ).toEqual([true, false])
})

it('links an order whose tickets follow its last payment', () => {
  const plans = [{ event: 'Summer School', order_url: '/orders/PLAN/' }]
  const data = { tickets: [], vouchers: [], email: 'ada@example.org', plans }
  const { box } = render(<page.Body data={data} shell={sampleShell()} />)
  const alert = box.querySelector('[data-type=info]')!
  expect(alert.textContent).toContain('Summer School')
  expect(alert.querySelector('a')!.getAttribute('href')).toBe('/orders/PLAN/')
  expect(box.textContent, 'the wallet isn’t empty').not.toContain('Your tickets will appear here')
})

it('reports a bounced ticket email, with a link to the order', () => {
  const undelivered = [{ email: 'ada@exmaple.org', event: 'Gala', order_url: '/orders/REF/' }]
  const data = { tickets: [sampleTicket(1)], vouchers: [], email: 'ada@example.org', undelivered }
  const { box } = render(<page.Body data={data} shell={sampleShell()} />)
  const alert = box.querySelector('[data-type=warning]')!
  expect(alert.textContent).toContain('We couldn’t reach ada@exmaple.org')
  expect(alert.textContent).toContain('tickets for Gala bounced')
  expect(alert.querySelector('a')!.getAttribute('href')).toBe('/orders/REF/')
  expect(wallet([sampleTicket(1)]).box.querySelector('[data-type=warning]')).toBeNull()
})

it('shows a code that the server has drawn at once, and draws the others itself', async () => {
  const pathIn = (box: Element) => box.querySelector('[role=img] path')?.getAttribute('d')
  expect(pathIn(wallet([sampleTicket(1, { qr: { size: 11, path: 'M4 4h2v1h-2z' } })]).box)).toBe('M4 4h2v1h-2z')
  const { box } = wallet([sampleTicket(1)])
  expect(pathIn(box)).toBeUndefined()
  await act(() => vi.dynamicImportSettled())
  expect(pathIn(box)).toMatch(/^M4 4h7v1h/)
})

it('draws a past ticket only when it is opened', () => {
  const { box } = wallet([sampleTicket(1, { past: true }), sampleTicket(2, { past: true })])
  const codes = () => box.querySelectorAll('[id] article').length
  expect(codes()).toBe(0)
  click(box.querySelectorAll('[aria-expanded]')[1]!)
  expect(codes()).toBe(1)
})

it('shows no code for a void ticket', () => {
  const { box } = wallet([sampleTicket(1, { status: 'void', code: null })])
  expect(box.textContent).toContain('No longer valid')
  expect(box.querySelector('[role=img]')).toBeNull()
  expect(() => buttonNamed(box, 'Show at the door')).toThrow()
  expect(box.textContent).toContain('refunded or cancelled')
  expect(box.querySelector('a[href$=".ics"]'), 'nothing to put into a calendar').toBeNull()
})

it('offers no calendar entry for an extra without a ticket', () => {
  const calendarOf = (...tickets: Parameters<typeof wallet>[0]) =>
    wallet(tickets).box.querySelector('a[href$=".ics"]')?.getAttribute('href')
  expect(calendarOf(sampleTicket(1, { extra: true }))).toBeUndefined()
  expect(calendarOf(sampleTicket(1, { extra: true }), sampleTicket(2))).toBe('/account/wallet/tickets/2.ics')
})

it('keeps calendar entry and messages of a visit with a void ticket', () => {
  const messages = [{ organiser: 'Jazz Barn', html: '<p>Bring boots.</p>' }]
  const { box } = wallet([sampleTicket(1, { status: 'void', code: null, messages: [] }), sampleTicket(2, { messages })])
  expect(box.querySelector('a[href="/account/wallet/tickets/2.ics"]')).not.toBeNull()
  expect(box.textContent).toContain('Bring boots.')
})

it('offers sign-in to a signed-out visitor', () => {
  answerCalls({})
  const { find } = render(<page.Body data={null} shell={sampleShell()} />)
  expect(find<HTMLInputElement>('input').type).toBe('email')
})

it('offers a guest another address instead of settings and signing out', async () => {
  answerCalls({ 'sign_out/': { success: true } })
  const assign = vi.spyOn(location, 'assign').mockImplementation(() => {})
  const bar = (user: User | null) => wallet([sampleTicket(1)], user).find('[aria-label="Your account"]')
  expect(bar(sampleUser()).textContent).toBe('Dark themeAccount settingsSign out')
  expect(bar(null).textContent).toBe('Not you? Use a different email address')
  await pressAndWait(buttonNamed(bar(null), 'Not you? Use a different email address'))
  expect(assign).toHaveBeenCalledExactlyOnceWith('/signin/')
  assign.mockRestore()
})

it('signing out deletes what was typed in the checkout in this tab', async () => {
  answerCalls({ 'sign_out/': { success: true } })
  const assign = vi.spyOn(location, 'assign').mockImplementation(() => {})
  sessionStorage.setItem('foyer.draft.REF.delivery_address', '{"town":"Leeds"}')
  const { box } = wallet([sampleTicket(1)])
  await pressAndWait(buttonNamed(box, 'Sign out'))
  expect(assign).toHaveBeenCalledOnce()
  expect(sessionStorage).toHaveLength(0)
  assign.mockRestore()
})
