import { fill } from '@foyer/contract/fill.ts'
import { mails } from '@foyer/contract/messages.ts'
import type { MailText } from '../blocks.ts'
import { type OrderName, orderRows, orderWords } from './order-facts.ts'

type Facts = OrderName & { amount: string; name: string; code: string; expires: string; orderUrl: string }

/** A refund that the buyer gets as a gift voucher. */
export function refundVoucherMail({ amount, name, code, expires, orderUrl, ...order }: Facts): MailText {
  const body = fill(mails['refundVoucher.body'], { amount, order: orderWords(order) })
  return {
    subject: mails['refundVoucher.subject'],
    heading: mails['refundVoucher.subject'],
    preview: body,
    blocks: [
      { kind: 'text', text: body },
      {
        kind: 'item',
        over: fill(mails['wallet.voucherExpires'], { date: expires }),
        title: fill(mails['wallet.voucher'], { name, value: amount }),
        lines: [],
        code,
      },
      { kind: 'facts', rows: orderRows(order) },
      { kind: 'button', label: mails['refund.button'], url: orderUrl },
    ],
  }
}
