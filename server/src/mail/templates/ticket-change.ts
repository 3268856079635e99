import { fill } from '@foyer/contract/fill.ts'
import { mails } from '@foyer/contract/messages.ts'
import type { MailText } from '../blocks.ts'

export type TicketChangeFacts = {
  /** As the buyer reads it: '£4.00'. */
  amount: string
  now: string
  to: { title: string; lines: string[] }
  until: string
  payUrl: string
}

/** Asks the buyer to pay the difference for another ticket. */
export function ticketChangeMail({ amount, now, to, until, payUrl }: TicketChangeFacts): MailText {
  const body = fill(mails['change.body'], { amount, until })
  return {
    subject: fill(mails['change.subject'], { amount, event: to.title }),
    heading: fill(mails['change.heading'], { amount }),
    preview: body,
    blocks: [
      { kind: 'text', text: body },
      { kind: 'item', over: mails['change.over'], title: to.title, lines: to.lines },
      { kind: 'text', text: fill(mails['change.now'], { now }) },
      { kind: 'button', label: fill(mails['change.button'], { amount }), url: payUrl },
      { kind: 'note', text: mails['change.note'] },
    ],
  }
}

/** Tells the buyer that a change was not paid for in time. */
export function changeEndedMail(facts: { title: string; amount: string; orderUrl: string }): MailText {
  const { title: event, amount, orderUrl } = facts
  const body = fill(mails['changeEnded.body'], { event, amount })
  return {
    subject: fill(mails['changeEnded.subject'], { event }),
    heading: fill(mails['changeEnded.subject'], { event }),
    preview: body,
    blocks: [
      { kind: 'text', text: body },
      { kind: 'button', label: mails['refund.button'], url: orderUrl },
    ],
  }
}
