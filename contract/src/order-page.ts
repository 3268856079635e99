import type { DeclarationCancellation } from '@foyer/domain/donation/gift-aid.ts'

/** The current state of an order as its buyer sees it, with its history. */
export type OrderPageData = {
  reference: string
  /** The order number that people quote on the phone; null until the order is paid. */
  number?: string | null
  email: string
  paid: boolean
  outcome: 'open' | 'plan' | 'fulfilled' | 'refunded'
  /** Events and dates of the order that have been cancelled; absent if there are none. */
  cancelled?: string[]
  /** What was bought, once the order is paid; `amounts` come between the lines and the total. `refunded` is empty if nothing was. */
  bought?: {
    lines: {
      title: string
      url?: string
      thumbnail: string
      nice_date?: string
      name?: string
      seats?: string
      qty: number
      price: string
      sold_by: string
      refunded: string
    }[]
    amounts: { label: string; amount: string }[]
    refunded: string
    /** The total after refunds if tickets became cheaper, at whose new prices the lines then are; else empty. */
    left: string
  }
  total: string
  /** How it was paid; absent if nothing was, or by a way without a name. */
  method?: string
  /** The tax included in the total; absent if no organiser is registered. */
  tax?: string
  /** The own texts of the shop and of organisers that were valid when the order was reserved; absent without any. */
  texts?: { title: string; url: string }[]
  /** One receipt for each organiser who was paid. */
  receipts?: { organiser: string; url: string }[]
  timeline: { at: string; text: string }[]
  /** Transferred tickets and their state; `nice_when` is when the transfer is due, was sent or was claimed. */
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
  /** Who has signed what, for events with terms to sign. */
  waivers: {
    waiver: string
    event: string
    signed: { name: string; signed_by: string; is_minor: boolean; at: string }[]
  }[]
  /** The page where the party signs; null without terms to sign. */
  waiver_url: string | null
  /** The organisers' messages to guests, as clean HTML. */
  messages: { organiser: string; event: string; html: string }[]
  /** Tickets that can be transferred now: without seats, and not for an event that is over. */
  transferable: {
    ticket_id: number
    event_name: string
    ticket_name: string
    qty: number
    timezone: string
    /** When the event is over. */
    over?: string
  }[]
  /** The wallet email could not be delivered; `may_correct`: the address was never proved, so it can be replaced. */
  undelivered: { email: string; may_correct: boolean } | null
  /** The Gift Aid declaration of the order's donation, for its buyer; absent without one, or if a refund has ended it. */
  gift_aid?: {
    charity: string
    amount: string
    /** How it can still be cancelled. Empty once it was never true. */
    left: readonly DeclarationCancellation[]
    /** When it was cancelled; empty while it stands. */
    nice_cancelled: string
    /** Only somebody who has proved the order's email address can cancel it. */
    is_proved: boolean
  }
  /** Something of it can be withdrawn from now. */
  can_withdraw?: boolean
  /** The organiser lets the buyer return, change or rename some of the tickets now. */
  helps_itself?: boolean
}
