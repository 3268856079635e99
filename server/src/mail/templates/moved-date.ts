import { fill } from '@foyer/contract/fill.ts'
import { account, mails } from '@foyer/contract/messages.ts'
import type { MailText } from '../blocks.ts'

export type MovedDateFacts = {
  event: string
  /** When it was before; null if only its end has changed. */
  was: string | null
  /** Null for a postponed date: the new one will follow. */
  now: string | null
  /** Not if a payment plan will issue them. */
  areIssued: boolean
  /** The last day of a payment plan that ends only on the new day or after it, and where to pay earlier. */
  latePlan: { day: string; url: string } | null
  organiser: string
  /** What the organiser wrote. */
  words: string
  /** Until when it may be returned, and where, for the orders that this person bought. */
  refund: { until: string; urls: string[] } | null
  walletUrl: string
}

function bodyOf({ event, was, now }: MovedDateFacts): string {
  if (now === null) return fill(mails['postponed.body'], { event, was: was ?? '' })
  return was === null ? fill(mails['moved.body'], { event, now }) : fill(mails['moved.bodyWas'], { event, now, was })
}

/** Tells everyone who holds tickets of a date that it has moved, or is postponed. The calendar entry is attached. */
export function movedDateMail(facts: MovedDateFacts): MailText {
  const { event, now, areIssued, latePlan, organiser, words, refund, walletUrl } = facts
  const body = bodyOf(facts)
  const subject = fill(now === null ? mails['postponed.subject'] : mails['moved.subject'], { event })
  const stayValid = now === null ? mails['postponed.tickets'] : mails['moved.tickets']
  const mayReturn = now === null ? mails['postponed.refund'] : mails['moved.refund']
  return {
    subject,
    heading: subject,
    preview: body,
    blocks: [
      { kind: 'text', text: body },
      { kind: 'text', text: areIssued ? stayValid : mails['moved.ticketsToCome'] },
      ...(latePlan === null
        ? []
        : [
            { kind: 'text' as const, text: fill(mails['moved.payEarly'], { day: latePlan.day }) },
            { kind: 'link' as const, label: account['settings.title'], url: latePlan.url },
          ]),
      ...(words === '' ? [] : [{ kind: 'text' as const, text: fill(mails['moved.words'], { organiser, words }) }]),
      ...(refund === null || refund.urls.length === 0
        ? []
        : [
            { kind: 'text' as const, text: fill(mayReturn, { until: refund.until }) },
            ...refund.urls.map((url) => ({ kind: 'link' as const, label: mails['moved.refundLink'], url })),
          ]),
      { kind: 'button', label: mails['wallet.button'], url: walletUrl },
    ],
  }
}
