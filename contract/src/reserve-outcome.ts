import type { ReplyOf } from './calls.ts'

type ReserveReply = ReplyOf<'reserve_tickets'>

export type ReserveOutcome =
  | { kind: 'reserved'; saleReference: string; fresh: boolean; seconds: number }
  | { kind: 'captcha'; sitekey: string; error: string | null }
  | { kind: 'redirect'; url: string }
  | { kind: 'error'; text: string }
  | { kind: 'unknown' }

/** Which outcome a reply of reserve_tickets is; if several fields are set, the first in this order counts. */
export function reserveOutcome(reply: ReserveReply): ReserveOutcome {
  if (reply.reserved)
    return {
      kind: 'reserved',
      saleReference: reply.sale_reference ?? '',
      fresh: reply.fresh_reservation === true,
      seconds: reply.checkout_time ?? 0,
    }
  if (reply.captcha) return { kind: 'captcha', sitekey: reply.captcha_sitekey ?? '', error: reply.error || null }
  if (reply.redirect) return { kind: 'redirect', url: reply.redirect }
  if (reply.error) return { kind: 'error', text: reply.error }
  return { kind: 'unknown' }
}
