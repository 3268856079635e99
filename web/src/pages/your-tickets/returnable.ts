import { fill } from '@foyer/contract/fill.ts'
import { yourTickets as t } from '@foyer/contract/messages.ts'
import type { PageData } from '@foyer/contract/pages.ts'
import { formatMinor } from '@foyer/domain/format/money.ts'
import { type Minor, sum } from '@foyer/domain/money/money.ts'
import { minimumInstalment, planReduction, reduceFromLast } from '@foyer/domain/payment/plan.ts'
import { breaksConditions } from '@foyer/domain/sale/self-service.ts'

type Data = PageData['your_tickets']

/** One ticket to return: already issued, or still to be issued after a payment plan. */
export type Item = {
  key: string
  ticket_type_id: number
  label: string
  is_protected: boolean
  ticket_id?: number
  seat_ids?: number[]
}

const label = (...parts: (string | false)[]): string => parts.filter(Boolean).join(', ')

/** What can be returned together, in the order of the page. */
export const itemsOf = ({ tickets, plan }: Data): Item[] => [
  ...tickets.flatMap(({ ticket_id, ticket_type_id, title, name, nice_date, seat, holder, returns }) =>
    returns === null
      ? []
      : [
          {
            key: `${ticket_id}`,
            ticket_id,
            ticket_type_id,
            is_protected: returns.is_protected,
            label: label(title, name, nice_date, seat && fill(t.seat, { seat }), holder),
          },
        ],
  ),
  ...(plan?.places ?? []).flatMap(({ ticket_type_id, title, name, nice_date, is_protected, units }) =>
    units.map(({ seat_ids, seat }, i) => ({
      key: `${ticket_type_id}-${i}`,
      ticket_type_id,
      is_protected,
      seat_ids,
      label: label(title, name, nice_date, seat && fill(t.seat, { seat })),
    })),
  ),
]

/**
 * What the organiser's policy gives back for these tickets. `less_minor` comes off the payments to come. With `isPaying`, the
 * return has to wait for a payment that is being taken.
 */
export function worthOf({ worth, plan, currency }: Data, items: readonly Item[]) {
  const all = { back_minor: 0, voucher_minor: 0, kept_minor: 0 }
  for (const { ticket_type_id, of } of worth) {
    const returnValue = of[items.filter((item) => item.ticket_type_id === ticket_type_id).length - 1]
    all.back_minor += returnValue?.back_minor ?? 0
    all.voucher_minor += returnValue?.voucher_minor ?? 0
    all.kept_minor += returnValue?.kept_minor ?? 0
  }
  const open = plan?.payments ?? []
  const free = open.filter(({ is_paying }) => !is_paying)
  const totalOf = (payments: typeof open): Minor => sum(payments.map(({ amount_minor }) => amount_minor))
  const least = minimumInstalment(currency)
  const less_minor = planReduction(totalOf(free), Math.min(all.back_minor, totalOf(open)), least)
  return {
    ...all,
    less_minor,
    back_minor: all.back_minor - less_minor,
    isPaying: less_minor > totalOf(free),
    payments: reduceFromLast(
      free.map(({ amount_minor }) => amount_minor),
      less_minor,
      least,
    ).map((minor, i) => ({ ...free[i]!, minor })),
  }
}

/** Whether these can't be returned without others that the buyer has. The server decides; the page only says so in advance. */
export function areNeeded({ owned }: Data, items: readonly Pick<Item, 'ticket_type_id'>[]): boolean {
  const returned = new Map<number, number>()
  for (const { ticket_type_id } of items) returned.set(ticket_type_id, (returned.get(ticket_type_id) ?? 0) + 1)
  return breaksConditions(owned, returned)
}

/** The call's body: the tickets, with the amounts that were shown. The server refuses others. */
export function bodyOf(
  { reference, currency, plan }: Data,
  items: readonly Item[],
  { back_minor, voucher_minor, less_minor }: ReturnType<typeof worthOf>,
) {
  const textOrEmpty = (minor: Minor) => (minor > 0 ? formatMinor(minor, currency) : '')
  return {
    reference,
    ticket_ids: items.flatMap(({ ticket_id }) => (ticket_id === undefined ? [] : [ticket_id])),
    places: (plan?.places ?? []).flatMap(({ ticket_type_id, left }) => {
      const own = items.filter((item) => item.ticket_type_id === ticket_type_id)
      const seat_ids = own.flatMap((item) => item.seat_ids ?? [])
      return own.length === 0 ? [] : [{ ticket_type_id, left, qty: own.length, seat_ids }]
    }),
    amount: formatMinor(back_minor, currency),
    voucher: textOrEmpty(voucher_minor),
    less_to_pay: textOrEmpty(less_minor),
  }
}
