import { fill } from '@foyer/contract/fill.ts'
import { mails } from '@foyer/contract/messages.ts'
import { roleNames } from '@foyer/contract/office/messages.ts'
import type { Role } from '@foyer/domain/office/rights.ts'
import type { MailText } from '../blocks.ts'

type Invitation = { organiser: string; role: Role; url: string; days: number }

/** The invitation to an organiser's team, with the link that accepts it. */
export function invitationMail({ organiser, role, url, days }: Invitation): MailText {
  const lead = fill(mails['invitation.lead'], { organiser, role: roleNames[role] })
  return {
    subject: fill(mails['invitation.subject'], { organiser }),
    heading: mails['invitation.heading'],
    preview: lead,
    blocks: [
      { kind: 'text', text: lead },
      { kind: 'button', label: mails['invitation.button'], url },
      { kind: 'note', text: fill(mails['invitation.note'], { days, organiser }) },
    ],
  }
}
