import type { CurrencyCode, Minor } from '@foyer/domain/money/money.ts'
import type { CardProvider } from '@foyer/domain/payment/providers.ts'
import type { OwnedLine } from '@foyer/domain/sale/self-service.ts'

/** What a buyer may do with their tickets. `is_proved` false: the address was typed only, and has to be confirmed first. */
export type YourTicketsPageData = {
  reference: string
  is_proved: boolean
  currency: CurrencyCode
  /** What is returned for one, two, three … tickets of a type. Types that can't be returned are left out. */
  worth: { ticket_type_id: number; of: { back_minor: Minor; voucher_minor: Minor; kept_minor: Minor }[] }[]
  /** What the buyer has, to say before a return what couldn't be kept alone. */
  owned: OwnedLine[]
  /** While a payment plan runs, and if a ticket of it can be returned or named: what is still to be paid, and those tickets, which are not issued yet. */
  plan: {
    payments: { nice_due: string; amount_minor: Minor; is_paying: boolean }[]
    places: {
      ticket_type_id: number
      left: number
      title: string
      name: string
      nice_date: string
      is_protected: boolean
      units: { seat_ids: number[]; seat: string }[]
    }[]
    /** Those whose names may be given now, for the tickets to come. An empty holder is the buyer. */
    names: {
      ticket_type_id: number
      title: string
      name: string
      nice_date: string
      tickets: { place: number; seat: string; holder: string }[]
    }[]
  } | null
  tickets: {
    ticket_id: number
    ticket_type_id: number
    title: string
    /** the event's page */
    url: string
    thumbnail: string
    name: string
    seat: string
    holder: string
    nice_date: string
    /** What a return refunds as money and to gift vouchers, and what is kept; null if the ticket can't be returned. */
    returns: { amount: string; kept: string; voucher: string; is_protected: boolean; nice_until: string } | null
    may_rename: boolean
    changes_left: number
    /** The page on which a waiting change is paid; empty if there is none. */
    waiting: string
    choices: {
      ticket_type_id: number
      name: string
      nice_date: string
      /** In minor units: above zero is paid, below is returned. */
      difference: number
      amount: string
      /** How much of a returned amount goes to gift vouchers; empty if none does. */
      voucher: string
      /** It costs less, and the organiser keeps the rest. */
      is_kept: boolean
      seats: { seat_id: number; label: string }[]
    }[]
  }[]
  /** A change to confirm: of one of these tickets to one of its choices. Null without one, and if it is no longer possible. */
  review: { ticket_id: number; ticket_type_id: number; seat_id: number | null; email: string } | null
  /** A change was made just now, without a script. */
  is_changed: boolean
  /** Why it was refused; empty if it was not. */
  refused: string
}

/** What the link to pay for another ticket shows. `returned`: the payment came too late and is refunded. */
export type TicketChangePageData = {
  token: string
  state: 'waiting' | 'paying' | 'done' | 'ended' | 'returned'
  amount: string
  from: { title: string; name: string; nice_date: string }
  to: { title: string; name: string; nice_date: string; seats: string }
  nice_until: string
  reference: string
  card_provider: CardProvider
  card_script_url: string
  sold_by?: string
}

/** What a buyer may return because its date was moved. */
export type MovedPageData = {
  reference: string
  /** What the tickets are worth. */
  amount: string
  /** A payment plan runs: that lowers what is still to be paid first. */
  by_plan: boolean
  nice_until: string
  tickets: { n: number; ticket: string; event: string; nice_date: string }[]
}

/** What became of a payment, without any data of its buyer. `returned`: the money came in and goes back. */
export type PaymentPageData = {
  state: 'paid' | 'failed' | 'returned' | 'pending'
  /** An order's only payment, the first of its plan, or a later one: after the last, the tickets are sent. */
  kind: 'order' | 'plan' | 'instalment'
}
