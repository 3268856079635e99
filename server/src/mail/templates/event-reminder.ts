import { fill } from '@foyer/contract/fill.ts'
import { mails } from '@foyer/contract/messages.ts'
import { type MailingFacts, paragraphsOf } from '@foyer/domain/mailing/words.ts'
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

const SUBJECTS = {
  today: mails['reminder.today'],
  tomorrow: mails['reminder.subject'],
  later: mails['reminder.later'],
}
const HEADINGS = {
  today: mails['reminder.todayHeading'],
  tomorrow: mails['reminder.heading'],
  later: mails['reminder.laterHeading'],
}

export const ownWords = (words: string, facts: MailingFacts): Block[] =>
  words.trim() === '' ? [] : [{ kind: 'words', paragraphs: paragraphsOf(words, facts) }]

/** Sent to everyone who holds tickets, before the event. */
export const eventReminderMail = ({ event, when, ...mail }: ReminderFacts): MailText => ({
  subject: fill(SUBJECTS[when], { title: event.title }),
  heading: fill(HEADINGS[when], { title: event.title, date: event.niceDate }),
  preview: mails['reminder.lead'],
  blocks: [
    { kind: 'text', text: mails['reminder.lead'] },
    ...ownWords(mail.words, mail.facts),
    eventBlock(event),
    { kind: 'button', label: mails['wallet.button'], url: mail.walletUrl },
    ...(mail.directionsUrl === null
      ? []
      : [{ kind: 'link' as const, label: mails['reminder.directions'], url: mail.directionsUrl }]),
    { kind: 'quiet', text: mails['reminder.off'], label: mails['reminder.offLink'], url: mail.offUrl },
  ],
})
