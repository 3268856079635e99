import { fill } from '@foyer/contract/fill.ts'
import { mails } from '@foyer/contract/messages.ts'
import type { MailText } from '../blocks.ts'
import { type OrderName, orderRows } from './order-facts.ts'

/** Mails about a plan's payment: before it, after it, after a failure, when only the buyer can fix it, and the last warnings. */
export type InstalmentMail = 'reminder' | 'receipt' | 'failed' | 'authenticate' | 'overdue' | 'ended'

export type InstalmentFacts = OrderName & {
  /** As the buyer reads it: '£16.40'. */
  amount: string
  /** For a reminder or receipt, the day of the payment; for a failure, the next attempt or the last day to pay. */
  day: string
  /** 'visa 4242'; empty when unknown. */
  card: string
  /** The events of the order. */
  event: string
  /** What remains of the plan, on a receipt: '£20.00'. */
  left?: string
  plansUrl: string
  /** The shop's name. */
  shop: string
}

/** One mail before each payment, and one for every way it can fail. */
export function instalmentMail(what: InstalmentMail, facts: InstalmentFacts): MailText {
  const { event, amount } = facts
  const body = fill(mails[`instalment.${what}.body`], { amount, date: facts.day, event, shop: facts.shop })
  const subject = fill(mails[`instalment.${what}.subject`] as '{event}', { event })
  return {
    subject,
    heading: subject,
    preview: body,
    blocks: [
      { kind: 'events' },
      { kind: 'text', text: body },
      {
        kind: 'facts',
        rows: [
          ...(facts.left ? [[mails['instalment.left'], facts.left] as [string, string]] : []),
          ...(facts.card === '' ? [] : [[mails['instalment.card'], facts.card] as [string, string]]),
          ...orderRows(facts),
        ],
      },
      { kind: 'button', label: mails['instalment.button'], url: facts.plansUrl },
    ],
  }
}
