import { fill } from '@foyer/contract/fill.ts'
import { mails } from '@foyer/contract/messages.ts'
import type { MailText } from '../blocks.ts'
import { chooseBlock } from './sales.ts'

/** Problems of orders that staff are emailed about; a disputed payment has its own email. */
export type MailedProblem = 'refunds' | 'cancelled' | 'emails' | 'plans'

type Facts = { organiser: string; orders: readonly string[]; page: string; choosePage: string }

const MAX_LISTED = 20

/** Tells the team which orders need a person, because something went wrong with their money or their emails. */
export function problemMail(kind: MailedProblem, { organiser, orders, page, choosePage }: Facts): MailText {
  const n = orders.length
  const listed = orders.slice(0, MAX_LISTED)
  const subject = fill(mails[`problem.${kind}`], { n, organiser })
  return {
    subject,
    heading: mails['problem.heading'],
    preview: listed.join(', '),
    blocks: [
      {
        kind: 'item',
        over: organiser,
        title: subject,
        lines: n > listed.length ? [...listed, fill(mails['problem.more'], { n: n - listed.length })] : listed,
      },
      { kind: 'text', text: mails[`problem.${kind}How`] },
      { kind: 'button', label: mails['problem.button'], url: page },
      chooseBlock(choosePage),
    ],
  }
}
