import type { OfficeReply } from './calls.ts'
import type { office } from './messages.en.ts'
import type { OfficeCallName } from './paths.ts'

type PageRow = {
  path: string
  /** Returns the page's data. Opening the page needs the right of this call. */
  call: OfficeCallName
  /** The label of its place in the menu, for those who may open it or one of its tabs. The menu has the order of the rows. */
  menu?: keyof typeof office
  /** The label of its tab, beside those of the same place. */
  tab?: keyof typeof office
  /** The page to whose place in the menu, or to whose tab, it belongs. */
  under?: string
  /** Offers the same page of the person's other organisers. */
  isSwitched?: true
  /** A page of plain forms and tables: the server renders it, and the browser gets no script for it. */
  isPlain?: true
  /** Its forms send files. */
  takesFiles?: true
}

/** Every page of the office. Its module is in web/src/office/pages.ts. */
export const OFFICE_PAGES = {
  sign_in: { path: '/office/sign-in/', call: 'office_entrance' },
  first: { path: '/office/first/', call: 'office_entrance' },
  invitation: { path: '/office/invitation/', call: 'office_entrance' },
  prove: { path: '/office/prove/', call: 'office_account' },
  home: { path: '/office/', call: 'office_home', menu: 'nav.home', isSwitched: true },
  events: { path: '/office/events/', call: 'office_events', menu: 'nav.events', isSwitched: true },
  new_event: { path: '/office/events/new/', call: 'office_new_event', under: 'events' },
  event: { path: '/office/event/', call: 'office_event', under: 'events' },
  event_form: { path: '/office/event/edit/', call: 'office_event_form', under: 'events' },
  dates: { path: '/office/event/dates/', call: 'office_dates', under: 'events' },
  cancel: { path: '/office/event/cancel/', call: 'office_cancel', under: 'events' },
  preview: { path: '/office/event/preview/', call: 'office_preview', under: 'events' },
  codes: { path: '/office/event/codes/', call: 'office_codes', under: 'events' },
  code: { path: '/office/event/code/', call: 'office_code', under: 'events' },
  event_picture: { path: '/office/event/picture/', call: 'office_event_picture', under: 'events', takesFiles: true },
  move: { path: '/office/event/move/', call: 'office_move', under: 'events' },
  door: { path: '/office/event/door/', call: 'office_door', under: 'events' },
  door_list: { path: '/office/event/door/list/', call: 'office_door_list', under: 'events' },
  waiting: { path: '/office/event/waiting/', call: 'office_waiting', under: 'events', isPlain: true },
  house_seats: { path: '/office/event/seats/', call: 'office_house_seats', under: 'events', isPlain: true },
  queue: { path: '/office/event/queue/', call: 'office_queue', under: 'events', isPlain: true },
  referrals: { path: '/office/event/referrals/', call: 'office_referrals', under: 'events' },
  orders: { path: '/office/orders/', call: 'office_orders', menu: 'nav.orders', isSwitched: true, isPlain: true },
  find: { path: '/office/find/', call: 'office_find', under: 'orders' },
  order: { path: '/office/order/', call: 'office_order', under: 'orders' },
  change: { path: '/office/order/change/', call: 'office_change', under: 'orders' },
  party: { path: '/office/order/party/', call: 'office_party', under: 'orders' },
  give: { path: '/office/give/', call: 'office_give', under: 'orders', isPlain: true },
  counter: { path: '/office/counter/', call: 'office_counter', menu: 'nav.counter', isSwitched: true, isPlain: true },
  counter_sale: { path: '/office/counter/sale/', call: 'office_counter_sale', under: 'counter' },
  reader: { path: '/office/counter/reader/', call: 'office_reader', under: 'counter' },
  readers: { path: '/office/settings/readers/', call: 'office_readers', under: 'settings' },
  shift: { path: '/office/counter/shift/', call: 'office_shift', under: 'counter', isSwitched: true },
  people: {
    path: '/office/people/',
    call: 'office_people',
    menu: 'nav.people',
    tab: 'tab.people',
    isSwitched: true,
    isPlain: true,
  },
  mailings: {
    path: '/office/mailings/',
    call: 'office_mailings',
    tab: 'tab.mailings',
    under: 'people',
    isSwitched: true,
    isPlain: true,
  },
  mailing: { path: '/office/mailing/', call: 'office_mailing', under: 'mailings', isPlain: true },
  feedback: { path: '/office/feedback/', call: 'office_feedback', tab: 'tab.feedback', under: 'people' },
  complaints: {
    path: '/office/complaints/',
    call: 'office_complaints',
    tab: 'tab.complaints',
    under: 'people',
    isSwitched: true,
    isPlain: true,
  },
  money: {
    path: '/office/money/',
    call: 'office_money',
    menu: 'nav.money',
    tab: 'tab.money',
    isSwitched: true,
    isPlain: true,
  },
  payouts: {
    path: '/office/money/payouts/',
    call: 'office_payouts',
    tab: 'tab.payouts',
    under: 'money',
    isSwitched: true,
    isPlain: true,
  },
  gift_aid: {
    path: '/office/gift-aid/',
    call: 'office_gift_aid',
    tab: 'tab.giftAid',
    under: 'money',
    isSwitched: true,
  },
  settings: {
    path: '/office/settings/',
    call: 'office_settings',
    menu: 'nav.settings',
    tab: 'tab.settings',
    isSwitched: true,
  },
  payments: { path: '/office/settings/payments/', call: 'office_payments', under: 'settings' },
  payment_account: {
    path: '/office/settings/payments/account/',
    call: 'office_payment_account',
    under: 'payments',
    isPlain: true,
  },
  brand: { path: '/office/settings/pictures/', call: 'office_brand', under: 'settings', takesFiles: true },
  texts: { path: '/office/settings/texts/', call: 'office_texts', under: 'settings', isPlain: true },
  team: { path: '/office/team/', call: 'office_team', tab: 'tab.team', under: 'settings', isSwitched: true },
  keys: { path: '/office/keys/', call: 'office_keys', tab: 'tab.keys', under: 'settings', isPlain: true },
  webhooks: { path: '/office/webhooks/', call: 'office_webhooks', under: 'keys', isPlain: true },
  webhook: { path: '/office/webhook/', call: 'office_webhook', under: 'keys', isPlain: true },
  requests: {
    path: '/office/requests/',
    call: 'office_requests',
    tab: 'tab.requests',
    under: 'settings',
    isSwitched: true,
    isPlain: true,
  },
  log: { path: '/office/log/', call: 'office_log', tab: 'tab.log', under: 'settings', isSwitched: true },
  shop: { path: '/office/shop/', call: 'office_shop', tab: 'tab.shop', under: 'settings', takesFiles: true },
  shop_texts: { path: '/office/shop/texts/', call: 'office_shop_texts', under: 'shop', isPlain: true },
  organisers: {
    path: '/office/organisers/',
    call: 'office_organisers',
    tab: 'tab.organisers',
    under: 'settings',
    isPlain: true,
  },
  organiser: { path: '/office/organiser/', call: 'office_organiser', under: 'organisers', isPlain: true },
  health: { path: '/office/health/', call: 'office_health', tab: 'tab.health', under: 'settings', isPlain: true },
  account: { path: '/office/account/', call: 'office_account', menu: 'nav.account' },
  help: { path: '/office/help/', call: 'office_help', isPlain: true },
} as const satisfies Record<string, PageRow>

