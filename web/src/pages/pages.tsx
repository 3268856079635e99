import type { PageName } from '@foyer/contract/pages.ts'
import type { Page } from '../page.ts'

/** The module of each page. The browser loads only its own before hydrating; the server build contains all. */
export const PAGE_MODULES: { [P in PageName]: () => Promise<{ page: Page<P> }> } = {
  home: () => import('./home/page.tsx'),
  events: () => import('./events/page.tsx'),
  event: () => import('./event/page.tsx'),
  gift_vouchers: () => import('./gift-vouchers/page.tsx'),
  organiser: () => import('./organiser/page.tsx'),
  checkout: () => import('../checkout/page.tsx'),
  add_to_basket: () => import('./add-to-basket/page.tsx'),
  basket_link: () => import('./basket-link/page.tsx'),
  signin: () => import('./signin/page.tsx'),
  wallet: () => import('./wallet/page.tsx'),
  account: () => import('./account/page.tsx'),
  mailing_list: () => import('./mailing-list/page.tsx'),
  refund_policy: () => import('./refund-policy/page.tsx'),
  complaint: () => import('./complaint/page.tsx'),
  withdraw: () => import('./withdraw/page.tsx'),
  privacy: () => import('./privacy/page.tsx'),
  accessibility: () => import('./accessibility/page.tsx'),
  terms: () => import('./terms/page.tsx'),
  waiver: () => import('./waiver/page.tsx'),
  order: () => import('./order/page.tsx'),
  moved: () => import('./moved/page.tsx'),
  your_tickets: () => import('./your-tickets/page.tsx'),
  ticket_change: () => import('./ticket-change/page.tsx'),
  payment: () => import('./payment/page.tsx'),
  claim: () => import('./claim/page.tsx'),
  waiting: () => import('./waiting-list/page.tsx'),
  feedback: () => import('./feedback/page.tsx'),
  waiting_place: () => import('./waiting-place/page.tsx'),
  door: () => import('./door/page.tsx'),
  gallery: () => import('./gallery/page.tsx'),
  mailbox: () => import('./mailbox/page.tsx'),
  not_found: () => import('./not-found/page.tsx'),
}

/** The same modules as source paths in the browser build's manifest, for the tags in the document's head. */
export const pageSource = (page: Exclude<PageName, 'checkout'>): string =>
  `src/pages/${page.replaceAll('_', '-')}/page.tsx`
