import { fill } from '@foyer/contract/fill.ts'
import { mails } from '@foyer/contract/messages.ts'
import type { MailText } from '../blocks.ts'

/** A test, which the operator sends to their own address. */
export function testMail(facts: { shop: string; date: string }): MailText {
  const lead = fill(mails['test.lead'], facts)
  return {
    subject: fill(mails['test.subject'], facts),
    heading: mails['test.heading'],
    preview: lead,
    blocks: [{ kind: 'text', text: lead }],
  }
}
