import { fill } from '@foyer/contract/fill.ts'
import { mails } from '@foyer/contract/messages.ts'
import type { MailText } from '../blocks.ts'
import { orderRows } from './order-facts.ts'

export type WithdrawalMailFacts = {
  name: string
  number: string
  /** When the withdrawal was received. */
  at: string
  /** What goes back as money. */
  amount: string
  /** What the buyer withdrew from. */
  lines: string[]
  orderUrl: string
}

/** Confirms a withdrawal with its content and time, as 2011/83/EU art. 11a asks for. */
export function withdrawalMail({ lines, orderUrl, ...facts }: WithdrawalMailFacts): MailText {
  const lead = fill(mails['withdrawal.lead'], facts)
  return {
    subject: fill(mails['withdrawal.subject'], facts),
    heading: mails['withdrawal.heading'],
    preview: lead,
    blocks: [
      { kind: 'text', text: lead },
      { kind: 'item', over: facts.at, title: mails['withdrawal.from'], lines },
      { kind: 'text', text: fill(mails['withdrawal.money'], facts) },
      { kind: 'note', text: mails['withdrawal.goods'] },
      { kind: 'facts', rows: orderRows(facts) },
      { kind: 'button', label: mails['refund.button'], url: orderUrl },
    ],
  }
}
