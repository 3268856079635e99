import { fill } from '@foyer/contract/fill.ts'
import { mails } from '@foyer/contract/messages.ts'
import type { MailText } from '../blocks.ts'

type Facts = { number: string; amount: string; organiser: string; page: string; date: string | null }

/** Tells the team that a buyer's bank disputes a payment, and until when they can answer. */
export function disputeOpenedMail({ page, date, ...facts }: Facts): MailText {
  const lead = fill(mails['dispute.lead'], facts)
  return {
    subject: fill(mails['dispute.subject'], facts),
    heading: mails['dispute.heading'],
    preview: lead,
    blocks: [
      { kind: 'text', text: lead },
      ...(date === null ? [] : [{ kind: 'text' as const, text: fill(mails['dispute.until'], { date }) }]),
      { kind: 'text', text: mails['dispute.how'] },
      { kind: 'button', label: mails['dispute.button'], url: page },
    ],
  }
}

/** Tells them how it ended. */
export function disputeEndedMail({ page, ...facts }: Omit<Facts, 'date'> & { won: boolean }): MailText {
  const lead = fill(facts.won ? mails['dispute.wonLead'] : mails['dispute.lostLead'], facts)
  return {
    subject: fill(facts.won ? mails['dispute.wonSubject'] : mails['dispute.lostSubject'], facts),
    heading: facts.won ? mails['dispute.wonHeading'] : mails['dispute.lostHeading'],
    preview: lead,
    blocks: [
      { kind: 'text', text: lead },
      { kind: 'button', label: mails['dispute.button'], url: page },
    ],
  }
}
