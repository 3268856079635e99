import type { MovedPageData, PaymentPageData, TicketChangePageData, YourTicketsPageData } from './change-pages.ts'
import type { ComplaintPageData } from './complaint.ts'
import type { OrderPageData } from './order-page.ts'
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
import type { WaitingPageData, WaitingPlacePageData } from './waiting-list.ts'
import type { WithdrawPageData } from './withdrawal.ts'

/**
 * Every page of the shop: a document that the server renders with its first data and the browser hydrates. `:name` is a part
 * of the path. The checkout is one page for all its steps.
 */
export const PAGES = {
  home: '/',
  events: '/all-events/',
  event: '/events/:slug/',
  gift_vouchers: '/gift-vouchers/',
  organiser: '/organisers/:slug/',
  checkout: '/smartcheckout/',
  basket_link: '/basket-link/',
  add_to_basket: '/add-to-basket/',
  signin: '/signin/',
  wallet: '/account/wallet/',
  account: '/account/settings/',
  mailing_list: '/mailing-list',
  refund_policy: '/refund-policy/',
  withdraw: '/withdraw/',
  complaint: '/complaint/',
  privacy: '/privacy/',
  accessibility: '/accessibility/',
  terms: '/legal-information/purchase-terms-and-conditions/',
  waiver: '/activity-terms-and-conditions/:reference/',
  order: '/orders/:reference/',
  moved: '/orders/:reference/moved/',
  your_tickets: '/orders/:reference/tickets/',
  ticket_change: '/ticket-change/:token/',
  payment: '/payment/',
  claim: '/claim/:token/',
  waiting: '/events/:slug/waiting/',
  waiting_place: '/waiting-list/',
  feedback: '/feedback/',
  door: '/door/',
  gallery: '/dev/gallery/',
  mailbox: '/dev/mailbox/',
  not_found: '/404/',
} as const satisfies Record<string, string>

/** Where a signed-in user proves the address again, for what needs a recent proof. */
export const PROVE_AGAIN = `${PAGES.signin}?next=${encodeURIComponent(PAGES.account)}&again=1`
/** All data the shop stores about the signed-in user, as a file to download. */
export const PERSONAL_DATA = '/account/personal-data.json'
export const PERSONAL_DATA_FILE = 'personal-data.json'

export const eventPath = (slug: string): string => PAGES.event.replace(':slug', slug)
export const organiserPath = (slug: string): string => PAGES.organiser.replace(':slug', slug)

/** A version of an own text, of the shop or an organiser. */
export const textPath = (id: number): string => `${PAGES.terms}?text=${id}`

/** The page on which people join the waiting list of a date, or ask for an email when an event goes on sale. */
export const waitingPath = (slug: string, dateId?: number): string =>
  PAGES.waiting.replace(':slug', slug) + (dateId === undefined ? '' : `?date=${dateId}`)

/** The path of an order's page, without the shop's origin. */
export const orderPath = (reference: string): string => PAGES.order.replace(':reference', reference)

/** Where buyers return, change and rename tickets themselves. */
export const yourTicketsPath = (reference: string): string => PAGES.your_tickets.replace(':reference', reference)

/** Where the difference for another ticket is paid. */
export const ticketChangePath = (token: string): string => PAGES.ticket_change.replace(':token', token)

/** What became of a payment, for a buyer who returns from a bank in a browser that knows nothing of the order. */
export const paymentPath = (provider: string, id: string): string =>
  `${PAGES.payment}?${new URLSearchParams({ provider, id })}`

/** The address of an order's calendar file. */
export const orderCalendarPath = (reference: string): string => `${orderPath(reference)}calendar.ics`

/** The address of an organiser's receipt for an order and its credit notes, as a PDF. */
export const receiptPath = (reference: string, organiserId: number): string =>
  `${orderPath(reference)}receipt-${organiserId}.pdf`

/** Pictures that the shop generates. */
export const eventPosterPath = (id: number): string => `/posters/event-${id}.svg`
export const voucherPosterPath = (id: number): string => `/posters/voucher-${id}.svg`
export const charityMarkPath = (slug: string): string => `/posters/charity-${slug}.svg`

/**
 * The widths a picture is kept in. A picture that is narrower is not enlarged. Browsers take the next larger one: 800 fills most
 * phones of density 2, 1200 those of density 3.
 */
