import { sql } from 'kysely'
import { inTx, type Tx } from '../../db/transaction/tx.ts'
import type { Deps } from '../../deps.ts'
import { doEach } from '../../jobs/do-each.ts'
import type { Worker } from '../../jobs/jobs.ts'
import { withLanguage } from '../../language.ts'
import type { AttachmentSource } from '../../mail/attachments.ts'
import { queueMailOnce, sendQueued } from '../../mail/outbox.ts'
import { isSubscribedToNews } from '../../marketing/news-link.ts'
import { readerOf } from '../../sale/reader.ts'
import { emailTo, mailAbout, organiserOf } from './email.ts'
import { type Mailing, selectionOf } from './own-mailing.ts'
import { storeRecipients } from './recipients.ts'

type SendingDeps = Pick<Deps, 'db' | 'clock' | 'config' | 'random'>

/** How many emails of a mailing are in the outbox at a time, so that few of them fail while the mail server is down. */
const MAX_IN_OUTBOX = 50
/** How many emails are queued in one transaction. */
const BATCH_SIZE = 25

export const personKey = (mailingId: number, personId: number): string => `mailing:${mailingId}:${personId}`

/**
 * Starts mailings that are due, and queues the next emails of all that have started. One that always fails does not stop the
 * others, which may be of other organisers.
 */
export async function sendMailings(deps: SendingDeps): Promise<void> {
  const { db, clock } = deps
  const open = await db
    .selectFrom('mailings')
    .select('id')
    .where((eb) =>
      eb.or([eb('state', '=', 'sending'), eb.and([eb('state', '=', 'waiting'), eb('send_at', '<=', clock.now())])]),
    )
    .orderBy('id')
    .execute()
  await doEach(open, async ({ id }) => {
    while ((await inTx(db, (tx) => continueMailing(tx, deps, id))) === BATCH_SIZE);
  })
}

/** Stores the recipients of a mailing and starts it. Returns how many there are. */
export async function startMailing(tx: Tx, mailing: Mailing, now: Date): Promise<number> {
  const scope = { organiserId: mailing.organiser_id, eventIds: mailing.event_ids }
  const people = await storeRecipients(tx, mailing.id, scope, selectionOf(mailing))
  await tx.updateTable('mailings').set({ state: 'sending', started_at: now }).where('id', '=', mailing.id).execute()
  return people
}

/** Queues one slice of a mailing. Returns how many emails that was. */
async function continueMailing(tx: Tx, deps: SendingDeps, id: number): Promise<number> {
  const now = deps.clock.now()
  const mailing = await tx
    .selectFrom('mailings')
    .selectAll()
    .where('id', '=', id)
    // One process works on a mailing at a time; the others skip it.
    // guard: mailing-one-process
    .forNoKeyUpdate()
    .skipLocked()
    .executeTakeFirst()
  if (mailing === undefined) return 0
  if (mailing.state === 'waiting' && mailing.send_at !== null && mailing.send_at <= now)
    await startMailing(tx, mailing, now)
  else if (mailing.state !== 'sending') return 0
  await recordOutcomes(tx, id)
  // guard: mailing-nobody-forgotten
  await requeueEmails(tx, id, now)
  const queued = await queueSlice(tx, deps, mailing)
  const left = await tx
    .selectFrom('mailing_people')
    .select('id')
    .where('mailing_id', '=', id)
    .where('state', 'in', ['waiting', 'queued'])
    .limit(1)
    .executeTakeFirst()
  if (left === undefined)
    await tx.updateTable('mailings').set({ state: 'done', ended_at: now }).where('id', '=', id).execute()
  return queued
}

/** Copies the outcome of emails that have left the outbox. */
const recordOutcomes = (tx: Tx, mailingId: number) =>
  sql`update mailing_people person set state = mails.status from mails
    where person.mailing_id = ${mailingId} and person.state = 'queued' and mails.id = person.mail_id
      and mails.status <> 'queued'`.execute(tx)

