import { fill } from '@foyer/contract/fill.ts'
import { mails } from '@foyer/contract/messages.en.ts'
import { LIMITS } from '@foyer/domain/limits.ts'
import { type ComposedMail, compose } from '../compose.ts'

const MINUTES = LIMITS.oneTimeCodeSeconds / 60

/** The six digits are also in the subject, so that a phone can offer them without opening the mail. */
export const codeMail = ({ code }: { code: string }): ComposedMail =>
  compose({
    subject: fill(mails['code.subject'], { code }),
    heading: mails['code.heading'],
    preview: fill(mails['code.body'], { code, minutes: MINUTES }),
    blocks: [
      { kind: 'text', text: mails['code.lead'] },
      { kind: 'code', code },
      { kind: 'note', text: fill(mails['code.note'], { minutes: MINUTES }) },
    ],
  })
