import { fill } from '@foyer/contract/fill.ts'
import { mails } from '@foyer/contract/messages.ts'
import type { MailText } from '../blocks.ts'

export type MovedDateFacts = {
  event: string
  /** When it was before; null if only its end has changed. */
  was: string | null
  now: string
  /** Not if a payment plan will issue them. */
  areIssued: boolean
  organiser: string
  /** What the organiser wrote. */
  words: string
  /** Until when it may be returned, and where, for the orders that this person bought. */
  refund: { until: string; urls: string[] } | null
  walletUrl: string
}

/** Tells everyone who holds tickets of a date that it has moved. The calendar entry is attached. */
export function movedDateMail(facts: MovedDateFacts): MailText {
  const { event, was, now, areIssued, organiser, words, refund, walletUrl } = facts
  const body =
    was === null ? fill(mails['moved.body'], { event, now }) : fill(mails['moved.bodyWas'], { event, now, was })
  return {
    subject: fill(mails['moved.subject'], { event }),
    heading: fill(mails['moved.subject'], { event }),
    preview: body,
    blocks: [
      { kind: 'text', text: body },
      { kind: 'text', text: areIssued ? mails['moved.tickets'] : mails['moved.ticketsToCome'] },
      ...(words === '' ? [] : [{ kind: 'text' as const, text: fill(mails['moved.words'], { organiser, words }) }]),
      ...(refund === null || refund.urls.length === 0
        ? []
        : [
            { kind: 'text' as const, text: fill(mails['moved.refund'], { until: refund.until }) },
            ...refund.urls.map((url) => ({ kind: 'link' as const, label: mails['moved.refundLink'], url })),
          ]),
      { kind: 'button', label: mails['wallet.button'], url: walletUrl },
    ],
  }
}
