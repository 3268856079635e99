import type {
  Checkout,
  EventListData,
  EventPageData,
  GiftVoucherDesign,
  PaymentPlan,
  SavedPaymentMethod,
  User,
  WalletData,
} from './types.ts'

/**
 * Every page of the shop: a document the server renders with its first data and the browser brings to life. `:name` is a
 * part of the path. The checkout is one page whatever its step (NAV-01).
 */
export const PAGES = {
  home: '/',
  events: '/all-events/',
  event: '/events/:slug/',
  gift_vouchers: '/gift-vouchers/',
  organiser: '/organisers/:slug/',
  checkout: '/smartcheckout/',
  basket_link: '/basket-link/',
  signin: '/signin/',
  wallet: '/account/wallet/',
  account: '/account/settings/',
  mailing_list: '/mailing-list',
  refund_policy: '/refund-policy/',
  terms: '/legal-information/purchase-terms-and-conditions/',
  waiver: '/activity-terms-and-conditions/:reference/',
  order: '/orders/:reference/',
  claim: '/claim/:token/',
  door: '/door/',
  gallery: '/dev/gallery/',
  mailbox: '/dev/mailbox/',
  not_found: '/404/',
} as const satisfies Record<string, string>

/** Everything the shop keeps about the signed-in person, as a file to download. */
export const PERSONAL_DATA = '/account/personal-data.json'
export const PERSONAL_DATA_FILE = 'personal-data.json'

export const eventPath = (slug: string): string => PAGES.event.replace(':slug', slug)

/** The page of an order; an absolute address puts the shop's own in front. */
export const orderPath = (reference: string): string => PAGES.order.replace(':reference', reference)

/** The pictures the shop draws itself. */
export const eventPosterPath = (id: number): string => `/posters/event-${id}.svg`
export const voucherPosterPath = (id: number): string => `/posters/voucher-${id}.svg`
export const charityMarkPath = (slug: string): string => `/posters/charity-${slug}.svg`

/** Where the yes to a mailing list is sent, and where the link of its mail leads. */
export const MAILING_LIST_CONFIRM = '/mailing-list/confirm'
/** The service worker of the wallet: its place in the shop is also how far it reaches. */
export const WALLET_WORKER = '/account/wallet/worker.js'
/** The service worker of the door, likewise. */
export const DOOR_WORKER = '/door/worker.js'

export type PageName = keyof typeof PAGES

export type EventFilterValues = { q: string; place: string; organiser: string; from: string; to: string }

export type OrganiserPageData = {
  name: string
  about_html: string
  charity: string | null
  events: EventListData['events']
  gift_vouchers: GiftVoucherDesign[]
}

export type MailboxMail = {
  to: string
  subject: string
  text: string
  html: string
  /** The HTML as a page of its own, to be framed: a mail's styles are inline, which our own pages forbid. */
  html_url: string
  date: string
  attachments: { filename: string; content_type: string; size: number; url: string }[]
}

export type WaiverPageData = {
  reference: string
  waivers: { id: number; version: number; title: string; terms_html: string; event: string; nice_date: string }[]
}

/** The true state of an order as its buyer may see it: what happened, in order. */
export type OrderPageData = {
  reference: string
  email: string
  paid: boolean
  outcome: 'open' | 'plan' | 'fulfilled' | 'refunded'
  total: string
  timeline: { at: string; text: string }[]
  /** Tickets handed on, and how each stands; `nice_when` is when it leaves, left or was claimed. */
  transfers: {
    id: number
    name: string
    email: string
    event: string
    ticket: string
    qty: number
    status: 'scheduled' | 'sent' | 'claimed' | 'taken_back'
    nice_when: string
    /** The recipient's mail server refused the mail. */
    undelivered: boolean
  }[]
  /** Who has signed what, where an event of the order has terms to sign. */
  waivers: {
    waiver: string
    event: string
    signed: { name: string; signed_by: string; is_minor: boolean; at: string }[]
  }[]
  /** Where the party signs; null without terms to sign. */
  waiver_url: string | null
  /** What the organisers want guests to know, as clean HTML. */
  messages: { organiser: string; event: string; html: string }[]
  /** Tickets that can be handed on now: not those with seats, nor of an event that is over. */
  transferable: { ticket_id: number; event_name: string; ticket_name: string; qty: number; timezone: string }[]
  /** The wallet mail did not reach its address; `may_correct`: the address was never proved, so another one may be given. */
  undelivered: { email: string; may_correct: boolean } | null
}

/** What a claim link shows. `gone`: taken back, or refunded. `claimed`: by another browser's person. */
export type ClaimPageData = {
  token: string
  status: 'open' | 'yours' | 'claimed' | 'gone'
  /** This session has proved the address the tickets went to. */
  is_recipient: boolean
  from: string
  email_hint: string
  is_gift: boolean
  message: string
  event: string
  nice_date: string
  place: string
  thumbnail: string
  ticket: string
  qty: number
}

/** SPKI PEM: with it the page tells a real ticket from a made-up one when there is no network. */
export type DoorPageData = { public_key: string }

/** The signed-in buyer's saved cards and payment plans (DONE-12). */
export type AccountPageData = { cards: SavedPaymentMethod[]; plans: PaymentPlan[] }

/** What each page is rendered with. */
export type PageData = {
  home: EventListData
  events: EventListData & { filters: EventFilterValues }
  event: EventPageData
  gift_vouchers: { gift_vouchers: GiftVoucherDesign[] }
  organiser: OrganiserPageData
  checkout: { checkout: Checkout | null }
  basket_link: null
  signin: { next: string }
  wallet: WalletData | null
  account: AccountPageData | null
  /** `confirm`: the link of our mail was followed, and its owner has yet to say yes. */
  mailing_list: { joined: boolean; confirm: boolean }
  refund_policy: null
  terms: null
  waiver: WaiverPageData
  order: OrderPageData
  claim: ClaimPageData
  door: DoorPageData
  gallery: null
  mailbox: { mails: MailboxMail[]; to: string }
  not_found: null
}

export const PRIVACY_COOKIE = 'foyer_privacy'
export type PrivacyChoice = 'accepted' | 'refused'

/** Analytics, pixels and error reporting: off without ids, and only for those who agreed (ANA-01..10). */
export type Privacy = {
  choice: PrivacyChoice | null
  /** Analytics and pixels of the organisers may run in this document, as its policy says too; never where cards are typed. */
  visits: boolean
  /** Where errors are reported to; null without it. */
  sentry_dsn: string | null
}

/** What every page knows besides its own data. */
export type Shell = {
  user: User | null
  /** What the badge in the header counts (OPEN-38). */
  basket_quantity: number
  /** The context of ROLE-08. */
  context: 'organiser'
  /** True while the shop runs on the sandbox: the page says so, and links the mailbox. */
  sandbox: boolean
  /** What measuring there is on this page and what the buyer said to it; left out where there is neither. */
  privacy?: Privacy
  /** Now by the server's clock, ISO in UTC, so that server and browser render the same words. */
  now: string
}

/** What web's server build offers: the page as HTML, to be wrapped into the document by the server. */
export type RenderPage = <P extends PageName>(
  page: P,
  data: PageData[P],
  shell: Shell,
) => { title: string; html: string }
