import { normalEmail } from '@foyer/domain/people/email.ts'
import { sql } from 'kysely'
import type { Config } from '../config.ts'
import { unnestRows } from '../db/transaction/column-lists.ts'
import { combine, onePerDb } from '../db/transaction/combine.ts'
import { ON_ITS_NODE } from '../db/transaction/on-its-node.ts'
import type { Tx } from '../db/transaction/tx.ts'
import type { Deps } from '../deps.ts'
import { enqueueRows, isLastTry, type Job, type Worker } from '../jobs/jobs.ts'
import type { SendOutcome } from '../mailer.ts'
import { type MailAbout, senderOf } from './about.ts'
import type { Attachment, AttachmentSource } from './attachments.ts'
import type { MailText } from './blocks.ts'
import { suppress } from './bounce/record.ts'
import { compose } from './compose.ts'
import { MAIL_KINDS, type MailKind, type SellerMailKind } from './kinds.ts'

export type MailToQueue = MailText &
  (
    | { kind: SellerMailKind; saleId: number; about?: MailAbout | undefined }
    | { kind: SellerMailKind; saleId?: number; about: MailAbout }
    | { kind: Exclude<MailKind, SellerMailKind>; saleId?: number; about?: MailAbout }
  ) & {
    /** Makes repeated writes one mail, such as `wallet:${saleId}`. Without `about`, what it is about is read from the sale. */
    key: string
    recipient: string
    attachments?: Attachment[]
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
  const ids = await queueComposed(tx, [await composeToQueue(tx, config, mail)])
  return ids.get(mail.key) ?? null
}

type ComposedToQueue = Awaited<ReturnType<typeof composeToQueue>>

/** Composes a mail in the language of its reader, for `queueComposed`. */
export async function composeToQueue(tx: Tx, config: Pick<Config, 'shop' | 'publicUrl'>, mail: MailToQueue) {
  const { subject, text, html } = compose(mail, await senderOf(tx, config, mail))
  return {
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
    job: mail.isBulk ? ('send_mailing' as const) : ('send_mail' as const),
  }
}

