import type { Config } from '../config.ts'
import type { Mailer } from '../mailer.ts'
import { RELAYS } from './bounce/relays.ts'
import { mailboxMailer } from './mailbox.ts'
import { smtpMailer } from './smtp.ts'

/** SMTP when it is configured, else the mailbox page. */
export const makeMailer = ({
  smtpUrl,
  mailFrom,
  smtpRequireTls,
  mailRelay,
}: Pick<Config, 'smtpUrl' | 'mailFrom' | 'smtpRequireTls' | 'mailRelay'>): Mailer =>
  smtpUrl === undefined
    ? mailboxMailer()
    : smtpMailer(smtpUrl, mailFrom, {
        requireTls: smtpRequireTls,
        ...(mailRelay !== null && { headers: RELAYS[mailRelay.name].headers }),
      })
