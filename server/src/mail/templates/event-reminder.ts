import { fill } from '@foyer/contract/fill.ts'
import { mails } from '@foyer/contract/messages.ts'
import { type MailingFacts, paragraphsOf } from '@foyer/domain/mailing/mailing-text.ts'
import type { Block, MailText } from '../blocks.ts'
import { eventBlock, type WalletMailFacts } from './wallet.ts'

export type ReminderFacts = {
  event: WalletMailFacts['events'][number]
  when: 'today' | 'tomorrow' | 'later'
  /** The organiser's own, with fields; may be empty. */
  words: string
  facts: MailingFacts
  walletUrl: string
  /** The way to the venue; null for an event online. */
  directionsUrl: string | null
  offUrl: string
}

/** Read when they are needed, because the language is that of the reader. */
const wordsOf = {
  today: () => [mails['reminder.today'], mails['reminder.todayHeading']] as const,
  tomorrow: () => [mails['reminder.subject'], mails['reminder.heading']] as const,
  later: () => [mails['reminder.later'], mails['reminder.laterHeading']] as const,
}

export const ownWords = (words: string, facts: MailingFacts): Block[] =>
  words.trim() === '' ? [] : [{ kind: 'words', paragraphs: paragraphsOf(words, facts) }]

/** Sent to everyone who holds tickets, before the event. */
export const eventReminderMail = ({ event, when, ...mail }: ReminderFacts): MailText => {
  const [subject, heading] = wordsOf[when]()
  return {
    subject: fill(subject, { title: event.title }),
    heading: fill(heading, { title: event.title, date: event.niceDate }),
    preview: mails['reminder.lead'],
    blocks: [
      eventBlock(event),
      { kind: 'text', text: mails['reminder.lead'] },
      ...ownWords(mail.words, mail.facts),
      { kind: 'button', label: mails['wallet.button'], url: mail.walletUrl },
      ...(mail.directionsUrl === null
        ? []
        : [{ kind: 'link' as const, label: mails['reminder.directions'], url: mail.directionsUrl }]),
      { kind: 'quiet', text: mails['reminder.off'], label: mails['reminder.offLink'], url: mail.offUrl },
    ],
  }
}
