import { fill } from '@foyer/contract/fill.ts'
import type { OfficeReply } from '@foyer/contract/office/calls.ts'
import { acts, log as logWords } from '@foyer/contract/office/messages.ts'
import { happened, orderPage as t } from '@foyer/contract/office/orders/messages.en.ts'
import { niceDate } from '@foyer/domain/format/dates.ts'
import type { Db } from '../../db/transaction/tx.ts'
import { grantOf, type OfficeContext } from '../handle.ts'
import type { OwnOrder } from './own-order.ts'

type Shown = OfficeReply<'office_order'>

const MAX = 200

/** Every email about the order with its status. For an order with several organisers, only those to the buyer. */
export async function mailsOf(db: Db, { order, isShared, seesAll }: OwnOrder): Promise<Shown['mails']> {
  const rows = await db
    .selectFrom('mails')
    .select(['subject', 'recipient', 'status', 'last_error', 'queued_at', 'sent_at', 'kind'])
    .where('sale_id', '=', order.sale_id)
    .$if(isShared || !seesAll, (query) => query.where('recipient', '=', order.email))
    .orderBy('id', 'desc')
    .limit(MAX)
    .execute()
  return rows.map(({ subject, recipient, status, last_error, queued_at, sent_at, kind }) => ({
    subject: subject === '' ? fill(t.secretMail, { kind }) : subject,
    recipient,
    status,
    reason: status === 'sent' ? '' : (last_error ?? ''),
    nice_at: niceDate(sent_at ?? queued_at),
  }))
}

/** The text messages about a payment plan. For an order with several organisers, none of them may see these. */
export async function textsOf(db: Db, { order, isShared, seesAll }: OwnOrder): Promise<Shown['texts']> {
  if (isShared || !seesAll) return []
  const rows = await db
    .selectFrom('text_messages')
    .select(['body', 'recipient', 'status', 'last_error', 'queued_at', 'sent_at'])
    .where('sale_id', '=', order.sale_id)
    .orderBy('id', 'desc')
    .limit(MAX)
    .execute()
  return rows.map(({ body, recipient, status, last_error, queued_at, sent_at }) => ({
    ...{ body: body || t.noText, recipient, status },
    reason: status === 'sent' ? '' : (last_error ?? ''),
    nice_at: niceDate(sent_at ?? queued_at),
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
const labelOf = (action: string): string => (acts as Record<string, string>)[action] ?? action

/** What happened to the order and what staff did with it, newest first. */
export async function timelineOf(db: Db, ctx: OfficeContext, saleId: number): Promise<Shown['timeline']> {
  const events = await db
    .selectFrom('sale_events')
    .select(['kind', 'at'])
    .where('sale_id', '=', saleId)
    .orderBy('id', 'desc')
    .limit(MAX)
    .execute()
  const staffActs = await db
    .selectFrom('staff_log as log')
    .leftJoin('staff', 'staff.id', 'log.staff_id')
    .select(['log.action', 'log.at', 'staff.name'])
    .where('log.organiser_id', '=', grantOf(ctx).organiserId)
    .where('log.subject_kind', '=', 'order')
    .where('log.subject_id', '=', String(saleId))
    .where('log.outcome', '=', 'done')
    .orderBy('log.id', 'desc')
    .limit(MAX)
    .execute()
  const all = [
    // Kinds without a text, such as consents, concern only the buyer.
    ...events.flatMap(({ kind, at }) => (LABELS[kind] ? [{ at, what: LABELS[kind], who: '' }] : [])),
    ...staffActs.map(({ action, at, name }) => ({ at, what: labelOf(action), who: name ?? logWords.nobody })),
  ]
  return all
    .sort((a, b) => b.at.getTime() - a.at.getTime())
    .slice(0, MAX)
    .map(({ at, what, who }) => ({ nice_at: niceDate(at), what, who }))
}
