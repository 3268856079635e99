import { fill } from '@foyer/contract/fill.ts'
import { shop, coolOff as t } from '@foyer/contract/messages.ts'
import type { RefundPolicy } from '@foyer/contract/types.ts'
import { type Held, heldDate } from '@foyer/domain/format/dates.ts'
import { formatMinor } from '@foyer/domain/format/money.ts'
import type { CurrencyCode, Minor } from '@foyer/domain/money/money.ts'
import { coolOffEnds } from '@foyer/domain/sale/self-service.ts'
import { escapeHtml } from '../../html/sanitise.ts'

type Sold = {
  coolOffHours: number | null
  startsAt: Date
  held: Held
  bookingFeeMinor: Minor
  currency: CurrencyCode
}

/**
 * What buyers read of a cool-off before they pay and in the email that confirms their order: for how long, at the latest until when, and
 * what is kept. Null without a cool-off, or once it has ended for everybody.
 */
export function coolOffWords(
  { coolOffHours: hours, startsAt, held, bookingFeeMinor, currency }: Sold,
  now: Date,
): string | null {
  const last = coolOffEnds(startsAt)
  if (hours === null || now >= last) return null
  const until = heldDate(last, held)
  const within =
    hours % 24 === 0 ? fill(t.withinDays, { n: hours / 24, until }) : fill(t.withinHours, { n: hours, until })
  const back = bookingFeeMinor > 0 ? fill(t.withoutFee, { fee: formatMinor(bookingFeeMinor, currency) }) : t.price
  return [within, back, t.kept].join(' ')
}

/** The refund policy that buyers read before they pay: the organiser's, after the words of the cool-off. */
export function policyWithCoolOff(policy: RefundPolicy | null, sold: Sold, now: Date): RefundPolicy | null {
  const words = coolOffWords(sold, now)
  if (words === null) return policy
  const description = `<p>${escapeHtml(words)}</p>`
  return policy === null
    ? { title: shop['event.refundPolicy'], text: '', description }
    : { ...policy, description: description + policy.description }
}
