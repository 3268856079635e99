import type { OfficeShown } from '@foyer/contract/office/pages.ts'
import type { OfficePages } from './page.ts'

/**
 * The module of each page, by its path in this folder, and how it is loaded. The browser loads only its own before hydrating; the
 * server's build contains all.
 */
export const PAGE_MODULES: { [P in OfficeShown]: readonly [string, () => Promise<{ pages: Pick<OfficePages, P> }>] } = {
  sign_in: ['pages/entrance.tsx', () => import('./pages/entrance.tsx')],
  first: ['pages/entrance.tsx', () => import('./pages/entrance.tsx')],
  invitation: ['pages/entrance.tsx', () => import('./pages/entrance.tsx')],
  prove: ['pages/prove.tsx', () => import('./pages/prove.tsx')],
  home: ['pages/home.tsx', () => import('./pages/home.tsx')],
  events: ['pages/events.tsx', () => import('./pages/events.tsx')],
  new_event: ['pages/new-event.tsx', () => import('./pages/new-event.tsx')],
  event: ['pages/event.tsx', () => import('./pages/event.tsx')],
  event_form: ['pages/event-form.tsx', () => import('./pages/event-form.tsx')],
  cancel: ['pages/cancel.tsx', () => import('./pages/cancel.tsx')],
  preview: ['pages/preview.tsx', () => import('./pages/preview.tsx')],
  dates: ['pages/dates.tsx', () => import('./pages/dates.tsx')],
  codes: ['pages/codes.tsx', () => import('./pages/codes.tsx')],
  move: ['pages/move.tsx', () => import('./pages/move.tsx')],
  door: ['pages/door.tsx', () => import('./pages/door.tsx')],
  door_list: ['pages/door.tsx', () => import('./pages/door.tsx')],
  code: ['pages/codes.tsx', () => import('./pages/codes.tsx')],
  waiting: ['pages/waiting.tsx', () => import('./pages/waiting.tsx')],
  referrals: ['pages/referrals.tsx', () => import('./pages/referrals.tsx')],
  feedback: ['pages/order/feedback.tsx', () => import('./pages/order/feedback.tsx')],
  find: ['pages/order/find.tsx', () => import('./pages/order/find.tsx')],
  order: ['pages/order/order.tsx', () => import('./pages/order/order.tsx')],
  change: ['pages/order/change.tsx', () => import('./pages/order/change.tsx')],
  orders: ['pages/list.tsx', () => import('./pages/list.tsx')],
  people: ['pages/list.tsx', () => import('./pages/list.tsx')],
  money: ['pages/money.tsx', () => import('./pages/money.tsx')],
  counter: ['pages/counter/counter.tsx', () => import('./pages/counter/counter.tsx')],
  counter_sale: ['pages/counter/sale.tsx', () => import('./pages/counter/sale.tsx')],
  reader: ['pages/counter/reader.tsx', () => import('./pages/counter/reader.tsx')],
  readers: ['pages/readers.tsx', () => import('./pages/readers.tsx')],
  shift: ['pages/counter/shift.tsx', () => import('./pages/counter/shift.tsx')],
  gift_aid: ['pages/gift-aid.tsx', () => import('./pages/gift-aid.tsx')],
  settings: ['pages/settings.tsx', () => import('./pages/settings.tsx')],
  payments: ['pages/payments.tsx', () => import('./pages/payments.tsx')],
  event_picture: ['pages/pictures.tsx', () => import('./pages/pictures.tsx')],
  brand: ['pages/pictures.tsx', () => import('./pages/pictures.tsx')],
  shop: ['pages/pictures.tsx', () => import('./pages/pictures.tsx')],
  team: ['pages/team.tsx', () => import('./pages/team.tsx')],
  keys: ['pages/keys.tsx', () => import('./pages/keys.tsx')],
  webhooks: ['pages/webhooks.tsx', () => import('./pages/webhooks.tsx')],
  webhook: ['pages/webhooks.tsx', () => import('./pages/webhooks.tsx')],
  log: ['pages/log.tsx', () => import('./pages/log.tsx')],
  account: ['pages/account.tsx', () => import('./pages/account.tsx')],
  refused: ['pages/refused.tsx', () => import('./pages/refused.tsx')],
  nothing: ['pages/refused.tsx', () => import('./pages/refused.tsx')],
}

/** Pages of plain forms and tables: the server renders them, and the browser gets no script for them. */
export const UNSCRIPTED: readonly OfficeShown[] = [
  'orders',
  'people',
  'money',
  'keys',
  'webhooks',
  'webhook',
  'counter',
  'waiting',
]