export const PICTURE_WIDTHS = [480, 800, 1200, 1600] as const
/** Pages of an earlier version name these. */
const EARLIER_WIDTHS = [960] as const
export type PictureWidth = (typeof PICTURE_WIDTHS)[number] | (typeof EARLIER_WIDTHS)[number]
/** Made on first request: crops of a picture for emails and papers (8:3, 4:3) and link previews (1.91:1), and a logo on a visible ground. */
export const SMALL_PICTURES = ['banner', 'thumb', 'card', 'logo'] as const
export type SmallPicture = (typeof SMALL_PICTURES)[number]
/** Besides the widths: `mail` is a JPEG, or a PNG if it is transparent, that is stored with the picture. */
export const PICTURE_FILES = [...PICTURE_WIDTHS, ...EARLIER_WIDTHS, 'mail', ...SMALL_PICTURES] as const
export type PictureFile = (typeof PICTURE_FILES)[number]
export const picturePath = (sha256: string, file: PictureFile): string => `/pictures/${sha256}-${file}`
/** The picture's other widths for `srcset`; undefined for a poster, which is drawn and has every width. */
export function pictureSrcSet(src: string): string | undefined {
  const stem = /^(\/pictures\/[0-9a-f]{64}-)\d+$/.exec(src)?.[1]
  return stem && PICTURE_WIDTHS.map((width) => `${stem}${width} ${width}w`).join(', ')
}

/** The small picture of an event: its own, or the poster that the shop generates. */
export const eventThumbnail = (id: number, picture: string | null): string =>
  picture === null ? eventPosterPath(id) : picturePath(picture, 480)

/** Another file of the same picture. A poster is the same in every size, but link previews show no SVG. */
export const pictureAs = (src: string, file: PictureFile): string =>
  file === 'card' && src.startsWith('/posters/')
    ? src.replace(/svg$/, 'jpg')
    : src.replace(/^(\/pictures\/[0-9a-f]{64}-)\d+$/, `$1${file}`)

/** The link in the confirmation email, and the address that its form posts to. */
export const MAILING_LIST_CONFIRM = '/mailing-list/confirm'
/** The link in emails of a waiting list. */
export const WAITING_OPEN = '/waiting-list/open'
/** The page behind the link in an email that asks for feedback. */
export const FEEDBACK_OPEN = '/feedback/open'
/** The link in a reminder, and the address that its form posts to. */
export const REMINDERS_OFF = '/mailing-list/reminders'
/** The link in an organiser’s news, and the address that its form posts to. */
export const NEWS_OFF = '/mailing-list/news'
/** The service worker of the wallet; its path is also its scope. */
export const WALLET_WORKER = '/account/wallet/worker.js'
/** The service worker of the door; its path is also its scope. */
export const DOOR_WORKER = '/door/worker.js'

export type PageName = keyof typeof PAGES

export type EventFilterValues = {
  q: string
  place: string
  organiser: string
  from: string
  to: string
  /** 'tonight', 'weekend', 'next-week' or a month as 'yyyy-mm' */
  when: string
  category: string
  price: '' | 'free'
  page: number
  view: '' | 'map'
}

/** The tile server of the map: its address with {z}, {x} and {y}, and whom to credit. */
export type MapTiles = { tiles: string; credit: string }

export type OrganiserPageData = {
  name: string
  logo?: string
  cover?: { src: string; alt: string }
  /** The colour of links and buttons, as chosen. */
  accent?: string
  about_html: string
  sold_by?: string
  charity: string | null
  events: EventListData['events']
  gift_vouchers: GiftVoucherDesign[]
  /** That the organiser sells nothing here any more, if so. */
  closed?: string
}

export type MailboxMail = {
  to: string
  subject: string
  text: string
  html: string
  /** The HTML as a separate page for a frame: an email's styles are inline, which our own pages forbid. */
  html_url: string
  date: string
  attachments: { filename: string; content_type: string; size: number; url: string }[]
}

export type WaiverPageData = {
  reference: string
  waivers: {
    id: number
    version: number
    title: string
    terms_html: string
    event: string
    nice_date: string
    /** The id of the event whose waivers share one signature; absent if each is signed separately. */
    together?: number
  }[]
}

