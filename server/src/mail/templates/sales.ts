import { fill } from '@foyer/contract/fill.ts'
import { mails } from '@foyer/contract/messages.ts'
import { niceDay } from '@foyer/domain/format/dates.ts'
import { wordList } from '@foyer/domain/format/words.ts'
import type { Block, MailText } from '../blocks.ts'

/** The page where a person chooses these emails. */
export const chooseBlock = (url: string): Block => ({
  kind: 'quiet',
  text: mails['sales.choose'],
  label: mails['sales.choice'],
  url,
})

export type SoldItem = { kind: 'ticket' | 'gift_voucher' | 'donation'; event: string; name: string; qty: number }

/** What was bought of one event's date, or with no event. */
export type SoldGroup = {
  event: string
  niceDate: string
  /** How many tickets of the date are sold by now, and of how many; null if that isn't known. */
  soldSoFar: { sold: number; capacity: number } | null
  /** `paid` is null if the reader may not see money. */
  items: readonly (SoldItem & { paid: string | null })[]
}

type SaleFacts = {
  number: string
  buyer: string
  organisers: string[]
  groups: readonly SoldGroup[]
  /** Null if the reader may not see money. */
  total: string | null
  page: string
  choosePage: string
}

const numberOf = (items: readonly SoldItem[], kind: SoldItem['kind']) =>
  items.filter((item) => item.kind === kind).reduce((sum, { qty }) => sum + qty, 0)

/** '2 tickets and a donation' */
function summaryOf(items: readonly SoldItem[]): string {
  const [tickets, vouchers] = [numberOf(items, 'ticket'), numberOf(items, 'gift_voucher')]
  return wordList([
    ...(tickets > 0 ? [fill(mails['sale.tickets'], { n: tickets })] : []),
    ...(vouchers > 0 ? [fill(mails['sale.vouchers'], { n: vouchers })] : []),
    ...(numberOf(items, 'donation') > 0 ? [mails['sale.donation']] : []),
  ])
}

/** Tells a member of the team what one order bought. */
export function saleMail({ number, buyer, organisers, groups, total, page, choosePage }: SaleFacts): MailText {
  const what = summaryOf(groups.flatMap(({ items }) => items))
  const events = wordList([...new Set(groups.map(({ event }) => event).filter(Boolean))])
  return {
    subject: fill(events ? mails['sale.subjectOf'] : mails['sale.subject'], { number, what, events }),
    heading: mails['sale.heading'],
    preview: events || what,
    blocks: [
      ...groups.map((group) => ({
        kind: 'item' as const,
        over: organisers.join(', '),
        title: group.event || organisers.join(', '),
        lines: [
          ...(group.niceDate ? [group.niceDate] : []),
          ...group.items.map(lineOf),
          ...(group.soldSoFar ? [fill(mails['sale.soldSoFar'], group.soldSoFar)] : []),
        ],
      })),
      {
        kind: 'facts',
        rows: [
          [mails['sale.number'], number],
          ...(buyer ? [[mails['sale.buyer'], buyer] as [string, string]] : []),
          ...(total === null ? [] : [[mails['sale.total'], total] as [string, string]]),
        ],
      },
      { kind: 'button', label: mails['sale.button'], url: page },
      chooseBlock(choosePage),
    ],
  }
}

function lineOf({ kind, name, qty, paid }: SoldGroup['items'][number]): string {
  const item = kind === 'donation' ? name || mails['sales.donations'] : fill(mails['sale.item'], { n: qty, name })
  return paid === null ? item : fill(mails['sale.itemPaid'], { item, amount: paid })
}

export type OrganiserSales = {
  organiser: string
  orders: number
  /** What was sold of each event, and of donations and gift vouchers, which have none. */
  rows: readonly { kind: SoldItem['kind']; event: string; qty: number }[]
  /** For each currency; empty if the reader may not see money. `refunded` is null if nothing was. */
  money: readonly { sold: string; refunded: string | null }[]
}

/** Sums up the sales of a day, or of a week, for a member of the team. Days are 'yyyy-mm-dd'. */
export function salesMail(
  { first, last }: { first: string; last: string },
  organisers: readonly OrganiserSales[],
  { page, choosePage }: { page: string; choosePage: string },
): MailText {
  const days = { day: niceDay(first), first: niceDay(first), last: niceDay(last) }
  const orders = organisers.reduce((sum, each) => sum + each.orders, 0)
  const isDay = first === last
  const nameOf = ({ kind, event }: OrganiserSales['rows'][number]) =>
    kind === 'ticket' ? event : kind === 'donation' ? mails['sales.donations'] : mails['sales.vouchers']
  const quantityOf = ({ kind, qty }: OrganiserSales['rows'][number]) =>
    kind === 'ticket' ? fill(mails['sale.tickets'], { n: qty }) : String(qty)
  return {
    subject: fill(isDay ? mails['sales.daySubject'] : mails['sales.weekSubject'], { ...days, orders }),
    heading: fill(isDay ? mails['sales.dayHeading'] : mails['sales.weekHeading'], days),
    preview: organisers.flatMap(({ rows }) => rows.map(nameOf)).join(', '),
    blocks: [
      ...organisers.map((each) => ({
        kind: 'item' as const,
        over: each.organiser,
        title: fill(mails['sales.orders'], each),
        lines: [
          ...each.rows.map((row) => fill(mails['sales.row'], { what: nameOf(row), n: quantityOf(row) })),
          ...each.money.flatMap(({ sold, refunded }) => [
            fill(mails['sales.sold'], { amount: sold }),
            ...(refunded === null ? [] : [fill(mails['sales.refunded'], { amount: refunded })]),
          ]),
        ],
      })),
      { kind: 'button', label: mails['sales.button'], url: page },
      chooseBlock(choosePage),
    ],
  }
}
