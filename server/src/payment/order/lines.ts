import { groupBy } from '@foyer/domain/group.ts'
import { type Minor, sum } from '@foyer/domain/money/money.ts'
import { type LineMoney, paidForLine, ticketLinesOf } from '@foyer/domain/money/order-lines.ts'
import { type PartTax, taxOfLine } from '@foyer/domain/money/tax.ts'
import { organisersOf, type Snapshot } from '../../sale/snapshot/snapshot.ts'
import type { ByOrganiser, Posting } from '../ledger/ledger.ts'

/** A line of an order and its organiser. */
export type OrderLine = LineMoney & {
  kind: 'ticket' | 'gift_voucher' | 'donation'
  organiserId: number
  eventId: number | null
  dateId: number | null
  ticketTypeId: number | null
  designId: number | null
  charityId: number | null
  /** The tax within the line; none if the organiser is not registered. */
  taxes: PartTax[]
}

const NOTHING = {
  offerMinor: 0,
  discountMinor: 0,
  protectionMinor: 0,
  deliveryMinor: 0,
  voucherMinor: 0,
  roundingMinor: 0,
}
const NO_EVENT = { eventId: null, dateId: null, ticketTypeId: null, designId: null, charityId: null, taxes: [] }

/** The lines of a sale as it is sold: tickets, gift vouchers, and the donation. */
export function orderLinesOf(snapshot: Snapshot): OrderLine[] {
  const { sale, lines, vouchers, money, totals } = snapshot
  const tickets = ticketLinesOf(money, totals).map((line, i): OrderLine => {
    const { eventId, dateId, ticketTypeId, taxRates } = lines[i]!
    // guard: line-of-its-organiser
    const organiserId = lines[i]!.organiserId
    const taxes = taxOfLine(line, taxRates)
    return { ...line, ...NO_EVENT, kind: 'ticket', organiserId, eventId, dateId, ticketTypeId, taxes }
  })
  const bought = vouchers.map(({ organiserId, designId, valueMinor, qty }): OrderLine => {
    const listMinor = valueMinor * qty
    return {
      ...NOTHING,
      ...NO_EVENT,
      kind: 'gift_voucher',
      organiserId,
      designId,
      qty,
      listMinor,
      netMinor: listMinor,
      feeMinor: 0,
    }
  })
  // An organiser's rule may add a donation to a total too small for a card, where the buyer gave none.
  const added = totals.smallTotal?.rule === 'donation' ? totals.smallTotal : undefined
  const donationMinor = totals.donationMinor + (added?.amountMinor ?? 0)
  if (donationMinor + totals.donationFeeMinor === 0) return [...tickets, ...bought]
  const donationCharityId = added ? added.charityId : sale.donation_charity_id
  const organisers = organisersOf(snapshot)
  const collecting = organisers.find(({ charityId }) => charityId === donationCharityId) ?? organisers[0]!
  const donation: OrderLine = {
    ...NOTHING,
    ...NO_EVENT,
    kind: 'donation',
    organiserId: collecting.organiserId,
    charityId: donationCharityId,
    qty: 1,
    listMinor: donationMinor,
    netMinor: donationMinor,
    feeMinor: totals.donationFeeMinor,
  }
  return [...tickets, ...bought, donation]
}

/** What the buyer owes each organiser for these lines. */
export const owedFor = (lines: readonly OrderLine[]): ByOrganiser =>
  new Map([...groupBy(lines, (line) => line.organiserId)].map(([id, own]) => [id, sum(own.map(paidForLine))]))

/** The postings of a paid order: every amount the buyer saw, line by line, against what the buyer owes. */
export function salePostings(lines: readonly OrderLine[]): Posting[] {
  const parts = lines.flatMap((line): Posting[] => {
    const { kind, organiserId, eventId, ticketTypeId } = line
    const post = (account: Posting['account'], minor: Minor) => ({ account, minor, organiserId, eventId, ticketTypeId })
    if (kind === 'gift_voucher') return [post('gift_vouchers_sold', -line.netMinor)]
    if (kind === 'donation') return [post('donation', -line.netMinor), post('donation_fee', -line.feeMinor)]
    return [
      post('tickets', -line.listMinor),
      post('offers', line.offerMinor),
      post('discounts', line.discountMinor),
      post('booking_fees', -line.feeMinor),
      post('refund_protection', -line.protectionMinor),
      post('delivery', -line.deliveryMinor),
      post('gift_vouchers_redeemed', line.voucherMinor),
      post('rounding', -line.roundingMinor),
    ]
  })
  const owed = [...owedFor(lines)].map(
    ([organiserId, minor]): Posting => ({ account: 'receivable', minor, organiserId }),
  )
  return [...parts, ...owed]
}
