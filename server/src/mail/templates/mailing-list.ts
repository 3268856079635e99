import { mails } from '@foyer/contract/messages.ts'
import type { MailText } from '../blocks.ts'

/** A typed address is not the consent of its owner, who confirms it with this link. */
export const mailingListMail = ({ confirmUrl }: { confirmUrl: string }): MailText => ({
  subject: mails['mailing.subject'],
  heading: mails['mailing.heading'],
  preview: mails['mailing.body'],
  blocks: [
    { kind: 'text', text: mails['mailing.body'] },
    { kind: 'button', label: mails['mailing.button'], url: confirmUrl },
  ],
})
