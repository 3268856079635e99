import { DAY_MS } from '@foyer/domain/format/calendar-days.ts'
import { normalEmail } from '@foyer/domain/people/email.ts'
import { type Fail, fail, type Ok } from '@foyer/domain/result.ts'
import { sql } from 'kysely'
import type { Config } from '../config.ts'
import type { Tx } from '../db/transaction/tx.ts'
import { keyedHash } from '../http/keys.ts'
import { subtractHits, windowStart } from '../http/limits/rate-limit.ts'
import { type MailToQueue, queueMail } from './outbox.ts'

const DAY_SECONDS = DAY_MS / 1000

/**
 * Emails that one address gets in a day (of UTC) because it was typed, from all browsers and networks together: its owner may never
 * have heard of the shop. Those that staff cause are counted for each organiser. Codes have limits of their own (decision 036).
 */
export const TYPED_MAILS = {
  /** Requests to join the waiting lists of one event: one email each, whatever the quantity, and of all events. */
  waiting_list_of_event: 3,
  waiting_list: 10,
  mailing_list: 3,
  transfer: 20,
  waiver: 10,
  /** Free orders at an address that their buyer has not confirmed, and their tickets sent again. */
  unconfirmed_order: 10,
  /** Messages from buyers to the address that an organiser has entered. */
  feedback: 100,
  /** Complaints, each acknowledged at once. */
  complaint: 5,
  invitation: 5,
  /** Orders that staff give, send to an address or send again. */
  sent_by_staff: 50,
} as const

export type TypedMail = keyof typeof TYPED_MAILS

type Counted = {
  mail: TypedMail
  /** Addresses as typed, one for each email. */
  recipients: readonly string[]
  /** The event or organiser whose emails are counted; all of the shop's without it. */
  of?: number
  /** When they are sent. */
  at: Date
}

export type TooManyMails = Fail<'address_mailed_often'>

/**
 * Counts emails to typed addresses in the transaction that causes them: all of them, or none if one address has had too many.
 * Call it after every other check and before anything is written.
 */
export async function countTypedMails(
  tx: Tx,
  config: Pick<Config, 'sessionSecret'>,
  ...all: readonly Counted[]
): Promise<Ok | TooManyMails> {
  const counted: Window[] = []
  for (const window of all.flatMap((one) => windowsOf(config, one)).toSorted((a, b) => (a.key < b.key ? -1 : 1))) {
    if (!(await addWithin(tx, window))) {
      for (const { key, start, mails } of counted) await subtractHits(tx, { key, start, hits: mails })
      return fail('address_mailed_often', { email: window.email, n: window.max })
    }
    counted.push(window)
  }
  return { ok: true }
}

/** Queues one email to a typed address within its limits. A repeat of a queued email is neither counted nor sent. */
export async function queueTypedMail(
  tx: Tx,
  config: Config,
  mail: MailToQueue,
  ...counts: readonly Pick<Counted, 'mail' | 'of'>[]
): Promise<Ok | TooManyMails> {
  const queued = await tx.selectFrom('mails').select('id').where('key', '=', mail.key).executeTakeFirst()
  if (queued) return { ok: true }
  const { recipient, now } = mail
  const counted = counts.map((count): Counted => ({ recipients: [recipient], at: now, ...count }))
  const allowed = await countTypedMails(tx, config, ...counted)
  if (allowed.ok) await queueMail(tx, config, mail)
  return allowed
}

type Window = { key: string; start: Date; mails: number; max: number; email: string }

function windowsOf({ sessionSecret }: Pick<Config, 'sessionSecret'>, { mail, recipients, of, at }: Counted): Window[] {
  const start = windowStart(at, DAY_SECONDS)
  const emails = recipients.map(normalEmail).filter((email) => email !== '')
  return [...new Set(emails)].map((email) => ({
    key: `typed:${mail}:${of ?? ''}:${keyedHash(sessionSecret, 'typed address', email)}`,
    start,
    mails: emails.filter((one) => one === email).length,
    max: TYPED_MAILS[mail],
    email,
  }))
}

/** Returns whether the limit leaves room for them; if not, nothing is counted. */
async function addWithin(tx: Tx, { key, start, mails, max }: Window): Promise<boolean> {
  if (mails > max) return false
  const { rows } = await sql`
    insert into rate_limits (key, window_start, hits) values (${key}, ${start}, ${mails})
    on conflict (key, window_start) do update set hits = rate_limits.hits + excluded.hits
      where rate_limits.hits + excluded.hits <= ${max}
    returning key`.execute(tx)
  return rows.length > 0
}
