import { fill } from '@foyer/contract/fill.ts'
import { mails } from '@foyer/contract/messages.ts'
import type { MailText } from '../compose.ts'
import { type OrderName, orderRows } from './order-facts.ts'

export type PlanFacts = OrderName & {
  payments: { amount: string; ukDue: string; paid: boolean }[]
  orderUrl: string
}

/** What a payment plan will charge and when, sent on the day it is agreed. */
export const planMail = ({ payments, orderUrl, ...order }: PlanFacts): MailText => ({
  subject: mails['plan.subject'],
  heading: mails['plan.heading'],
  preview: mails['plan.lead'],
  blocks: [
    { kind: 'text', text: mails['plan.lead'] },
    {
      kind: 'facts',
      rows: [
        ...payments.map(({ amount, ukDue, paid }): [string, string] => [
          paid ? mails['plan.paid'] : fill(mails['plan.due'], { date: ukDue }),
          amount,
        ]),
        ...orderRows(order),
      ],
    },
    { kind: 'button', label: mails['plan.button'], url: orderUrl },
  ],
})
