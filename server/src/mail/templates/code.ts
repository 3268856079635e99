import { fill } from '@foyer/contract/fill.ts'
import { mails } from '@foyer/contract/messages.ts'
import { LIMITS } from '@foyer/domain/limits.ts'
import type { MailText } from '../blocks.ts'

const MINUTES = LIMITS.oneTimeCodeSeconds / 60

/**
 * The digits are also in the subject, so that a phone can offer them without opening the mail. `isLong`: the mail explains why
 * the code has more of them than usual.
 */
export const codeMail = ({ code, isLong, shop }: { code: string; isLong: boolean; shop: string }): MailText => ({
  subject: fill(mails['code.subject'], { code, shop }),
  heading: mails['code.heading'],
  preview: fill(mails['code.body'], { code, minutes: MINUTES }),
  blocks: [
    { kind: 'text', text: mails['code.lead'] },
    { kind: 'code', code },
    ...(isLong ? [{ kind: 'note' as const, text: mails['code.longNote'] }] : []),
    { kind: 'note', text: fill(mails['code.note'], { minutes: MINUTES }) },
  ],
})
