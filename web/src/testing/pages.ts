import type { PageData, PageName } from '@foyer/contract/pages.ts'
import { anEventPage } from './events.ts'

const LIST = { events: [], total: 0, places: [], organisers: [], gift_vouchers: [] }

/** The least each page can be asked to show. */
export const PAGE_DATA: { [P in PageName]: PageData[P] } = {
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
    waiver_url: null,
    messages: [],
    transferable: [],
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
  gallery: null,
  mailbox: { mails: [], to: '' },
  not_found: null,
}