/** What a claim link shows. `gone`: taken back or refunded. `claimed`: by a different customer. */
export type ClaimPageData = {
  token: string
  status: 'open' | 'yours' | 'claimed' | 'gone'
  /** This session has proved the address the tickets were sent to. */
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

/** SPKI PEM, with which the page checks a ticket's signature when it is offline. */
export type DoorPageData = {
  public_key: string
  /** The shop has an access code for all its doors, besides pairing. */
  by_access_code: boolean
}

/** The signed-in buyer's saved cards and payment plans. */
export type AccountPageData = { cards: SavedPaymentMethod[]; plans: PaymentPlan[]; sign_ins?: SignIn[] }

/** A browser in which the buyer is signed in. `device` is empty where it did not say what it is. */
export type SignIn = { device: string; nice_last_seen: string; is_this: boolean }

/** The shop's own text, cleaned and with its anchors; null where the built-in one applies. */
export type OwnTextData = {
  html: string
  /** Of one version, whosever it is: its title, its number and date, and its language. */
  title?: string
  note?: string
  lang?: string
} | null

/** The data each page is rendered with. */
export type PageData = {
  home: EventListData
  /** `map`: null without a tile server. */
  events: EventListData & { filters: EventFilterValues; map: MapTiles | null }
  event: EventPageData
  gift_vouchers: { gift_vouchers: GiftVoucherDesign[] }
  organiser: OrganiserPageData
  checkout: { checkout: Checkout | null }
  basket_link: null
  /** Tickets that were chosen on another page. `held`: there are reserved ones here, so nothing can be added. */
  add_to_basket: {
    event: string
    tickets: string
    title: string
    url: string
    lines: { name: string; nice_date: string; quantity: number }[]
    sold_by?: string | undefined
    held: boolean
    problem: string
  }
  /** `again`: signed in already, but must confirm the address again. */
  signin: { next: string; again?: boolean }
  wallet: WalletData | null
  account: AccountPageData | null
  /** `confirm`: the link in our email was followed, and the recipient has not confirmed yet. */
  mailing_list: {
    joined: boolean
    confirm: boolean
    /** The link in a reminder was followed: whether to end reminders, or that they have ended. */
    reminders?: 'ask' | 'off'
    /** The same for the news of an organiser; its name while it is asked. */
    news?: { organiser: string } | 'off'
  }
  refund_policy: OwnTextData
  withdraw: WithdrawPageData
  complaint: ComplaintPageData
  privacy: OwnTextData
  /** How to reach who runs the shop, as far as it is known; a public body states more. */
  accessibility: { phone: string; email: string; address: string; is_public: boolean }
  terms: OwnTextData
  waiver: WaiverPageData
  order: OrderPageData
  moved: MovedPageData
  your_tickets: YourTicketsPageData
  ticket_change: TicketChangePageData
  payment: PaymentPageData
  claim: ClaimPageData
  waiting: WaitingPageData
  /** null: the link has expired or is not from this shop. */
  waiting_place: WaitingPlacePageData | null
  /** null: the link is not from this shop, or the order's data has been erased. */
  feedback: { title: string; state: 'form' | 'sent' | 'missing' | 'too_many' } | null
  door: DoorPageData
  gallery: null
  mailbox: { mails: MailboxMail[]; to: string }
  /** null: there is no such page. Otherwise why the page could not be shown, or what its link should have opened. */
  not_found: { failure: string } | { link: 'order' | 'claim' | 'waiting' | 'change' } | null
}

export const PRIVACY_COOKIE = 'foyer_privacy'
export type PrivacyChoice = 'accepted' | 'refused'

/** Analytics, pixels and error reporting: off without ids, and only with consent. */
export type Privacy = {
  choice: PrivacyChoice | null
  /** The organisers' analytics and pixels may run here, as the page's policy also says; never where cards are typed. */
  visits: boolean
  /** Where errors are reported; null when they are not. */
  sentry_dsn: string | null
}

/** The shop's name and, if it has them, its address for questions and “This shop is run by …”. */
export type ShopIdentity = {
  name: string
  email: string | null
  /** The path of its logo; the shop draws one otherwise. */
  logo?: string | null
  /** The colour of links and buttons, as chosen. */
  accent?: string | null
  run_by?: string
}

export type Shell = {
  shop: ShopIdentity
  user: User | null
  /** This browser has proved an email address that has no account: it has a wallet too. */
  guest?: true
  /** The number on the basket badge in the header. */
  basket_quantity: number
  /** The context that the dark theme depends on (ROLE-08). */
  context: 'organiser'
  /** True while the shop runs on the sandbox: the page says so and links to the mailbox. */
  sandbox: boolean
  /** Shown above the page: that it is a preview. */
  notice?: string
  /** The analytics on this page and the buyer's choice; absent where there is neither. */
  privacy?: Privacy
  /** The server's time, ISO in UTC, so that server and browser render the same text. */
  now: string
}

/** What the server build of web exports: a page as HTML, which the server puts into the document. */
export type RenderPage = <P extends PageName>(
  page: P,
  data: PageData[P],
  shell: Shell,
) => { title: string; html: string }
