import type { Ok } from '@foyer/domain/result.ts'
import { sql } from 'kysely'
import type { Tx } from '../db/transaction/tx.ts'
import { forgetPlaces, lockListsOf } from '../waiting-list/place.ts'
import { type CannotErase, refusalOf } from './erase.ts'
import { ofHouse, salesOfHouse } from './house.ts'
import { type Person, salesOf } from './person.ts'
import { erasePersonalDataOfSales, forgetMailingPeople, forgetMails, forgetPhones } from './sale-data.ts'

type Reader = Pick<Tx, 'selectFrom'>

/**
 * Erases what one organiser keeps about a person, with the same refusals as the shop's own erasure. Their account stays, and so does
 * who bought an order that another organiser sold a part of. Returns how many orders stay without a name. Safe to repeat.
 */
export async function eraseFromHouse(
  tx: Tx,
  person: Person,
  house: number,
  now: Date,
): Promise<Ok<{ orders: number }> | CannotErase> {
  const { email } = person
  const lists = await lockListsOf(tx, email, now, house)
  const { own, shared } = await salesOfHouse(tx, person, house)
  const touched = [...own, ...shared, ...(await basketsOf(tx, person, house))]
  if (touched.length > 0)
    await tx.selectFrom('sales').select('id').where('id', 'in', touched).orderBy('id').forUpdate().execute()
  const refused = await refusalOf(tx, person, touched, now, house)
  if (refused) return refused
  await forgetPlaces(tx, email, lists, now, house)
  await erasePersonalDataOfSales(tx, own)
  // Nothing leads from the order to the person any more, so nothing about it is emailed to their account.
  for (const [table, column] of [
    ['sales', 'id'],
    ['orders', 'sale_id'],
  ] as const)
    if (own.length > 0) await tx.updateTable(table).set({ user_id: null }).where(sql.ref(column), 'in', own).execute()
  await eraseFromShared(tx, shared, house)
  await eraseByAddress(tx, person, house)
  return { ok: true, orders: own.length }
}

/** Why a person can't be erased now from one organiser, or with null from the whole shop; null if they can. */
export async function refusalNow(
  db: Reader,
  person: Person,
  house: number | null,
  now: Date,
): Promise<CannotErase | null> {
  if (house === null) return refusalOf(db, person, await salesOf(db, person), now)
  const { own, shared } = await salesOfHouse(db, person, house)
  return refusalOf(db, person, [...own, ...shared, ...(await basketsOf(db, person, house))], now, house)
}

/** A person's baskets with tickets of this organiser, one of which may be being paid for. */
async function basketsOf(tx: Reader, { userId, email }: Person, house: number): Promise<number[]> {
  const rows = await tx
    .selectFrom('sales')
    .innerJoin('sale_lines as line', 'line.sale_id', 'sales.id')
    .select('sales.id')
    .distinct()
    .where('sales.paid_at', 'is', null)
    .where((eb) =>
      eb.or([
        eb('sales.user_id', '=', userId ?? -1),
        eb.and([eb('sales.user_id', 'is', null), eb('sales.guest_email', '=', email)]),
      ]),
    )
    .where(ofHouse(house).type('line.ticket_type_id'))
    .execute()
  return rows.map(({ id }) => id)
}

/** Erases this organiser's part of orders that others sold a part of. */
async function eraseFromShared(tx: Tx, shared: readonly number[], house: number): Promise<void> {
  if (shared.length === 0) return
  const of = ofHouse(house)
  const ids = [...shared]
  for (const table of ['question_answers', 'plan_names'] as const)
    await tx.deleteFrom(table).where('sale_id', 'in', ids).where(of.type('ticket_type_id')).execute()
  await tx.deleteFrom('order_notes').where('sale_id', 'in', ids).where('organiser_id', '=', house).execute()
  await tx.deleteFrom('feedback').where('sale_id', 'in', ids).where(of.event('event_id')).execute()
  await tx
    .updateTable('transfers')
    .set({ name: '', email: '', message: '' })
    .where('sale_id', 'in', ids)
    .where(of.type('ticket_type_id'))
    .execute()
  await tx
    .updateTable('issued_vouchers')
    .set({ from_name: '', to_name: '' })
    .where('sale_id', 'in', ids)
    .where(of.design('design_id'))
    .execute()
  const tickets = tx.selectFrom('tickets').select('id').where('sale_id', 'in', ids).where(of.type('ticket_type_id'))
  await tx.updateTable('admissions').set({ reason: '' }).where('ticket_id', 'in', tickets).execute()
  await forgetPhones(tx, tickets)
  await tx
    .updateTable('tickets')
    .set({ holder_name: '', holder_email: '' })
    .where('id', 'in', tickets)
    // A claimed ticket belongs to another person.
    .where(
      sql<boolean>`not exists (select from transfer_tickets moved join transfers transfer on transfer.id = moved.transfer_id
        where moved.ticket_id = tickets.id and transfer.status = 'claimed')`,
    )
    .execute()
  // Emails of the sale to this organiser's staff name the buyer.
  await forgetMails(tx, (eb) =>
    eb(
      'key',
      'in',
      eb
        .selectFrom('staff_roles as role')
        .innerJoin('sales', (join) => join.on('sales.id', 'in', ids))
        .select(sql<string>`'staff_sale:' || sales.id || ':' || role.staff_id`.as('key'))
        .where('role.organiser_id', '=', house),
    ),
  )
}

/** Erases what this organiser keeps under a person's address, or of their account, apart from orders of theirs. */
async function eraseByAddress(tx: Tx, { userId, email }: Person, house: number): Promise<void> {
  const of = ofHouse(house)
  await tx.deleteFrom('consents').where('email', '=', email).where('organiser_id', '=', house).execute()
  // One without an answer stays until it has it.
  await tx
    .deleteFrom('complaints')
    .where('email', '=', email)
    .where('organiser_id', '=', house)
    .where('answered_at', 'is not', null)
    .execute()
  const mailings = tx.selectFrom('mailings').select('id').where('organiser_id', '=', house)
  await forgetMails(tx, (eb) =>
    eb(
      'id',
      'in',
      eb
        .selectFrom('mailing_people as person')
        .select('person.mail_id')
        .where('person.email', '=', email)
        .where('person.mailing_id', 'in', mailings)
        .where('person.mail_id', 'is not', null),
    ),
  )
  await forgetMailingPeople(tx, (eb) => eb.and([eb('email', '=', email), eb('mailing_id', 'in', mailings)]))
  await forgetMails(tx, (eb) => eb.and([eb('recipient', '=', email), of.onlySeller('sale_id')]))
  const held = tx
    .selectFrom('tickets')
    .select('id')
    .where((eb) => eb.or([eb('holder_email', '=', email), eb('user_id', '=', userId ?? -1)]))
    .where(of.type('ticket_type_id'))
  await forgetPhones(tx, held)
  await tx.updateTable('tickets').set({ holder_name: '', holder_email: '' }).where('id', 'in', held).execute()
  await tx
    .updateTable('transfers')
    .set({ name: '', email: '', message: '' })
    .where('email', '=', email)
    .where(of.type('ticket_type_id'))
    .execute()
}
