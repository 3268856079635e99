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
}

/** Asks a donor for the name or address that their Gift Aid declaration lacks. */
export function giftAidMail({ contact, ...facts }: Facts): MailText {
  const lead = fill(mails['giftAid.lead'], facts)
  const how = contact === '' ? mails['giftAid.reply'] : mails['giftAid.write']
  return {
    subject: fill(mails['giftAid.subject'], facts),
    heading: mails['giftAid.heading'],
    preview: lead,
    blocks: [
      { kind: 'text', text: lead },
      { kind: 'text', text: fill(mails['giftAid.need'], facts) },
      { kind: 'text', text: fill(how, { number: facts.number, contact }) },
    ],
  }
}
