import { fill } from '@foyer/contract/fill.ts'
import { mails } from '@foyer/contract/messages.ts'
import type { MailingFacts } from '@foyer/domain/mailing/mailing-text.ts'
import type { MailText } from '../blocks.ts'
import { ownWords } from './event-reminder.ts'

export type ThanksFacts = {
  /** The organiser's own, with fields; may be empty. */
  words: string
  facts: MailingFacts
  /** The page for feedback; null if the event doesn't ask for any. */
  feedbackUrl: string | null
  offUrl: string
}

/** Sent to everyone who held tickets, after the event. */
export const eventThanksMail = ({ words, facts, feedbackUrl, offUrl }: ThanksFacts): MailText => ({
  subject: fill(mails['thanks.subject'], { title: facts.event }),
  heading: fill(mails['thanks.heading'], { title: facts.event }),
  preview: mails['thanks.lead'],
  blocks: [
    ...(words.trim() === '' ? [{ kind: 'text' as const, text: mails['thanks.lead'] }] : ownWords(words, facts)),
    ...(feedbackUrl === null
      ? []
      : [
          { kind: 'text' as const, text: mails['thanks.ask'] },
          { kind: 'button' as const, label: mails['thanks.button'], url: feedbackUrl },
        ]),
    { kind: 'quiet', text: mails['thanks.off'], label: mails['reminder.offLink'], url: offUrl },
  ],
})
