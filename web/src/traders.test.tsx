// @vitest-environment node
import type { PageData, PageName } from '@foyer/contract/pages.ts'
import { LANGUAGES, languageFrom } from '@foyer/domain/format/language.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { render } from './render.tsx'
import { PAGE_DATA } from './testing/pages.ts'
import { sampleShell } from './testing/shell.ts'

const RUN_BY = 'This shop is run by Quay Tickets Ltd · 2 Quay Street'
const SOLD_BY = 'Sold by Old Mill Trust Ltd · 1 Weir Lane'
const design = {
  id: 5,
  slug: 'a-night-out',
  name: 'A night out',
  description: '',
  values: [20],
  max_qty: 10,
  valid_months: 12,
  currency: { symbol: '£', code: 'GBP' as const },
  thumbnail: '/posters/voucher-5.svg',
  organiser: 'The Old Mill',
  organiser_url: '/organisers/old-mill/',
  sold_by: SOLD_BY,
}

/**
 * Who each page names. `shop`: who runs it, at its foot. `seller`: also who sells what the page offers, with the data in which it
 * says so. `apart`: the page says it in tests of its own. `none`: no buyer opens it.
 */
const NAMED: { [P in PageName]: 'shop' | 'none' | 'apart' | { seller: PageData[P] } } = {
  home: 'shop',
  events: 'shop',
  event: { seller: { ...PAGE_DATA.event, event: { ...PAGE_DATA.event.event, sold_by: SOLD_BY } } },
  gift_vouchers: { seller: { gift_vouchers: [design] } },
  organiser: { seller: { ...PAGE_DATA.organiser, sold_by: SOLD_BY } },
  // Its steps: basket.test.tsx, payment.test.tsx. Their frame has the seller and the shop.
  checkout: 'apart',
  basket_link: 'shop',
  add_to_basket: { seller: { ...PAGE_DATA.add_to_basket, sold_by: SOLD_BY } },
  signin: 'shop',
  // A ticket: wallet tests. It is read by its holder after it has been opened.
  wallet: 'shop',
  account: 'shop',
  mailing_list: 'shop',
  refund_policy: 'shop',
  withdraw: 'shop',
  complaint: 'shop',
  privacy: 'shop',
  accessibility: 'shop',
  terms: 'shop',
  waiver: 'shop',
  order: {
    seller: {
      ...PAGE_DATA.order,
      bought: {
        lines: [
          { title: 'Gala', thumbnail: '/p.svg', name: 'Adult', qty: 1, price: '£1.00', sold_by: SOLD_BY, refunded: '' },
        ],
        amounts: [],
        refunded: '',
        left: '',
      },
    },
  },
  moved: 'shop',
  your_tickets: 'shop',
  ticket_change: { seller: { ...PAGE_DATA.ticket_change, sold_by: SOLD_BY } },
  payment: 'shop',
  claim: 'shop',
  waiting: 'shop',
  waiting_place: 'shop',
  feedback: 'shop',
  door: 'none',
  gallery: 'none',
  mailbox: 'none',
  not_found: 'shop',
}

describe.each(LANGUAGES)('[42.2] every page names the traders that a buyer deals with, in %s', (lang) => {
  beforeAll(() => languageFrom(() => lang))
  afterAll(() => languageFrom(() => 'en'))

  it.each(Object.entries(NAMED))('%s', (name, named) => {
    if (named === 'apart' || named === 'none') return
    const data = typeof named === 'object' ? named.seller : PAGE_DATA[name as PageName]
    const shell = sampleShell()
    const { html } = render(name as PageName, data as never, { ...shell, shop: { ...shell.shop, run_by: RUN_BY } })
    expect(html).toContain(RUN_BY)
    if (typeof named === 'object') expect(html).toContain(SOLD_BY)
  })
})
