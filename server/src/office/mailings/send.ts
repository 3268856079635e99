import { sql } from 'kysely'
import { inTx, type Tx } from '../../db/transaction/tx.ts'
import type { Deps } from '../../deps.ts'
import type { Worker } from '../../jobs/jobs.ts'
import type { AttachmentSource } from '../../mail/attachments.ts'
import { queueMailOnce, sendQueued } from '../../mail/outbox.ts'
import { mayGetNews } from '../../marketing/news-link.ts'
import { aboutOf, letterTo, writerOf } from './letter.ts'
import { chosenBy, type Mailing } from './own.ts'
import { freezePeople } from './people.ts'

type SendingDeps = Pick<Deps, 'db' | 'clock' | 'config' | 'random'>

/** Emails of one mailing in the outbox at a time, so that a mail server that is away fails on few of them. */
const AHEAD = 50
/** Written in one transaction. */
const SLICE = 25

export const personKey = (mailingId: number, personId: number): string => `mailing:${mailingId}:${personId}`

/** Starts mailings that are due, and puts the next emails of those that run into the outbox. */
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
  for (const { id } of open) while ((await inTx(db, (tx) => goOn(tx, deps, id))) === SLICE);
}

/** Writes down the people of a mailing and lets it go. */
export async function startMailing(tx: Tx, mailing: Mailing, now: Date): Promise<number> {
  const scope = { organiserId: mailing.organiser_id, eventIds: mailing.event_ids }
  const people = await freezePeople(tx, mailing.id, scope, chosenBy(mailing))
  await tx.updateTable('mailings').set({ state: 'sending', started_at: now }).where('id', '=', mailing.id).execute()
  return people
}

/** One slice of a mailing. Returns how many emails it queued. */
async function goOn(tx: Tx, deps: SendingDeps, id: number): Promise<number> {
  const now = deps.clock.now()
  const mailing = await tx
    .selectFrom('mailings')
    .selectAll()
    .where('id', '=', id)
    // One process at a time; the others leave it.
    // guard: mailing-one-process
    .forNoKeyUpdate()
    .skipLocked()
    .executeTakeFirst()
  if (mailing === undefined) return 0
  if (mailing.state === 'waiting' && mailing.send_at !== null && mailing.send_at <= now)
    await startMailing(tx, mailing, now)
  else if (mailing.state !== 'sending') return 0
  await settlePeople(tx, id)
  // guard: mailing-nobody-forgotten
  await wakeEmails(tx, id, now)
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

/** What became of emails in the outbox. */
const settlePeople = (tx: Tx, mailingId: number) =>
  sql`update mailing_people person set state = mails.status from mails
    where person.mailing_id = ${mailingId} and person.state = 'queued' and mails.id = person.mail_id
      and mails.status <> 'queued'`.execute(tx)

/** Emails whose jobs ended without sending them, because the mailing was stopped. */
const wakeEmails = (tx: Tx, mailingId: number, now: Date) =>
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
  const room = Math.min(SLICE, AHEAD - Number(n))
  if (room <= 0) return 0
  const people = await tx
    .selectFrom('mailing_people')
    .select(['id', 'email', 'name', 'sale_id', 'ticket_type_id'])
    .where('mailing_id', '=', mailing.id)
    .where('state', '=', 'waiting')
    .orderBy('id')
    .limit(room)
    .execute()
  const writer = await writerOf(tx, mailing.organiser_id)
  for (const { email, ...person } of people) {
    const set = (state: 'queued' | 'left_out', mailId: number | null = null) =>
      tx.updateTable('mailing_people').set({ state, mail_id: mailId }).where('id', '=', person.id).execute()
    if (email === null) {
      await set('left_out')
      continue
    }
    const letter = await letterTo(tx, deps, mailing, { writer, person: { ...person, email } })
    const mailId = await queueMailOnce(tx, deps.config, {
      ...letter,
      ...{ key: personKey(mailing.id, person.id), kind: 'mailing', recipient: email, isBulk: true },
      ...(person.sale_id !== null && { saleId: person.sale_id }),
      ...{ about: aboutOf(writer), now: deps.clock.now() },
    })
    await set(mailId === null ? 'left_out' : 'queued', mailId)
  }
  return people.length
}

/** Sends one email of a mailing, unless that was stopped or the consent was withdrawn since it was written. */
export const sendMailingEmail =
  (source: AttachmentSource): Worker =>
  async (job, deps) => {
    const mailId = Number(job.payload.mail_id)
    const { rows } = await sql<{ person_id: number; state: string; wants: boolean }>`
      select person.id as person_id, mailing.state,
        person.email is not null
          and (mailing.kind = 'service' or ${mayGetNews(sql.ref('person.email'), sql.ref('mailing.organiser_id'))}) as wants
      from mailing_people person join mailings mailing on mailing.id = person.mailing_id
      where person.mail_id = ${mailId}`.execute(deps.db)
    const [person] = rows
    // Its email stays in the outbox until the mailing goes on.
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
