import { fill } from '@foyer/contract/fill.ts'
import { mails } from '@foyer/contract/messages.ts'
import type { MailText } from '../blocks.ts'
import { eventBlock, type WalletMailFacts } from './wallet.ts'

export type ReminderFacts = {
  event: WalletMailFacts['events'][number]
  walletUrl: string
  /** The way to the venue; null for an event online. */
  directionsUrl: string | null
  offUrl: string
}

/** Sent to everyone who holds tickets, on the day before. */
export const eventReminderMail = ({ event, walletUrl, directionsUrl, offUrl }: ReminderFacts): MailText => ({
  subject: fill(mails['reminder.subject'], { title: event.title }),
  heading: fill(mails['reminder.heading'], { title: event.title }),
  preview: mails['reminder.lead'],
  blocks: [
    { kind: 'text', text: mails['reminder.lead'] },
    eventBlock(event),
    { kind: 'button', label: mails['wallet.button'], url: walletUrl },
    ...(directionsUrl === null
      ? []
      : [{ kind: 'link' as const, label: mails['reminder.directions'], url: directionsUrl }]),
    { kind: 'quiet', text: mails['reminder.off'], label: mails['reminder.offLink'], url: offUrl },
  ],
})
