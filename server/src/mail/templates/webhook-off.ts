import { fill } from '@foyer/contract/fill.ts'
import { mails } from '@foyer/contract/messages.ts'
import { niceDate } from '@foyer/domain/format/dates.ts'
import type { MailText } from '../blocks.ts'

type Facts = { organiser: string; url: string; since: Date; last: string; page: string }

/** Tells the owner who made a webhook that it failed for days and is switched off. */
export function webhookOffMail({ page, since, ...facts }: Facts): MailText {
  const lead = fill(mails['webhookOff.lead'], { ...facts, date: niceDate(since) })
  return {
    subject: fill(mails['webhookOff.subject'], facts),
    heading: mails['webhookOff.heading'],
    preview: lead,
    blocks: [
      { kind: 'text', text: lead },
      { kind: 'text', text: fill(mails['webhookOff.last'], facts) },
      { kind: 'text', text: mails['webhookOff.kept'] },
      { kind: 'button', label: mails['webhookOff.button'], url: page },
    ],
  }
}
