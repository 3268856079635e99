import { fill } from '@foyer/contract/fill.ts'
import { mails } from '@foyer/contract/messages.ts'
import type { MailText } from '../blocks.ts'

type Facts = {
  charity: string
  amount: string
  worth: string
  date: string
  number: string
  /** Where the donor writes to; empty when only a reply is possible. */
  contact: string
  /** The statements that the donor has not made yet; empty if they have. */
  statements: string
}

/** Asks a donor for what their Gift Aid declaration lacks: a name, an address or the statements. */
export function giftAidMail({ contact, statements, ...facts }: Facts): MailText {
  const lead = fill(mails['giftAid.lead'], facts)
  const how = contact === '' ? mails['giftAid.reply'] : mails['giftAid.write']
  return {
    subject: fill(mails['giftAid.subject'], facts),
    heading: mails['giftAid.heading'],
    preview: lead,
    blocks: [
      { kind: 'text', text: lead },
      { kind: 'text', text: fill(mails[statements === '' ? 'giftAid.need' : 'giftAid.needStatements'], facts) },
      ...statements
        .split('\n')
        .filter((statement) => statement !== '')
        .map((text) => ({ kind: 'text', text }) as const),
      { kind: 'text', text: fill(how, { number: facts.number, contact }) },
    ],
  }
}
