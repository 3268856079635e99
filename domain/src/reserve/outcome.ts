/** The answer of reserve_tickets, as it is on the wire (API-16). */
export type ReserveReply = {
  reserved?: boolean
  sale_reference?: string
  fresh_reservation?: boolean
  checkout_time?: number
  captcha?: boolean
  captcha_sitekey?: string
  redirect?: string
  error?: string
}

export type ReserveOutcome =
  | { kind: 'reserved'; saleReference: string; fresh: boolean; seconds: number }
  | { kind: 'captcha'; sitekey: string; error: string | null }
  | { kind: 'redirect'; url: string }
  | { kind: 'error'; text: string }
  | { kind: 'unknown' }

/** Which outcome an answer is; when it could be several, the first of the documents' list counts (OPEN-29, RSV-08..18). */
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
