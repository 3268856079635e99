import { fill } from '@foyer/contract/fill.ts'
import { mails } from '@foyer/contract/messages.ts'
import { fillFields, type MailingFacts, paragraphsOf } from '@foyer/domain/mailing/mailing-text.ts'
import type { MailText } from '../blocks.ts'

export type MailingWords = { kind: 'service' | 'news'; subject: string; body: string }

/** An organiser's mailing to one person. `offUrl` is the link to unsubscribe. */
export function mailingMail(
  { kind, subject, body }: MailingWords,
  { facts, offUrl }: { facts: MailingFacts; offUrl: string },
): MailText {
  const written = paragraphsOf(body, facts)
  const title = fillFields(subject, facts)
  const first = written[0]?.lines[0]?.map((part) => (part.kind === 'link' ? part.label : part.text)).join('') ?? ''
  return {
    subject: title,
    heading: title,
    preview: first.slice(0, 120),
    blocks: [
      { kind: 'words', paragraphs: written },
      kind === 'news'
        ? {
            kind: 'quiet',
            text: fill(mails['mailing.news'], { organiser: facts.organiser }),
            label: mails['mailing.unsubscribe'],
            url: offUrl,
          }
        : {
            kind: 'note',
            text: fill(mails['mailing.service'], { organiser: facts.organiser, number: facts.order_number }),
          },
    ],
  }
}
