// @vitest-environment node
import type { PageData, PageName } from '@foyer/contract/pages.ts'
import { expect, it } from 'vitest'
import { render } from './render.tsx'
import { anEventPage } from './testing/events.ts'
import { aShell } from './testing/shell.ts'

const LIST = { events: [], total: 0, places: [], organisers: [], gift_vouchers: [] }

/** The least each page can be asked to show. */
const DATA: { [P in PageName]: PageData[P] } = {
  home: LIST,
  events: { ...LIST, filters: { q: 'nothing', place: '', organiser: '', from: '', to: '' } },
  event: anEventPage(),
  gift_vouchers: { gift_vouchers: [] },
  organiser: { name: 'City Varieties', about_html: '', charity: null, events: [], gift_vouchers: [] },
  checkout: { checkout: null },
  signin: { next: '' },
  wallet: null,
  account: { cards: [], plans: [] },
  mailing_list: { joined: false },
  refund_policy: null,
  terms: null,
  waiver: { reference: 'REF', waivers: [] },
  order: {
    reference: 'REF',
    email: 'ada@example.org',
    paid: true,
    outcome: 'fulfilled',
    total: '£1.00',
    timeline: [],
    transfers: [],
    waivers: [],
    undelivered: null,
  },
  claim: {
    token: 'TOKEN',
    status: 'open',
    is_recipient: false,
    from: 'Ada Lovelace',
    email_hint: 'g…@example.org',
    is_gift: false,
    message: '',
    event: 'Autumn Gala Concert',
    nice_date: 'Fri 1 Oct 2027, 7:00pm',
    place: 'Leeds',
    thumbnail: '/posters/event-1.svg',
    ticket: 'Standing',
    qty: 2,
  },
  door: { public_key: '' },
  pieces: null,
  mailbox: { mails: [], to: '' },
  not_found: null,
}

// The checkout is many pages in one, and shows them in tests of its own.
const PAGES = (Object.keys(DATA) as PageName[]).filter((name) => name !== 'checkout')

it.each(PAGES)('the server draws the page %s with one main heading and a title', (name) => {
  const { title, html } = render(name, DATA[name], aShell())
  expect(html.match(/<h1[ >]/g)).toHaveLength(1)
  expect(html.match(/<main[ >]/g)).toHaveLength(1)
  expect(title).toMatch(/^(.+ - )?Foyer$/)
})

it.each(PAGES)('the page %s needs no style attribute and no script in its HTML, which the policy refuses', (name) => {
  const { html } = render(name, DATA[name], aShell({ sandbox: true }))
  expect(html).not.toMatch(/ style=/)
  expect(html).not.toMatch(/<script| on[a-z]+=/)
})

it('the event page names itself in the title and shows its price without a script', () => {
  const { title, html } = render('event', DATA.event, aShell())
  expect(title).toBe('Autumn Gala Concert - Foyer')
  expect(html).toContain('£27.50')
})
