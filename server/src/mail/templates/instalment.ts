import { fill } from '@foyer/contract/fill.ts'
import { mails } from '@foyer/contract/messages.en.ts'
import { type ComposedMail, compose } from '../compose.ts'

/** What a buyer hears of a payment of their plan: before it, when it failed, when only they can mend it, and the last word. */
export type InstalmentMail = 'reminder' | 'failed' | 'authenticate' | 'overdue' | 'ended'

export type InstalmentFacts = {
  reference: string
  /** As the buyer reads it: '£16.40'. */
  amount: string
  /** Of a reminder the day it is taken, of a failure the next try or the last day to pay. */
  ukDay: string
  /** 'visa 4242'; empty when none is known. */
  card: string
  plansUrl: string
}

/** DONE-11: a mail before each payment, and one for every way it can go wrong. */
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
