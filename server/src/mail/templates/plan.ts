import { fill } from '@foyer/contract/fill.ts'
import { mails } from '@foyer/contract/messages.ts'
import type { MailText } from '../blocks.ts'
import { type OrderName, orderRows } from './order-facts.ts'

export type PlanFacts = OrderName & {
  payments: { amount: string; due: string; paid: boolean }[]
  orderUrl: string
  /** Part of the order was refunded, so that less is to be paid. */
  changed?: boolean
}

/** What a payment plan will charge and when, sent on the day it is agreed and when it changes. */
export const planMail = ({ payments, orderUrl, changed = false, ...order }: PlanFacts): MailText => ({
  subject: changed ? mails['plan.changed.subject'] : mails['plan.subject'],
  heading: changed ? mails['plan.changed.subject'] : mails['plan.heading'],
  preview: changed ? mails['plan.changed.lead'] : mails['plan.lead'],
  blocks: [
    { kind: 'events' },
    { kind: 'text', text: changed ? mails['plan.changed.lead'] : mails['plan.lead'] },
    {
      kind: 'facts',
      rows: [
        ...payments.map(({ amount, due, paid }): [string, string] => [
          paid ? mails['plan.paid'] : fill(mails['plan.due'], { date: due }),
          amount,
        ]),
        ...orderRows(order),
      ],
    },
    { kind: 'button', label: mails['plan.button'], url: orderUrl },
  ],
})
