import { fill } from '@foyer/contract/fill.ts'
import type { OfficeReply } from '@foyer/contract/office/calls.ts'
import { log as logWords } from '@foyer/contract/office/messages.ts'
import { happened, mailStates, orderPage as t } from '@foyer/contract/office/orders/messages.en.ts'
import { niceDate } from '@foyer/domain/format/dates.ts'
import { formatMinor } from '@foyer/domain/format/money.ts'
import { currencyCode, toMinor } from '@foyer/domain/money/money.ts'
import type { Db } from '../../db/transaction/tx.ts'
import { isOwnEvent } from '../event/own-event.ts'
import { grantOf, type OfficeContext, staffOf } from '../handle.ts'
import { entryOf } from '../log/entry.ts'
import { sentencesOf, textOfParts } from '../log/sentence.ts'
import type { OwnOrder } from './own-order.ts'

type Shown = OfficeReply<'office_order'>

const MAX = 200

type Letter = Shown['mails'][number] & { at: Date }

/**
 * Every email about the order with its status. Of an order with lines that this person may not see, only those to the buyer, without
 * their subjects, which can name those events.
 */
export async function mailsOf(db: Db, { order, isShared, seesAll }: OwnOrder): Promise<Letter[]> {
  const rows = await db
    .selectFrom('mails')
    .select(['subject', 'recipient', 'status', 'last_error', 'queued_at', 'sent_at', 'kind'])
    .where('sale_id', '=', order.sale_id)
    .$if(isShared || !seesAll, (query) => query.where('recipient', '=', order.email))
    .orderBy('id', 'desc')
    .limit(MAX)
    .execute()
  return rows.map(({ subject, recipient, status, last_error, queued_at, sent_at, kind }) => ({
    subject: subject === '' || isShared || !seesAll ? fill(t.secretMail, { kind }) : subject,
    recipient,
    status,
    reason: status === 'sent' ? '' : (last_error ?? ''),
    nice_at: niceDate(sent_at ?? queued_at),
    at: sent_at ?? queued_at,
  }))
}

/** The text messages about a payment plan. For an order with several organisers, none of them may see these. */
export async function textsOf(db: Db, { order, isShared, seesAll }: OwnOrder): Promise<Letter[]> {
  if (isShared || !seesAll) return []
  const rows = await db
    .selectFrom('text_messages')
    .select(['body', 'recipient', 'status', 'last_error', 'queued_at', 'sent_at'])
    .where('sale_id', '=', order.sale_id)
    .orderBy('id', 'desc')
    .limit(MAX)
    .execute()
  return rows.map(({ body, recipient, status, last_error, queued_at, sent_at }) => ({
    subject: body || t.noText,
    recipient,
    status,
    reason: status === 'sent' ? '' : (last_error ?? ''),
    nice_at: niceDate(sent_at ?? queued_at),
    at: sent_at ?? queued_at,
  }))
}

export async function notesOf(db: Db, ctx: OfficeContext, saleId: number): Promise<Shown['notes']> {
  const rows = await db
    .selectFrom('order_notes as note')
    .leftJoin('staff', 'staff.id', 'note.staff_id')
    .select(['note.id', 'note.words', 'note.at_door', 'note.written_at', 'staff.name'])
    .where('note.sale_id', '=', saleId)
    .where('note.organiser_id', '=', grantOf(ctx).organiserId)
    .where('note.ended_at', 'is', null)
    .orderBy('note.id')
    .execute()
  return rows.map(({ id, words, at_door, written_at, name }) => ({
    note_id: id,
    words,
    who: name ?? '',
    nice_at: niceDate(written_at),
    at_door,
  }))
}

const LABELS: Readonly<Record<string, string>> = happened

/** `after`: what is recorded later is shown later, though its own clock says the same minute. */
type Entry = { at: Date; what: string; who: string; after?: Date }

const timeOf = ({ at, after = at }: Entry): number => after.getTime()
const MINUTE_MS = 60_000
const minuteOf = (at: Date) => Math.floor(at.getTime() / MINUTE_MS)

/** Everything that happened with the order, newest first: to it, by staff, at the door, and what was written to its people. */
export async function timelineOf(
  db: Db,
  ctx: OfficeContext,
  own: OwnOrder,
  letters: { mails: readonly Letter[]; texts: readonly Letter[] },
): Promise<Shown['timeline']> {
  const all: Entry[] = [
    // Order of entries with the same time: an email comes after the act it reports.
    ...letters.mails.map(asEntry(t['timeline.mail'])),
    ...letters.texts.map(asEntry(t['timeline.text'])),
    ...(await eventsOf(db, own)),
    ...(await staffActsOf(db, ctx, own)),
    ...(await entriesOf(db, ctx, own)),
  ]
  return all
    .sort((a, b) => timeOf(b) - timeOf(a))
    .slice(0, MAX)
    .map(({ at, what, who }) => ({ nice_at: niceDate(at), what, who }))
}

