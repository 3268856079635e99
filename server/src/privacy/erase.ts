import { type Fail, fail, type Ok } from '@foyer/domain/result.ts'
import { sql } from 'kysely'
import { inTx, type Tx } from '../db/transaction/tx.ts'
import type { Deps } from '../deps.ts'
import { enqueue } from '../jobs/jobs.ts'
import type { ProviderName } from '../payment/provider/provider.ts'
import { areOpen } from '../payment/provider/status.ts'
import { erasedEmail } from '../sale/customer/customer.ts'
import { forgetPlaces, lockListsOf } from '../waiting-list/place.ts'
import { ofHouse } from './house.ts'
import { type Person, salesOf } from './person.ts'
import { erasePersonalDataOfSales, forgetMailingPeople, forgetMails, forgetPhones } from './sale-data.ts'

export type CannotErase = Fail<'erase_tickets_ahead' | 'erase_plan_running' | 'payment_running'>

/** The refusals in the words for staff; their own are for the person. */
export const FOR_STAFF = {
  erase_tickets_ahead: 'person_tickets_ahead',
  erase_plan_running: 'person_plan_running',
  payment_running: 'person_payment_running',
} as const satisfies Record<CannotErase['code'], string>

/**
 * Erases a person's account and their personal data in orders (UK GDPR, article 17). Refused without any change while they
 * have tickets to use, a running payment plan or a payment in progress. What the law requires stays: order lines and amounts
 * without a name, and Gift Aid declarations with the donor's name (docs/privacy.md). Safe to repeat.
 */
export const erasePerson = (
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  person: Person,
): Promise<Ok<{ orders: number }> | CannotErase> => inTx(db, (tx) => erasePersonInTx(tx, person, clock.now()))

/** The same as part of a transaction. */
export async function erasePersonInTx(
  tx: Tx,
  person: Person,
  now: Date,
): Promise<Ok<{ orders: number }> | CannotErase> {
  const lists = await lockListsOf(tx, person.email, now)
  const ids = await salesOf(tx, person)
  if (ids.length > 0)
    await tx.selectFrom('sales').select('id').where('id', 'in', ids).orderBy('id').forUpdate().execute()
  const refused = await refusalOf(tx, person, ids, now)
  if (refused) return refused
  await forgetPlaces(tx, person.email, lists, now)
  await erasePersonalDataOfSales(tx, ids)
  // One without an answer stays until it has it.
  await tx.deleteFrom('complaints').where('email', '=', person.email).where('answered_at', 'is not', null).execute()
  // What an organiser asked for is done.
  await tx.deleteFrom('data_requests').where('email', '=', person.email).execute()
  await eraseAccount(tx, person, now)
  return { ok: true, orders: ids.length }
}

/** Why a person can't be erased now: from the shop, or from one organiser with the sales that concern it. */
export async function refusalOf(
  tx: Pick<Tx, 'selectFrom'>,
  { userId, email }: Person,
  saleIds: readonly number[],
  now: Date,
  house: number | null = null,
): Promise<CannotErase | null> {
  const sales = saleIds.length > 0 ? saleIds : [-1]
  const ahead = await tx
    .selectFrom('tickets')
    .innerJoin('ticket_types as type', 'type.id', 'tickets.ticket_type_id')
    .innerJoin('event_dates as date', 'date.id', 'type.date_id')
    .select('tickets.id')
    .where('tickets.status', '=', 'valid')
    .where((eb) => eb(eb.fn.coalesce('date.ends_at', 'date.starts_at'), '>=', now))
    .where((eb) =>
      eb.or([
        eb('tickets.sale_id', 'in', sales),
        eb('tickets.user_id', '=', userId ?? -1),
        eb('tickets.holder_email', '=', email),
      ]),
    )
    // guard: erased-house-only
    .where(ofHouse(house).type('tickets.ticket_type_id'))
    .limit(1)
    .executeTakeFirst()
  if (ahead) return fail('erase_tickets_ahead')
  const plan = await tx
    .selectFrom('payment_plans')
    .select('sale_id')
    .where('sale_id', 'in', sales)
    .where('status', 'in', ['active', 'overdue'])
    .limit(1)
    .executeTakeFirst()
  if (plan) return fail('erase_plan_running')
  const payment = await tx
    .selectFrom('payments')
    .select('id')
    .where('sale_id', 'in', sales)
    .where(areOpen())
    .limit(1)
    .executeTakeFirst()
  return payment ? fail('payment_running') : null
}

/** Keeps the account's row, because orders refer to it; its address can no longer sign in. */
async function eraseAccount(tx: Tx, { userId, email }: Person, now: Date): Promise<void> {
  for (const table of ['consents', 'one_time_codes'] as const)
    await tx.deleteFrom(table).where('email', '=', email).execute()
  await tx.deleteFrom('mails').where('recipient', '=', email).where('sale_id', 'is', null).execute()
  await tx
    .deleteFrom('jobs')
    .where('kind', '=', 'tell_transfer_ended')
    .where(sql<string>`payload ->> 'email'`, '=', email)
    .execute()
  await forgetMailingPeople(tx, (eb) => eb('email', '=', email))
  await forgetMails(tx, (eb) => eb('recipient', '=', email))
  const tickets = tx
    .selectFrom('tickets')
    .select('id')
    .where((eb) => eb.or([eb('holder_email', '=', email), eb('user_id', '=', userId ?? -1)]))
  await forgetPhones(tx, tickets)
  await tx.updateTable('tickets').set({ holder_name: '', holder_email: '' }).where('id', 'in', tickets).execute()
  await tx.updateTable('transfers').set({ name: '', email: '', message: '' }).where('email', '=', email).execute()
  await tx
    .deleteFrom('sessions')
    .where((eb) => eb.or([eb('proved_email', '=', email), eb('user_id', '=', userId ?? -1)]))
    .execute()
  if (userId === null) return

  const cards = await tx.selectFrom('saved_cards').selectAll().where('user_id', '=', userId).execute()
  for (const { id, provider, account_id, provider_method_id } of cards)
    await enqueue(tx, {
      kind: 'forget_card',
      key: String(id),
      payload: { provider: provider as ProviderName, account_id, provider_method_id },
      now,
    })
  await tx
    .updateTable('payment_plans')
    .set({ card_id: null })
    .where('card_id', 'in', cards.length > 0 ? cards.map(({ id }) => id) : [-1])
    .execute()
  await tx.deleteFrom('saved_cards').where('user_id', '=', userId).execute()
  await tx.deleteFrom('account_customers').where('user_id', '=', userId).execute()
  await tx.deleteFrom('user_addresses').where('user_id', '=', userId).execute()
  await tx
    .updateTable('users')
    .set({
      email: erasedEmail(userId),
      first_name: '',
      last_name: '',
      is_dark_mode: false,
      subscribed: false,
      is_event_subscribed: false,
      stripe_customer_id: null,
    })
    .where('id', '=', userId)
    .execute()
}
