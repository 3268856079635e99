import type { OfficeReply } from './calls.ts'
import type { OfficeCallName } from './paths.ts'

/** Every page of the office, with the call that returns its data. Opening the page needs the right of that call. */
export const OFFICE_PAGES = {
  sign_in: { path: '/office/sign-in/', call: 'office_entrance' },
  first: { path: '/office/first/', call: 'office_entrance' },
  invitation: { path: '/office/invitation/', call: 'office_entrance' },
  prove: { path: '/office/prove/', call: 'office_account' },
  home: { path: '/office/', call: 'office_home' },
  events: { path: '/office/events/', call: 'office_events' },
  new_event: { path: '/office/events/new/', call: 'office_new_event' },
  event: { path: '/office/event/', call: 'office_event' },
  event_form: { path: '/office/event/edit/', call: 'office_event_form' },
  dates: { path: '/office/event/dates/', call: 'office_dates' },
  cancel: { path: '/office/event/cancel/', call: 'office_cancel' },
  preview: { path: '/office/event/preview/', call: 'office_preview' },
  codes: { path: '/office/event/codes/', call: 'office_codes' },
  code: { path: '/office/event/code/', call: 'office_code' },
  move: { path: '/office/event/move/', call: 'office_move' },
  door: { path: '/office/event/door/', call: 'office_door' },
  door_list: { path: '/office/event/door/list/', call: 'office_door_list' },
  waiting: { path: '/office/event/waiting/', call: 'office_waiting' },
  referrals: { path: '/office/event/referrals/', call: 'office_referrals' },
  feedback: { path: '/office/feedback/', call: 'office_feedback' },
  find: { path: '/office/find/', call: 'office_find' },
  order: { path: '/office/order/', call: 'office_order' },
  change: { path: '/office/order/change/', call: 'office_change' },
  orders: { path: '/office/orders/', call: 'office_orders' },
  people: { path: '/office/people/', call: 'office_people' },
  money: { path: '/office/money/', call: 'office_money' },
  payouts: { path: '/office/money/payouts/', call: 'office_payouts' },
  counter: { path: '/office/counter/', call: 'office_counter' },
  counter_sale: { path: '/office/counter/sale/', call: 'office_counter_sale' },
  reader: { path: '/office/counter/reader/', call: 'office_reader' },
  readers: { path: '/office/settings/readers/', call: 'office_readers' },
  shift: { path: '/office/counter/shift/', call: 'office_shift' },
  give: { path: '/office/give/', call: 'office_give' },
  gift_aid: { path: '/office/gift-aid/', call: 'office_gift_aid' },
  mailings: { path: '/office/mailings/', call: 'office_mailings' },
  mailing: { path: '/office/mailing/', call: 'office_mailing' },
  settings: { path: '/office/settings/', call: 'office_settings' },
  payments: { path: '/office/settings/payments/', call: 'office_payments' },
  event_picture: { path: '/office/event/picture/', call: 'office_event_picture' },
  brand: { path: '/office/settings/pictures/', call: 'office_brand' },
  shop: { path: '/office/shop/', call: 'office_shop' },
  team: { path: '/office/team/', call: 'office_team' },
  keys: { path: '/office/keys/', call: 'office_keys' },
  webhooks: { path: '/office/webhooks/', call: 'office_webhooks' },
  webhook: { path: '/office/webhook/', call: 'office_webhook' },
  log: { path: '/office/log/', call: 'office_log' },
  account: { path: '/office/account/', call: 'office_account' },
} as const satisfies Record<string, { path: string; call: OfficeCallName }>

/**
 * The preview of an event's page for staff. It runs no script and sends no form. Its ids are in the path, so that a
 * link which replaces the query, such as the one to another language, keeps them.
 */
export const OFFICE_EVENT_PREVIEW = '/office/event/preview/page/:organiser_id/:event_id/'
export const eventPreviewPath = (organiserId: number, eventId: number): string =>
  OFFICE_EVENT_PREVIEW.replace(':organiser_id', String(organiserId)).replace(':event_id', String(eventId))

export const officeOrderPath = (organiserId: number, orderId: number): string =>
  `${OFFICE_PAGES.order.path}?organiser_id=${organiserId}&order_id=${orderId}`

/** An email of a mailing as one person gets it, in a frame. */
export const OFFICE_MAILING_PREVIEW = '/office/mailing/preview/'

export type OfficePageName = keyof typeof OFFICE_PAGES

type DataOf<P extends OfficePageName> = OfficeReply<(typeof OFFICE_PAGES)[P]['call']>

/**
 * The data each page is rendered with. `refused` is shown instead of a page that doesn't exist or that this role may not open, or
 * with what is wrong in its address or in the form of a download.
 */
export type OfficePageData = { [P in OfficePageName]: DataOf<P> } & {
  refused: { status: 403 | 404 } | { error: string }
  /** An operator without a role, in a shop without organisers. */
  nothing: null
}
export type OfficeScreenName = keyof OfficePageData

/** The data every page has besides its own. */
export type OfficeShell = {
  me: { id: number; name: string; email: string; is_operator: boolean; is_dark_mode: boolean } | null
  /** Those in which the person has a role, or all of them for the operator. */
  organisers: { id: number; name: string }[]
  organiser_id: number | null
  /** Which pages this role may open. */
  may: {
    orders: boolean
    people: boolean
    money: boolean
    gift_aid: boolean
    counter: boolean
    mailings: boolean
    door: boolean
    settings: boolean
    team: boolean
    change_team: boolean
    keys: boolean
    log: boolean
    export_log: boolean
  }
  /** The person has confirmed their identity in the last ten minutes. */
  proved: boolean
  /** The address to which a code that still works was sent in this session. */
  sent_to: string | null
  /** Whether that code is a long one. */
  long_code: boolean
  /** The path of this page with its query, to which its forms return. */
  page_path: string
  /** The page of the office to go to after a sign-in or confirmation. */
  next: string
  /** The token of the link that was followed. */
  token: string
  /** A form that was posted as a page and refused: the call, the error, the input, and the problem of each field. */
  failed: {
    call: string
    error: string
    code: string
    sent: Record<string, string>
    problems: Record<string, string>
  } | null
  /** What the act that led to this page has done, in pieces; those with a path are links. */
  done: { text: string; path?: string | undefined }[] | null
  /** A form of another page that waits for its sender to sign in, as the value of the hidden field that carries it. */
  resume: string | null
  /** A secret that this page has just created and shows once. */
  secret: string | null
  sandbox: boolean
}

/** What the server build of web exports for the office. */
export type RenderOffice = <P extends OfficeScreenName>(
  page: P,
  data: OfficePageData[P],
  shell: OfficeShell,
) => { title: string; html: string }
