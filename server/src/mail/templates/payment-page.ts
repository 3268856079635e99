import { fill } from '@foyer/contract/fill.ts'
import { mails } from '@foyer/contract/messages.ts'
import type { MailText } from '../blocks.ts'

const MAX_LISTED = 20

/** Tells the operator that visitors receive another payment page than this release has. The differences are those of the command. */
export const paymentPageMail = (shop: string, differences: readonly string[]): MailText => ({
  subject: mails['paymentPage.subject'],
  heading: mails['paymentPage.subject'],
  preview: differences[0] ?? '',
  blocks: [
    { kind: 'item', over: shop, title: mails['paymentPage.differs'], lines: differences.slice(0, MAX_LISTED) },
    { kind: 'text', text: fill(mails['paymentPage.how'], { command: 'npm run check:payment-page' }) },
  ],
})
