import { language } from '@foyer/domain/format/language.ts'
import { type Fail, fail, type Ok } from '@foyer/domain/result.ts'
import { sql } from 'kysely'
import { runBatch } from '../db/transaction/batch.ts'
import { inTx, type Tx } from '../db/transaction/tx.ts'
import type { Deps } from '../deps.ts'
import type { Session } from '../http/session.ts'
import { isPaymentRunning } from '../sale/hold/pending-payment.ts'
import { refreshHold, releaseHold } from '../sale/hold/release.ts'
import { rememberLanguage } from '../sale/mail-buyer.ts'
import { lockSale } from '../sale/sale.ts'
import { resumeSale } from '../sale/session/resume.ts'
import { keepFreeQueries, type ListOfDate, lockList, lockTypes, typesOfList } from './counters.ts'
import { entryOf } from './entry.ts'

/**
 * Opens the basket of an offer in this browser, as a basket link does. Returns false once the offer has ended: its basket stays
 * closed to the link.
 */
export async function takeOffer(deps: Deps, session: Session, entryId: number): Promise<boolean> {
  const now = deps.clock.now()
  const sale = await deps.db
    .selectFrom('waiting')
    .innerJoin('sales', 'sales.id', 'waiting.sale_id')
    .select(['sales.id', 'sales.reference'])
    .where('waiting.id', '=', entryId)
    // guard: ended-offer-closed
    .where('sales.held_until', '>', now)
    .executeTakeFirst()
  if (sale === undefined || !(await resumeSale(deps, session, sale.reference))) return false
  await rememberLanguage(deps.db, sale.id, language())
  return true
}

/**
 * Takes a person off the list, by their own link or in the office. Tickets held for them go to the next in line. Refused while
 * they are being paid for.
 */
export async function leaveList(
  deps: Pick<Deps, 'db' | 'clock'>,
  entryId: number,
  state: 'left' | 'removed',
): Promise<Ok | Fail<'payment_running'>> {
  const now = deps.clock.now()
  return inTx(deps.db, (tx) => leaveListInTx(tx, entryId, state, now))
}

/** The same as part of a transaction. */
export async function leaveListInTx(
  tx: Tx,
  entryId: number,
  state: 'left' | 'removed',
  now: Date,
): Promise<Ok | Fail<'payment_running'>> {
  const before = await entryOf(tx, entryId)
  if (before === null) return { ok: true }
  const list = before.dateId === null ? null : await lockList(tx, before.dateId, now, 'wait')
  const entry = (await entryOf(tx, entryId))!
  if (entry.state === 'offered' && entry.saleId !== null) {
    const sale = await refreshHold(tx, await lockSale(tx, entry.saleId), now)
    if (sale.paid_at !== null || (await isPaymentRunning(tx, sale.id, now))) return fail('payment_running')
    if (sale.held_until !== null) await releaseHold(tx, sale, 'unpaid', now)
  }
  await tx
    .updateTable('waiting')
    .set({ state, ended_at: now })
    .where('id', '=', entryId)
    .where('state', 'in', ['waiting', 'offered'])
    .execute()
  if (list !== null) await releaseUnwanted(tx, list, now)
  return { ok: true }
}

/** When the last person leaves, the tickets kept for the list are released. */
async function releaseUnwanted(tx: Tx, list: ListOfDate, now: Date): Promise<void> {
  const types = await typesOfList(tx, list, list.on, now)
  if (keepFreeQueries(types, list.on).length === 0) return
  await lockTypes(tx, types)
  await runBatch(tx, ...keepFreeQueries(await typesOfList(tx, list, list.on, now), list.on))
}

/** Places and reminders of a person, with one organiser or, without it, with all. */
const isOf = (house: number | null) =>
  sql<boolean>`(${house === null}::boolean or exists (select from events event
    where event.id = waiting.event_id and event.organiser_id = ${house ?? -1}))`

/** Locks the lists in which a person has a place, before any sale, for `forgetPlaces`. */
export async function lockListsOf(
  tx: Tx,
  email: string,
  now: Date,
  house: number | null = null,
): Promise<ListOfDate[]> {
  const dates = await tx
    .selectFrom('waiting')
    .select('date_id')
    .where(isOf(house))
    .distinct()
    .where('email', '=', email)
    .where('date_id', 'is not', null)
    .where('state', 'in', ['waiting', 'offered'])
    .orderBy('date_id')
    .execute()
  const lists: ListOfDate[] = []
  for (const { date_id } of dates) {
    const list = await lockList(tx, date_id!, now, 'wait')
    if (list !== null) lists.push(list)
  }
  return lists
}

/**
 * Erases a person's places and reminders. Nobody serves a list without entries, so what is held or kept for them has to be
 * released here. An offer that is being paid for keeps its tickets.
 */
export async function forgetPlaces(
  tx: Tx,
  email: string,
  lists: readonly ListOfDate[],
  now: Date,
  house: number | null = null,
): Promise<void> {
  const entries = await tx
    .selectFrom('waiting')
    .select('id')
    .where('email', '=', email)
    .where(isOf(house))
    .where('state', 'in', ['waiting', 'offered'])
    .orderBy('date_id')
    .execute()
  for (const { id } of entries) await leaveListInTx(tx, id, 'left', now)
  await tx.deleteFrom('waiting').where('email', '=', email).where(isOf(house)).execute()
  for (const list of lists) await releaseUnwanted(tx, list, now)
}
