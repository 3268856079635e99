import { fill } from '@foyer/contract/fill.ts'
import { mails } from '@foyer/contract/messages.ts'
import type { MailText } from '../blocks.ts'

/** The link where everyone in a party signs the terms of an activity. */
export function waiverMail({ from, events, url }: { from: string; events: string[]; url: string }): MailText {
  const lead = fill(mails['waiver.lead'], { from, events: events.join(', ') })
  return {
    subject: fill(mails['waiver.subject'], { events: events.join(', ') }),
    heading: mails['waiver.heading'],
    preview: lead,
    blocks: [
      { kind: 'events' },
      { kind: 'text', text: lead },
      { kind: 'button', label: mails['waiver.button'], url },
      { kind: 'note', text: mails['waiver.note'] },
    ],
  }
}