/** Runs jobs again that ended without sending their email, because the mailing was stopped. */
const requeueEmails = (tx: Tx, mailingId: number, now: Date) =>
  sql`update jobs set done_at = null, locked_until = null, tries = 0, run_at = ${now}, last_error = null
    from mailing_people person join mails on mails.id = person.mail_id and mails.status = 'queued'
    where person.mailing_id = ${mailingId} and person.state = 'queued'
      and jobs.kind = 'send_mailing' and jobs.key = mails.key and jobs.done_at is not null`.execute(tx)

async function queueSlice(tx: Tx, deps: SendingDeps, mailing: Mailing): Promise<number> {
  const { n } = await tx
    .selectFrom('mailing_people')
    .select((eb) => eb.fn.countAll<number>().as('n'))
    .where('mailing_id', '=', mailing.id)
    .where('state', '=', 'queued')
    .executeTakeFirstOrThrow()
  const room = Math.min(BATCH_SIZE, MAX_IN_OUTBOX - Number(n))
  if (room <= 0) return 0
  const people = await tx
    .selectFrom('mailing_people as person')
    .leftJoin('sales as sale', 'sale.id', 'person.sale_id')
    .select(['person.id', 'person.email', 'person.name', 'person.sale_id', 'person.ticket_type_id', 'sale.language'])
    .where('person.mailing_id', '=', mailing.id)
    .where('person.state', '=', 'waiting')
    .orderBy('person.id')
    .limit(room)
    .execute()
  const organiser = await organiserOf(tx, mailing.organiser_id)
  for (const { email, language, ...person } of people) {
    const set = (state: 'queued' | 'left_out', mailId: number | null = null) =>
      tx.updateTable('mailing_people').set({ state, mail_id: mailId }).where('id', '=', person.id).execute()
    if (email === null) {
      await set('left_out')
      continue
    }
    // What the shop says around the organiser's words is in the language of the order.
    const mailId = await withLanguage(readerOf({ language: language ?? '' }), async () =>
      queueMailOnce(tx, deps.config, {
        ...(await emailTo(tx, deps, mailing, { organiser, person: { ...person, email } })),
        key: personKey(mailing.id, person.id),
        kind: 'mailing',
        recipient: email,
        isBulk: true,
        ...(person.sale_id !== null && { saleId: person.sale_id }),
        about: mailAbout(organiser),
        now: deps.clock.now(),
      }),
    )
    await set(mailId === null ? 'left_out' : 'queued', mailId)
  }
  return people.length
}

/** Sends one email of a mailing, unless the mailing was stopped or the consent withdrawn since the email was queued. */
export const sendMailingEmail =
  (source: AttachmentSource): Worker<'send_mailing'> =>
  async (job, deps) => {
    const mailId = job.payload.mail_id
    const { rows } = await sql<{ person_id: number; state: string; wants: boolean }>`
      select person.id as person_id, mailing.state,
        person.email is not null
          and (mailing.kind = 'service' or ${isSubscribedToNews(sql.ref('person.email'), sql.ref('mailing.organiser_id'))}) as wants
      from mailing_people person join mailings mailing on mailing.id = person.mailing_id
      where person.mail_id = ${mailId}`.execute(deps.db)
    const [person] = rows
    // The email stays in the outbox until the mailing is resumed.
    // guard: mailing-stopped
    if (person !== undefined && person.state !== 'sending') return
    // guard: news-consent-at-sending
    if (person !== undefined && !person.wants) return leaveOut(deps, person.person_id, mailId)
    await sendQueued(source, job, deps)
  }

const leaveOut = ({ db }: Deps, personId: number, mailId: number): Promise<void> =>
  inTx(db, async (tx) => {
    await tx
      .updateTable('mailing_people')
      .set({ state: 'left_out', mail_id: null })
      .where('id', '=', personId)
      .execute()
    await tx.deleteFrom('mails').where('id', '=', mailId).where('status', '=', 'queued').execute()
  })
