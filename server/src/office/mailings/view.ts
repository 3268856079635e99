import { niceDate } from '@foyer/domain/format/dates.ts'
import { fail } from '@foyer/domain/result.ts'
import { sql } from 'kysely'
import type { Db, Tx } from '../../db/transaction/tx.ts'
import type { Deps } from '../../deps.ts'
import { senderOf } from '../../mail/about.ts'
import { compose } from '../../mail/compose.ts'
import type { OfficeContext, OfficeHandlers } from '../handle.ts'
import { queryOf } from '../lists/filter.ts'
import { optionsOf } from '../lists/view.ts'
import { formKey } from '../order/form-key.ts'
import { emailTo, type MailingPerson, mailAbout, organiserOf } from './email.ts'
import { type Mailing, ownMailing, ownMailings, scopeOf, selectionOf } from './own-mailing.ts'
import { reachOf, readFilter, type Selection } from './recipients.ts'

const PAGE = 50
const MAX_NAMES = 10

type Counts = { people: number; sent: number; refused: number; left_out: number; unsubscribed: number }
const NO_COUNTS: Counts = { people: 0, sent: 0, refused: 0, left_out: 0, unsubscribed: 0 }

/** How many emails of each mailing were sent, by the mailing's id. */
async function countsOf(db: Db, ids: readonly number[]): Promise<Map<number, Counts>> {
  const { rows } = await sql<Counts & { mailing_id: number }>`
    select person.mailing_id, count(*)::int as people,
      count(*) filter (where coalesce(mails.status, person.state) = 'sent')::int as sent,
      count(*) filter (where coalesce(mails.status, person.state) = 'refused')::int as refused,
      count(*) filter (where person.state = 'left_out')::int as left_out,
      count(person.unsubscribed_at)::int as unsubscribed
    from mailing_people person left join mails on mails.id = person.mail_id
    where person.mailing_id = any(${[...ids]}::bigint[]) group by person.mailing_id`.execute(db)
  return new Map(rows.map(({ mailing_id, ...counts }) => [mailing_id, counts]))
}

async function staffNames(db: Db, mailings: readonly Mailing[]): Promise<Map<number, string>> {
  const ids = mailings.flatMap(({ made_by, sent_by }) => [made_by, sent_by]).filter((id) => id !== null)
  const rows = await db
    .selectFrom('staff')
    .select(['id', 'name'])
    .where('id', 'in', [-1, ...ids])
    .execute()
  return new Map(rows.map(({ id, name }) => [id, name]))
}

const lastTimeOf = ({ state, made_at, send_at, started_at, ended_at }: Mailing): string =>
  niceDate((state === 'waiting' ? send_at : (ended_at ?? started_at)) ?? made_at)

const staffNameOf = ({ made_by, sent_by }: Mailing, names: Map<number, string>) =>
  names.get(sent_by ?? made_by ?? -1) ?? ''

export const officeMailings: OfficeHandlers['office_mailings'] = {
  async read({ before }, ctx) {
    const { db } = ctx.deps
    const found = await ownMailings(db, ctx)
      .$if(before !== undefined, (query) => query.where('id', '<', before!))
      .orderBy('id', 'desc')
      .limit(PAGE + 1)
      .execute()
    const shown = found.slice(0, PAGE)
    const counts = await countsOf(
      db,
      shown.map(({ id }) => id),
    )
    const names = await staffNames(db, shown)
    return {
      mailings: shown.map((mailing) => ({
        ...(counts.get(mailing.id) ?? NO_COUNTS),
        mailing_id: mailing.id,
        subject: mailing.subject,
        kind: mailing.kind,
        state: mailing.state,
        nice_at: lastTimeOf(mailing),
        who: staffNameOf(mailing, names),
      })),
      next: found.length > PAGE ? shown.at(-1)!.id : null,
    }
  },
}

/** Whom a draft would reach now, or some of those to whom a started mailing is sent. */
async function recipientsOf(
  db: Db | Tx,
  ctx: OfficeContext,
  chosen: Selection,
  mailing: Mailing | null,
): Promise<{ people: number; sample: MailingPerson[] }> {
  if (mailing === null || mailing.started_at === null) {
    const { people, sample } = await reachOf(db, scopeOf(ctx), chosen, MAX_NAMES)
    return { people, sample: sample.map((person) => ({ ...person, id: null })) }
  }
  const sample = await db
    .selectFrom('mailing_people')
    .select(['id', 'email', 'name', 'sale_id', 'ticket_type_id'])
    .where('mailing_id', '=', mailing.id)
    .where('email', 'is not', null)
    .orderBy('id')
    .limit(MAX_NAMES)
    .execute()
  return { people: 0, sample: sample.map((person) => ({ ...person, email: person.email! })) }
}

export const officeMailing: OfficeHandlers['office_mailing'] = {
  async read({ organiser_id, mailing_id, kind, list, ...filterFields }, ctx) {
    const { db } = ctx.deps
    const mailing = mailing_id === undefined ? null : await ownMailing(db, ctx, mailing_id)
    if (mailing === undefined) return fail('not_found')
    // Query parameters that the list doesn't accept are ignored.
    const filter = readFilter(list, organiser_id, filterFields) ?? readFilter(list, organiser_id, {})!
    const chosen = mailing === null ? { kind, list, filter } : selectionOf(mailing)
    const words = mailing ?? { kind, subject: '', body: '' }
    const { people, sample } = await recipientsOf(db, ctx, chosen, mailing)
    const [first] = sample
    const counts = mailing?.started_at ? (await countsOf(db, [mailing.id])).get(mailing.id) : undefined
    const letter =
      mailing === null || first === undefined ? null : await exampleEmail(db, ctx.deps, organiser_id, words, first)
    return {
      ...(counts ?? { ...NO_COUNTS, people }),
      form_key: formKey(ctx),
      mailing_id: mailing?.id ?? null,
      version: mailing?.version ?? 0,
      kind: chosen.kind,
      state: mailing?.state ?? 'draft',
      list: chosen.list,
      filter: queryOf(chosen.filter),
      subject: words.subject,
      body: words.body,
      ...(await optionsOf(ctx, chosen.filter)),
      names: sample.map(({ name, email }) => (name === '' ? email : `${name} (${email})`)),
      example: letter && { to: first!.email, subject: letter.subject, text: letter.text },
      nice_at: mailing === null ? '' : lastTimeOf(mailing),
      who: mailing === null ? '' : staffNameOf(mailing, await staffNames(db, [mailing])),
    }
  },
}

/** The email that this person gets, as text and as HTML. */
async function exampleEmail(
  db: Db | Tx,
  deps: Deps,
  organiserId: number,
  words: Pick<Mailing, 'kind' | 'subject' | 'body'>,
  person: MailingPerson,
) {
  const organiser = await organiserOf(db, organiserId)
  // The recipient's own unsubscribe link is not shown to staff.
  const letter = await emailTo(db, deps, words, { organiser, person: { ...person, id: null, email: '' } })
  return compose(letter, await senderOf(db, deps.config, { about: mailAbout(organiser) }))
}

export const mailingPreview: OfficeHandlers['mailing_preview'] = {
  async read({ mailing_id, organiser_id }, ctx) {
    const { db } = ctx.deps
    const mailing = await ownMailing(db, ctx, mailing_id)
    if (mailing === undefined) return fail('not_found')
    const [first] = (await recipientsOf(db, ctx, selectionOf(mailing), mailing)).sample
    if (first === undefined) return fail('mailing_nobody')
    return { html: (await exampleEmail(db, ctx.deps, organiser_id, mailing, first)).html }
  },
}