export type OfficePageName = keyof typeof OFFICE_PAGES
export const OFFICE_PAGE_NAMES = Object.keys(OFFICE_PAGES) as OfficePageName[]

/** The row of a page, with what not all rows have. A screen in place of a page has none. */
export const officePage = (name: OfficeScreenName): PageRow | undefined =>
  (OFFICE_PAGES as Partial<Record<OfficeScreenName, PageRow>>)[name]

/** A page, then the pages to which it belongs, up to its place in the menu. */
export function officePlaces(name: OfficeScreenName): OfficeScreenName[] {
  const under = officePage(name)?.under as OfficePageName | undefined
  return under === undefined ? [name] : [name, ...officePlaces(under)]
}

/** Pages about one event. */
export type OfficeEventPage = {
  [P in OfficePageName]: (typeof OFFICE_PAGES)[P]['path'] extends `/office/event/${string}` ? P : never
}[OfficePageName]

/**
 * The preview of an event's page for staff. It runs no script and sends no form. Its ids are in the path, so that a
 * link which replaces the query, such as the one to another language, keeps them.
 */
export const OFFICE_EVENT_PREVIEW = '/office/event/preview/page/:organiser_id/:event_id/'
export const eventPreviewPath = (organiserId: number, eventId: number): string =>
  OFFICE_EVENT_PREVIEW.replace(':organiser_id', String(organiserId)).replace(':event_id', String(eventId))

export const officeOrderPath = (organiserId: number, orderId: number): string =>
  `${OFFICE_PAGES.order.path}?organiser_id=${organiserId}&order_id=${orderId}`

/** The operator's page of an organiser. */
export const officeOrganiserPath = (organiserId: number): string =>
  `${OFFICE_PAGES.organiser.path}?organiser=${organiserId}`

/** An email of a mailing as one person gets it, in a frame. */
export const OFFICE_MAILING_PREVIEW = '/office/mailing/preview/'

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
/** A link with its text. */
export type OfficeLink = { label: string; url: string }

export type OfficeShell = {
  me: { id: number; name: string; email: string; is_operator: boolean; is_dark_mode: boolean } | null
  /** Those in which the person has a role, or all of them for the operator. */
  organisers: { id: number; name: string }[]
  organiser_id: number | null
  /** The places of the menu, each with the page that it opens and its tabs, as far as the person may open them. */
  menu: {
    place: OfficePageName
    page: OfficePageName
    label: string
    /** One of a section of the settings names it. */
    tabs: { page: OfficePageName; label: string; section?: string }[]
  }[]
  /** What this role may do, as far as pages link to it. */
  may: {
    events: boolean
    orders: boolean
    people: boolean
    counter: boolean
    mailings: boolean
    door: boolean
    settings: boolean
    change_team: boolean
    export_log: boolean
  }
  /** The person has confirmed their identity in the last ten minutes. */
  proved: boolean
  /** The address to which a code that still works was sent in this session. */
  sent_to: string | null
  /** Whether that code is a long one. */
  long_code: boolean
  /** The page that is shown, and the questions about it with their answers. */
  help: { page: OfficeScreenName; answers: OfficeReply<'office_help'>['answers'] }
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
    /** Where to enter what is missing. */
    link?: OfficeLink | undefined
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
