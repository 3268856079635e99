// biome-ignore-all lint/suspicious/noTemplateCurlyInString: SQL as it stands in template literals
import { type Guard, guard } from '../guard.ts'

const MAILINGS = 'office/mailings/mailings.test.ts'
const NEWS = 'office/mailings/news.test.ts'

/** Reminders, mailings and news. */
export const MAILING_GUARDS: Guard[] = [
  guard('reminder-link-signed', 'anybody can turn off anybody’s reminders', 'tickets/reminder/remind.test.ts', {
    as: 'return hash',
  }),
  guard('relay-signed', 'anybody can report that an email bounced', 'office/relay.test.ts'),
  guard('pass-token', 'anybody fetches anybody’s pass', 'tickets/wallet/passes.test.ts', { as: 'false' }),
  guard('pass-of-its-holder', 'who handed a ticket on keeps its code on the phone', 'tickets/wallet/passes.test.ts', {
    as: 'true',
  }),
  guard('own-device', 'a phone unregisters all others', 'tickets/wallet/passes.test.ts'),
  guard('own-mailing', 'staff open another organiser’s mailing', MAILINGS),
  guard('mailing-starts-once', 'a mailing starts twice', MAILINGS),
  guard('mailing-one-process', 'several processes send the same mailing', MAILINGS),
  guard('mailing-stopped', 'a stopped mailing goes on', MAILINGS),
  guard('mailing-nobody-forgotten', 'a resumed mailing forgets some', MAILINGS),
  guard('news-by-consent', 'news go to those who did not agree', NEWS, { as: 'return sql<boolean>`true`' }),
  guard('news-consent-at-sending', 'news go to those who withdrew meanwhile', NEWS),
]
