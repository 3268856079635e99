import { fill } from '@foyer/contract/fill.ts'
import { mails } from '@foyer/contract/messages.en.ts'
import { type ComposedMail, compose } from '../compose.ts'

/** Mails about a plan's payment: before it, after a failure, when only the buyer can fix it, and the last warnings. */
export type InstalmentMail = 'reminder' | 'failed' | 'authenticate' | 'overdue' | 'ended'

export type InstalmentFacts = {
  reference: string
  /** As the buyer reads it: '£16.40'. */
  amount: string
  /** For a reminder, the day of the payment; for a failure, the next try or the last day to pay. */
  ukDay: string
  /** 'visa 4242'; empty when unknown. */
  card: string
  plansUrl: string
}

/** One mail before each payment, and one for every way it can fail. */
export function instalmentMail(what: InstalmentMail, facts: InstalmentFacts): ComposedMail {
  const body = fill(mails[`instalment.${what}.body`], { amount: facts.amount, date: facts.ukDay })
  return compose({
    subject: mails[`instalment.${what}.subject`],
    heading: mails[`instalment.${what}.subject`],
    preview: body,
    blocks: [
      { kind: 'text', text: body },
      {
        kind: 'facts',
        rows: [
          ...(facts.card === '' ? [] : [[mails['instalment.card'], facts.card] as [string, string]]),
          [mails['wallet.referenceLabel'], facts.reference],
        ],
      },
      { kind: 'button', label: mails['instalment.button'], url: facts.plansUrl },
    ],
  })
}
