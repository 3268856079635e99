import { fill } from '@foyer/contract/fill.ts'
import { mails } from '@foyer/contract/messages.en.ts'
import { type ComposedMail, compose } from '../compose.ts'

/** Why money is refunded: the tickets or a code were gone, it was paid twice, it was more than one customer may buy, or staff decided so. */
export type RefundReason = 'late' | 'code' | 'twice' | 'limit' | 'plain'

const BODY = {
  late: mails['refund.lateBody'],
  code: mails['refund.codeBody'],
  twice: mails['refund.twiceBody'],
  limit: mails['refund.limitBody'],
  plain: mails['refund.body'],
} as const satisfies Record<RefundReason, string>

export type RefundFacts = {
  reason: RefundReason
  /** As the buyer reads it: '£16.40'. */
  amount: string
  reference: string
  orderUrl: string
}

/** Tells the buyer about every refund. */
export function refundMail({ reason, amount, reference, orderUrl }: RefundFacts): ComposedMail {
  const body = fill(BODY[reason], { amount, reference })
  return compose({
    subject: mails['refund.subject'],
    heading: mails['refund.heading'],
    preview: body,
    blocks: [
      { kind: 'text', text: body },
      { kind: 'note', text: mails['refund.note'] },
      { kind: 'facts', rows: [[mails['wallet.referenceLabel'], reference]] },
      { kind: 'button', label: mails['refund.button'], url: orderUrl },
    ],
  })
}