/** Writes mails and their jobs in one statement. Returns the ids of those whose keys are new, by key. */
export async function queueComposed(tx: Tx, mails: readonly ComposedToQueue[]): Promise<Map<string, number>> {
  // guard: mail-job-queued
  const jobs = enqueueRows({
    id: sql`job_id`,
    kind: sql<ComposedToQueue['job']>`job`,
    key: sql`key`,
    payload: { mail_id: sql`id` },
    at: sql`queued_at`,
    from: sql`queued join asked using (id, key) ${ON_ITS_NODE}`,
  })
  const { rows } = await sql<{ id: number; key: string }>`
    with asked as (
      select nextval('mails_id_seq') as id, nextval('jobs_id_seq') as job_id, mail.* from ${unnestRows('mail', mails, {
        key: ['text', (mail) => mail.key],
        kind: ['text', (mail) => mail.kind],
        sale_id: ['bigint', (mail) => mail.sale_id],
        recipient: ['text', (mail) => mail.recipient],
        subject: ['text', (mail) => mail.subject],
        body_text: ['text', (mail) => mail.body_text],
        body_html: ['text', (mail) => mail.body_html],
        attachments: ['jsonb', (mail) => mail.attachments],
        queued_at: ['timestamptz', (mail) => mail.queued_at],
        unsubscribe_url: ['text', (mail) => mail.unsubscribe_url],
        job: ['text', (mail) => mail.job],
      })}
    ),
    queued as (
      insert into mails (id, key, kind, sale_id, recipient, subject, body_text, body_html, attachments, queued_at, unsubscribe_url)
      select id, key, kind, sale_id, recipient, subject, body_text, body_html, attachments, queued_at, unsubscribe_url
      from asked ${ON_ITS_NODE}
      on conflict (key) do nothing
      returning id, key
    ),
    noted as (${jobs})
    select id, key from queued`.execute(tx)
  return new Map(rows.map(({ id, key }) => [key, id]))
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
  (source: AttachmentSource): Worker<'send_mail'> =>
  (job, deps) =>
    sendQueued(source, job, deps)

export async function sendQueued(
  source: AttachmentSource,
  job: Job<'send_mail' | 'send_mailing'>,
  deps: Deps,
): Promise<void> {
  const { db, mailer, metrics, log } = deps
  const mail = await beginSending(db)({ id: job.payload.mail_id, messageId: newMessageId(deps) })
  if (mail === null) return

  const attachments = mail.attachments as Attachment[]
  let drawn: Awaited<ReturnType<AttachmentSource['draw']>> = []
  let outcome: SendOutcome
  try {
    if (attachments.length > 0) drawn = await source.draw(deps, attachments, mail.recipient)
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
    outcome = { ok: false, reason }
  }

  if (!outcome.ok && outcome.isPermanent) await suppress(db, mail.recipient, deps.clock.now())
  const status = outcome.ok ? 'sent' : 'refused'
  await recordOutcome(db)({
    id: mail.id,
    status,
    last_error: outcome.ok ? null : outcome.reason.slice(0, 500),
    sent_at: outcome.ok ? deps.clock.now() : null,
    attachments: JSON.stringify(
      attachments.flatMap((attachment, index) => {
        const file = drawn[index]
        return file ? [{ ...attachment, size: file.content.length }] : []
      }),
    ),
    isForgotten: MAIL_KINDS[mail.kind as MailKind]?.secret && !mailer.isMailbox,
  })
  metrics.mails.inc({ outcome: status })
  if (!outcome.ok) log.warn({ mail: mail.id, kind: mail.kind }, 'mail refused')
}

/** Mails that leave at the same moment share their statements. */
const TOGETHER = { maxBatch: 100, maxQueue: 10_000 }

/** Counts the try and returns the mail; null if it was sent or refused before. */
const beginSending = onePerDb((db) =>
  combine(async (mails: { id: number; messageId: string }[]) => {
    const ids = sql.val(mails.map(({ id }) => id))
    const messageIds = sql.val(mails.map(({ messageId }) => messageId))
    const rows = await db
      .updateTable('mails')
      .from(
        sql<{ id: number; message_id: string }>`unnest(${ids}::bigint[], ${messageIds}::text[])`.as<'fresh'>(
          sql`fresh (id, message_id)`,
        ),
      )
      .set((eb) => ({
        tries: eb('mails.tries', '+', 1),
        // The same for every try.
        message_id: eb.fn.coalesce('mails.message_id', 'fresh.message_id'),
      }))
      .whereRef('mails.id', '=', 'fresh.id')
      // guard: mail-sent-once
      .where('mails.status', '=', 'queued')
      .returningAll('mails')
      .execute()
    return mails.map(({ id }) => rows.find((row) => row.id === id) ?? null)
  }, TOGETHER),
)

type Recorded = {
  id: number
  status: 'sent' | 'refused'
  last_error: string | null
  sent_at: Date | null
  attachments: string
  /** Whether the text is deleted. */
  isForgotten: boolean
}

const recordOutcome = onePerDb((db) =>
  combine(async (mails: Recorded[]) => {
    await sql`
      update mails set status = sent.status, last_error = sent.last_error, sent_at = sent.sent_at, attachments = sent.attachments,
        subject = case when forgotten then '' else subject end, body_text = case when forgotten then '' else body_text end,
        body_html = case when forgotten then '' else body_html end
      from ${unnestRows('sent', mails, {
        id: ['bigint', (mail) => mail.id],
        status: ['text', (mail) => mail.status],
        last_error: ['text', (mail) => mail.last_error],
        sent_at: ['timestamptz', (mail) => mail.sent_at],
        attachments: ['jsonb', (mail) => mail.attachments],
        forgotten: ['boolean', (mail) => mail.isForgotten],
      })}
      where mails.id = sent.id and mails.status = 'queued'`.execute(db)
    return mails
  }, TOGETHER),
)

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
