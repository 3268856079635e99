import type { WalletTicket } from '@foyer/contract/types.ts'

/** The tickets of one visit, which are shown at the door together. */
export type Visit = { key: string; tickets: [WalletTicket, ...WalletTicket[]] }

const keyOf = ({ event_id, starts_at }: WalletTicket) => `${event_id}-${starts_at}`

function visitsOf(tickets: readonly WalletTicket[]): Visit[] {
  const visits = new Map<string, Visit>()
  for (const ticket of tickets) {
    const key = keyOf(ticket)
    const visit = visits.get(key)
    if (visit) visit.tickets.push(ticket)
    else visits.set(key, { key, tickets: [ticket] })
  }
  return [...visits.values()]
}

const byStart = (a: Visit, b: Visit) => Date.parse(a.tickets[0].starts_at) - Date.parse(b.tickets[0].starts_at)

/** Upcoming visits with the next one first, past visits with the latest first. */
export function groupTickets(tickets: readonly WalletTicket[]): { upcoming: Visit[]; past: Visit[] } {
  const visitsWith = (past: boolean) => visitsOf(tickets.filter((ticket) => ticket.past === past)).sort(byStart)
  return { upcoming: visitsWith(false), past: visitsWith(true).reverse() }
}
