/** What a buyer may wait for. */
export type WaitingPageData = {
  slug: string
  title: string
  thumbnail: string
  where: string
  /** `sent`: we have emailed a link; `available`: there are tickets again; `error`: why the form was refused. */
  state: 'form' | 'sent' | 'available'
  error: string
  /** Dates with ticket types that have sold out; `tickets` may be chosen together. */
  dates: {
    date_id: number
    nice_date: string
    tickets: { ticket_id: number; name: string; price: string; most: number }[]
  }[]
  /** The date the form is about; null where there is none to choose. */
  date_id: number | null
  /** When the sale opens, for a reminder; null if nothing is to come. */
  opens: string | null
  values: { email: string; quantity: string; tickets: number[] }
}

/** What a link of the waiting list leads to. It shows no address: links are passed on. */
export type WaitingPlacePageData = {
  kind: 'place' | 'reminder'
  /** `confirm`: the link of an email was followed, and the button not pressed. `closed`: the list no longer takes anyone. */
  state: 'confirm' | 'waiting' | 'offered' | 'bought' | 'missed' | 'left' | 'over' | 'closed' | 'available'
  title: string
  slug: string
  thumbnail: string
  where: string
  nice_date: string
  qty: number
  tickets: string[]
  /** What one of the tickets costs that are held, with fees; empty while none are. */
  price: string
  /** The place in the queue, as text; empty if there is none. */
  place: string
  /** Until when the tickets are held. */
  nice_until: string
  /** This browser has other tickets reserved, which it would leave. */
  leaves: boolean
  /** Why the last button did nothing; empty if it did. */
  error: string
}
