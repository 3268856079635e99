import type { OfficeScreenName } from '@foyer/contract/office/pages.ts'
import type { OfficePages } from './page.ts'

/**
 * The module of each page, by its path in this folder, and how it is loaded. The browser loads only its own before hydrating; the
 * server's build contains all.
 */
export const PAGE_MODULES: {
  [P in OfficeScreenName]: readonly [string, () => Promise<{ pages: Pick<OfficePages, P> }>]
} = {
  sign_in: ['pages/entrance/entrance.tsx', () => import('./pages/entrance/entrance.tsx')],
  first: ['pages/entrance/entrance.tsx', () => import('./pages/entrance/entrance.tsx')],
  invitation: ['pages/entrance/entrance.tsx', () => import('./pages/entrance/entrance.tsx')],
  prove: ['pages/entrance/prove.tsx', () => import('./pages/entrance/prove.tsx')],
  home: ['pages/home.tsx', () => import('./pages/home.tsx')],
  events: ['pages/event/events.tsx', () => import('./pages/event/events.tsx')],
  new_event: ['pages/event/new-event.tsx', () => import('./pages/event/new-event.tsx')],
  event: ['pages/event/event.tsx', () => import('./pages/event/event.tsx')],
  event_form: ['pages/event/event-form.tsx', () => import('./pages/event/event-form.tsx')],
  cancel: ['pages/event/cancel.tsx', () => import('./pages/event/cancel.tsx')],
  preview: ['pages/event/preview.tsx', () => import('./pages/event/preview.tsx')],
  dates: ['pages/event/dates.tsx', () => import('./pages/event/dates.tsx')],
  codes: ['pages/event/codes.tsx', () => import('./pages/event/codes.tsx')],
  move: ['pages/event/move.tsx', () => import('./pages/event/move.tsx')],
  door: ['pages/event/door.tsx', () => import('./pages/event/door.tsx')],
  door_list: ['pages/event/door.tsx', () => import('./pages/event/door.tsx')],
  code: ['pages/event/codes.tsx', () => import('./pages/event/codes.tsx')],
  waiting: ['pages/event/waiting-list.tsx', () => import('./pages/event/waiting-list.tsx')],
  referrals: ['pages/event/referrals.tsx', () => import('./pages/event/referrals.tsx')],
  feedback: ['pages/order/feedback.tsx', () => import('./pages/order/feedback.tsx')],
  find: ['pages/order/find.tsx', () => import('./pages/order/find.tsx')],
  order: ['pages/order/order.tsx', () => import('./pages/order/order.tsx')],
  change: ['pages/order/change.tsx', () => import('./pages/order/change.tsx')],
  orders: ['pages/list.tsx', () => import('./pages/list.tsx')],
  people: ['pages/list.tsx', () => import('./pages/list.tsx')],
  money: ['pages/money/money.tsx', () => import('./pages/money/money.tsx')],
  payouts: ['pages/money/payouts.tsx', () => import('./pages/money/payouts.tsx')],
  counter: ['pages/counter/counter.tsx', () => import('./pages/counter/counter.tsx')],
  counter_sale: ['pages/counter/sale.tsx', () => import('./pages/counter/sale.tsx')],
  reader: ['pages/counter/reader.tsx', () => import('./pages/counter/reader.tsx')],
  readers: ['pages/settings/readers.tsx', () => import('./pages/settings/readers.tsx')],
  shift: ['pages/counter/shift.tsx', () => import('./pages/counter/shift.tsx')],
  give: ['pages/give.tsx', () => import('./pages/give.tsx')],
  gift_aid: ['pages/money/gift-aid.tsx', () => import('./pages/money/gift-aid.tsx')],
  mailings: ['pages/mailings.tsx', () => import('./pages/mailings.tsx')],
  mailing: ['pages/mailings.tsx', () => import('./pages/mailings.tsx')],
  settings: ['pages/settings/settings.tsx', () => import('./pages/settings/settings.tsx')],
  payments: ['pages/settings/payments.tsx', () => import('./pages/settings/payments.tsx')],
  event_picture: ['pages/event/pictures.tsx', () => import('./pages/event/pictures.tsx')],
  brand: ['pages/event/pictures.tsx', () => import('./pages/event/pictures.tsx')],
  shop: ['pages/event/pictures.tsx', () => import('./pages/event/pictures.tsx')],
  team: ['pages/settings/team.tsx', () => import('./pages/settings/team.tsx')],
  keys: ['pages/programs/keys.tsx', () => import('./pages/programs/keys.tsx')],
  webhooks: ['pages/programs/webhooks.tsx', () => import('./pages/programs/webhooks.tsx')],
  webhook: ['pages/programs/webhooks.tsx', () => import('./pages/programs/webhooks.tsx')],
  log: ['pages/log.tsx', () => import('./pages/log.tsx')],
  account: ['pages/entrance/account.tsx', () => import('./pages/entrance/account.tsx')],
  refused: ['pages/entrance/refused.tsx', () => import('./pages/entrance/refused.tsx')],
  nothing: ['pages/entrance/refused.tsx', () => import('./pages/entrance/refused.tsx')],
}

/** Pages of plain forms and tables: the server renders them, and the browser gets no script for them. */
export const UNSCRIPTED: readonly OfficeScreenName[] = [
  'orders',
  'people',
  'money',
  'payouts',
  'keys',
  'webhooks',
  'webhook',
  'counter',
  'give',
  'waiting',
  'mailings',
  'mailing',
]