const asEntry =
  (words: string) =>
  ({ subject, recipient, status, reason, at }: Letter): Entry => ({
    at,
    what: fill(words, { subject, state: mailStates[status] }) + (reason && `: ${reason}`),
    who: recipient,
  })

async function eventsOf(db: Db, { order, isShared, seesAll }: OwnOrder): Promise<Entry[]> {
  const rows = await db
    .selectFrom('sale_events')
    .select(['kind', 'facts', 'at'])
    .where('sale_id', '=', order.sale_id)
    .orderBy('id', 'desc')
    .limit(MAX)
    .execute()
  const currency = currencyCode(order.currency)
  let last: Date | undefined
  const afterOf = (at: Date): Date => {
    last = last !== undefined && last > at && minuteOf(last) === minuteOf(at) ? last : at
    return last
  }
  const inOrder = rows.toReversed().map((row) => ({ ...row, after: afterOf(row.at) }))
  return inOrder.toReversed().flatMap(({ kind, facts, at, after }) => {
    const label = LABELS[kind]
    // Kinds without a text, such as consents, concern only the buyer.
    if (!label) return []
    const { amount } = facts as { amount?: unknown }
    // In an order with several organisers, an amount may belong to another.
    const isOwn = typeof amount === 'number' && !isShared && seesAll
    const what = isOwn ? `${label}: ${formatMinor(toMinor(amount, currency), currency)}` : label
    return [{ at, after, what, who: '' }]
  })
}

/** As in the log, someone limited to other lines of the order reads only what they did themselves. */
async function staffActsOf(db: Db, ctx: OfficeContext, { order, seesAll }: OwnOrder): Promise<Entry[]> {
  const rows = await db
    .selectFrom('staff_log as log')
    .leftJoin('staff', 'staff.id', 'log.staff_id')
    .select(['log.action', 'log.at', 'log.subject_kind', 'log.subject_id', 'log.before', 'log.after', 'staff.name'])
    .where('log.organiser_id', '=', grantOf(ctx).organiserId)
    .where('log.subject_kind', '=', 'order')
    .where('log.subject_id', '=', String(order.sale_id))
    .where('log.outcome', '=', 'done')
    .$if(!seesAll, (query) => query.where('log.staff_id', '=', staffOf(ctx).id))
    .orderBy('log.id', 'desc')
    .limit(MAX)
    .execute()
  const sentences = await sentencesOf(db, null, rows.map(entryOf))
  return rows.map(({ at, name }, i) => ({ at, what: textOfParts(sentences[i]!), who: name ?? logWords.nobody }))
}

/** What happened to the order itself and at the door, oldest first: without what staff did and wrote. */
export async function historyOf(
  db: Db,
  ctx: OfficeContext,
  own: OwnOrder,
): Promise<{ nice_at: string; what: string }[]> {
  const all = [...(await eventsOf(db, own)), ...(await entriesOf(db, ctx, own))]
  return all
    .reverse()
    .sort((a, b) => timeOf(a) - timeOf(b))
    .map(({ at, what, who }) => ({ nice_at: niceDate(at), what: who === '' ? what : `${what} (${who})` }))
}

/** Entries of its tickets at the doors that this person may see, those undone, and those refused. */
async function entriesOf(db: Db, ctx: OfficeContext, { order, lines }: OwnOrder): Promise<Entry[]> {
  const rows = await db
    .selectFrom('admissions as entry')
    .innerJoin('tickets as ticket', 'ticket.id', 'entry.ticket_id')
    .select(['entry.outcome', 'entry.at', 'entry.place', 'entry.reason', 'ticket.holder_name'])
    .where('ticket.sale_id', '=', order.sale_id)
    .where('ticket.ticket_type_id', 'in', [-1, ...lines.flatMap(({ ticket_type_id }) => ticket_type_id ?? [])])
    // Another event's door, shown a ticket by mistake, has a name and reasons that are not about this order.
    .where('entry.date_id', 'in', (eb) =>
      eb
        .selectFrom('event_dates as date')
        .innerJoin('events as event', 'event.id', 'date.event_id')
        .select('date.id')
        .where(isOwnEvent(grantOf(ctx))),
    )
    .orderBy('entry.id', 'desc')
    .limit(MAX)
    .execute()
  return rows.map(({ outcome, at, place, reason, holder_name }) => ({
    at,
    what: fill(entryWords(outcome), { holder: holder_name }) + (reason && `: ${reason}`),
    who: place,
  }))
}

const ENTRIES: Readonly<Record<string, string>> = {
  admitted: t['timeline.in'],
  undone: t['timeline.undone'],
  for_review: t['timeline.review'],
  rejected: t['timeline.rejected'],
  nothing_undone: t['timeline.nothingUndone'],
}
const entryWords = (outcome: string): string => ENTRIES[outcome] ?? t['timeline.refused']
