import { normalEmail } from '@foyer/domain/people/email.ts'
import type { Config } from '../config.ts'
import type { Tx } from '../db/transaction/tx.ts'
import type { Deps } from '../deps.ts'
import { enqueue, isLastTry, type Job, type Worker } from '../jobs/jobs.ts'
import type { SendOutcome } from '../mailer.ts'
import { type MailAbout, senderOf } from './about.ts'
import type { Attachment, AttachmentSource } from './attachments.ts'
import type { MailText } from './blocks.ts'
import { suppress } from './bounce/record.ts'
import { compose } from './compose.ts'
import { MAIL_KINDS, type MailKind } from './kinds.ts'

export type MailToQueue = MailText & {
  /** Makes repeated writes one mail, such as `wallet:${saleId}`. */
  key: string
  kind: MailKind
  recipient: string
  attachments?: Attachment[]
  saleId?: number
  /** What it is about, where the caller has read it; otherwise read from the sale. */
  about?: MailAbout
  /** For mail that recipients can end: the address to which a mail program posts at one click. */
  unsubscribeUrl?: string
  /** Part of a bulk mailing, which waits while other emails are due. */
  isBulk?: boolean
  now: Date
}

/**
 * Writes a mail and the job that sends it in the caller's transaction: either both exist or neither. Does nothing when the key
 * exists, and for tickets of a walk-in without an address. Returns whether this call wrote it.
 */
export const queueMail = async (
  tx: Tx,
  config: Pick<Config, 'shop' | 'publicUrl'>,
  mail: MailToQueue,
): Promise<boolean> => (await queueMailOnce(tx, config, mail)) !== null

/** The same; returns the id of the mail, or null where its key exists. */
export async function queueMailOnce(
  tx: Tx,
  config: Pick<Config, 'shop' | 'publicUrl'>,
  mail: MailToQueue,
): Promise<number | null> {
  if (mail.recipient === '') return null
  const { subject, text, html } = compose(mail, await senderOf(tx, config, mail))
  const row = await tx
    .insertInto('mails')
    .values({
      // guard: mail-queued-once
      key: mail.key,
      kind: mail.kind,
      sale_id: mail.saleId ?? null,
      recipient: normalEmail(mail.recipient),
      subject,
      body_text: text,
      body_html: html,
      attachments: JSON.stringify(mail.attachments ?? []),
      queued_at: mail.now,
      unsubscribe_url: mail.unsubscribeUrl ?? null,
    })
    .onConflict((conflict) => conflict.column('key').doNothing())
    .returning('id')
    .executeTakeFirst()
  if (!row) return null
  const kind = mail.isBulk ? 'send_mailing' : 'send_mail'
  // guard: mail-job-queued
  await enqueue(tx, { kind, key: mail.key, payload: { mail_id: row.id }, runAt: mail.now, now: mail.now })
  return row.id
}

/** Random, because anyone who has it may report that the mail bounced. */
const newMessageId = ({ random, config }: Pick<Deps, 'random' | 'config'>): string =>
  `<${Buffer.from(random.bytes(16)).toString('hex')}@${new URL(config.publicUrl).hostname}>`

/**
 * Sends one queued mail. A mail that was sent or finally refused is never sent again: its row says so, and the job's lock keeps
 * other workers away. Only a crash between the mail server's acceptance and our commit sends it twice, under the same
 * Message-ID, which mail programs show once.
 */
export const sendMail =
  (source: AttachmentSource): Worker =>
  (job, deps) =>
    sendQueued(source, job, deps)

export async function sendQueued(source: AttachmentSource, job: Job, deps: Deps): Promise<void> {
  const { db, mailer, metrics, log } = deps
  const mail = await db
    .updateTable('mails')
    .set((eb) => ({
      tries: eb('tries', '+', 1),
      // The same for every try.
      message_id: eb.fn.coalesce('message_id', eb.val(newMessageId(deps))),
    }))
    .where('id', '=', Number(job.payload.mail_id))
    // guard: mail-sent-once
    .where('status', '=', 'queued')
    .returningAll()
    .executeTakeFirst()
  if (!mail) return

  const attachments = mail.attachments as Attachment[]
  const drawn = await source.draw(deps, attachments, mail.recipient)
  let outcome: SendOutcome
  try {
    outcome = await mailer.send({
      to: mail.recipient,
      subject: mail.subject,
      text: mail.body_text,
      html: mail.body_html,
      attachments: drawn.filter((file) => file !== null),
      messageId: mail.message_id!,
      ...(mail.unsubscribe_url !== null && { unsubscribeUrl: mail.unsubscribe_url }),
    })
  } catch (error) {
    const reason = (error as Error).message.slice(0, 500)
    await db.updateTable('mails').set({ last_error: reason }).where('id', '=', mail.id).execute()
    if (!isLastTry(job)) throw error
    // There is no further try, so record the failure where the buyer and the operator see it instead of leaving it "queued".
    outcome = { ok: false, refused: true, reason }
  }

  if (!outcome.ok && outcome.isPermanent) await suppress(db, mail.recipient, deps.clock.now())
  const status = outcome.ok ? 'sent' : 'refused'
  const empty = { subject: '', body_text: '', body_html: '' }
  await db
    .updateTable('mails')
    .set({
      status,
      last_error: outcome.ok ? null : outcome.reason.slice(0, 500),
      sent_at: outcome.ok ? deps.clock.now() : null,
      attachments: JSON.stringify(
        attachments.flatMap((attachment, index) => {
          const file = drawn[index]
          return file ? [{ ...attachment, size: file.content.length }] : []
        }),
      ),
      ...(MAIL_KINDS[mail.kind as MailKind]?.secret && !mailer.isMailbox ? empty : {}),
    })
    .where('id', '=', mail.id)
    .where('status', '=', 'queued')
    .execute()
  metrics.mails.inc({ outcome: status })
  if (!outcome.ok) log.warn({ mail: mail.id, kind: mail.kind }, 'mail refused')
}

/** The newest mail of a sale that did not reach its address: "we could not reach this address". Null when there is none. */
export async function undeliveredMail(
  db: Pick<Deps['db'], 'selectFrom'>,
  saleId: number,
): Promise<{ recipient: string; reason: string } | null> {
  const newest = await db
    .selectFrom('mails')
    .select(['recipient', 'status', 'last_error'])
    .where('sale_id', '=', saleId)
    .where('status', '<>', 'queued')
    .orderBy('id', 'desc')
    .executeTakeFirst()
  return newest?.status === 'refused' ? { recipient: newest.recipient, reason: newest.last_error ?? '' } : null
}
