import { fill } from '@foyer/contract/fill.ts'
import { mails } from '@foyer/contract/messages.ts'
import type { ComplaintKind, ComplaintOutcome } from '@foyer/domain/after-sale/complaint.ts'
import type { MailText } from '../blocks.ts'

type Facts = {
  name: string
  number: string
  /** When the complaint was received. */
  at: string
  message: string
}

/**
 * Acknowledges a complaint with its number, as s. 164A of the Data Protection Act 2018 asks for, and with its text, unless anybody
 * could have had it mailed to a stranger.
 */
export function complaintMail({ message, ...facts }: Omit<Facts, 'message'> & { message: string | null }): MailText {
  const lead = fill(mails['complaint.lead'], facts)
  return {
    subject: fill(mails['complaint.subject'], facts),
    heading: mails['complaint.heading'],
    preview: lead,
    blocks: [
      { kind: 'text', text: lead },
      { kind: 'text', text: mails['complaint.next'] },
      ...(message === null ? [] : [{ kind: 'quote' as const, who: mails['complaint.yours'], text: message }]),
    ],
  }
}

const OUTCOMES = {
  upheld: 'complaint.upheld',
  partly: 'complaint.partly',
  rejected: 'complaint.rejected',
} as const

/** Where to go with a complaint that was not put right, which each answer says (Digital Markets Act 2024, s. 308; L616-1). */
export function furtherOf(
  kind: ComplaintKind,
  { authority, mediator }: { authority: string | null; mediator: string },
): string {
  if (kind === 'data')
    return authority === null ? mails['complaint.anyAuthority'] : fill(mails['complaint.authority'], { authority })
  return mediator === '' ? mails['complaint.noScheme'] : fill(mails['complaint.scheme'], { mediator })
}

/** The answer to a complaint: its outcome, the words of who answers, and where to go with it. */
export function complaintAnswerMail({
  outcome,
  answer,
  further,
  message,
  ...facts
}: Facts & { outcome: ComplaintOutcome; answer: string; further: string }): MailText {
  const decided = mails[OUTCOMES[outcome]]
  return {
    subject: fill(mails['complaint.answerSubject'], facts),
    heading: mails['complaint.answerHeading'],
    preview: decided,
    blocks: [
      { kind: 'text', text: fill(mails['complaint.answerLead'], facts) },
      { kind: 'text', text: decided },
      { kind: 'text', text: answer },
      { kind: 'note', text: further },
      { kind: 'quote', who: mails['complaint.yours'], text: message },
    ],
  }
}
