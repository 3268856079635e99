import { fill } from '@foyer/contract/fill.ts'
import { mails } from '@foyer/contract/messages.ts'
import { seatLines } from '@foyer/contract/seats.ts'
import type { SeatName } from '@foyer/domain/format/seats.ts'
import type { Block, MailPicture, MailText } from '../blocks.ts'
import { type OrderName, orderRows } from './order-facts.ts'

export type WalletMailFacts = OrderName & {
  /** '£66.40'; null for a free order. */
  total: string | null
  /** The tax within it; null if no organiser is registered. */
  tax?: string | null
  /** What stands between the prices of the tickets and the total: '−£5.00' of a discount, '£2.40' of booking fees. */
  amounts?: [label: string, amount: string][]
  /** The dates as a calendar file; null without a ticket. */
  calendarUrl?: string | null
  /** The page with the receipts; null where there is none. */
  receiptUrl?: string | null
  events: {
    title: string
    niceDate: string
    doors: string | null
    place: string
    picture: MailPicture | null
    tickets: { name: string; qty: number; price?: string | null; seats: SeatName[]; coolOff?: string | null }[]
  }[]
  vouchers: { name: string; value: string; code: string; expires: string; from: string; to: string }[]
  walletUrl: string
  /** Where buyers withdraw from a contract. */
  withdrawUrl: string
  /** Where the party signs the events' terms; null when there are none. */
  waiverUrl?: string | null
  /** What the organisers want guests to know, as text. */
  messages?: { organiser: string; event: string; text: string }[]
}

/** The copy of the wallet that is mailed once for a completed order. */
export function walletMail(mail: WalletMailFacts): MailText {
  const {
    tax = null,
    receiptUrl = null,
    calendarUrl = null,
    amounts = [],
    total,
    events,
    vouchers,
    walletUrl,
    withdrawUrl,
    waiverUrl = null,
    messages = [],
  } = mail
  const says =
    events.length === 0
      ? { subject: mails['wallet.subjectVouchers'], lead: mails['wallet.leadVouchers'] }
      : {
          subject:
            events.length === 1
              ? fill(mails['wallet.subject'], { title: events[0]!.title })
              : mails['wallet.subjectMany'],
          lead: vouchers.length === 0 ? mails['wallet.lead'] : mails['wallet.leadBoth'],
        }
  return {
    subject: says.subject,
    heading: events.length === 0 ? mails['wallet.headingVouchers'] : mails['wallet.heading'],
    preview: says.lead,
    blocks: [
      ...events.map(eventBlock),
      ...vouchers.map(voucherBlock),
      { kind: 'text', text: says.lead },
      { kind: 'button', label: mails['wallet.button'], url: walletUrl },
      ...(waiverUrl === null
        ? []
        : [
            { kind: 'text' as const, text: mails['wallet.waiver'] },
            { kind: 'link' as const, label: mails['waiver.button'], url: waiverUrl },
          ]),
      ...messages.map(({ organiser, event, text }) => ({
        kind: 'quote' as const,
        who: fill(mails['wallet.message'], { organiser, event }),
        text,
      })),
      {
        kind: 'facts',
        rows: [
          ...orderRows(mail),
          ...amounts,
          ...(total === null ? [] : [[mails['wallet.totalLabel'], total] as [string, string]]),
          ...(tax === null ? [] : [[mails['wallet.taxLabel'], tax] as [string, string]]),
        ],
      },
      ...(calendarUrl === null ? [] : [{ kind: 'link' as const, label: mails['wallet.calendar'], url: calendarUrl }]),
      ...(receiptUrl === null ? [] : [{ kind: 'link' as const, label: mails['wallet.receipt'], url: receiptUrl }]),
      { kind: 'quiet', text: mails['wallet.withdrawal'], label: mails['wallet.withdrawalLink'], url: withdrawUrl },
      { kind: 'note', text: mails['wallet.howTo'] },
    ],
  }
}

export const eventBlock = ({
  title,
  niceDate,
  doors,
  place,
  picture,
  tickets,
}: WalletMailFacts['events'][number]): Block => ({
  kind: 'item',
  over: niceDate,
  title,
  picture,
  lines: [
    place,
    doors === null ? '' : fill(mails['wallet.doors'], { time: doors }),
    ...tickets.flatMap(({ name, qty, price = null, seats }) => [
      price === null
        ? fill(mails['wallet.tickets'], { n: qty, ticket: name })
        : fill(mails['wallet.ticketsPrice'], { n: qty, ticket: name, price }),
      ...seatLines(seats),
    ]),
    ...coolOffLines(tickets),
  ].filter((line) => line !== ''),
})

/** The words of the cool-off: once for all tickets of a date, or for each type, if they aren't the same. */
function coolOffLines(tickets: WalletMailFacts['events'][number]['tickets']): string[] {
  const all = tickets.map(({ name, coolOff = null }) => ({ name, words: coolOff }))
  const [first] = all
  if (first !== undefined && all.every(({ words }) => words === first.words))
    return first.words === null ? [] : [first.words]
  return all.flatMap(({ name, words }) =>
    words === null ? [] : [fill(mails['wallet.coolOffOf'], { ticket: name, words })],
  )
}

const voucherBlock = ({ name, value, code, expires, from, to }: WalletMailFacts['vouchers'][number]): Block => ({
  kind: 'item',
  over: fill(mails['wallet.voucherExpires'], { date: expires }),
  title: fill(mails['wallet.voucher'], { name, value }),
  lines: to === '' ? [] : [fill(mails['wallet.voucherFor'], { to, from })],
  code,
})
