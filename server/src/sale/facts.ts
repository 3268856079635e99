import type { Kysely } from 'kysely'
import type { Database } from '../db/schema/types.generated.ts'
import { consentsOf } from './customer/consents.ts'
import type { Customer } from './customer/customer.ts'
import { needsDeliveryAddress, organisersOf, type Snapshot } from './snapshot.ts'

type Reader = Pick<Kysely<Database>, 'selectFrom'>

/** One question per ticket type it is asked for, in the order the organiser gave. */
export const questionsOf = (db: Reader, { has, lines }: Pick<Snapshot, 'has' | 'lines'>) =>
  !has.questions
    ? Promise.resolve([])
    : db
        .selectFrom('questions as question')
        .innerJoin('question_tickets as asked', 'asked.question_id', 'question.id')
        .select([
          'question.id',
          'asked.ticket_type_id',
          'question.osq_id',
          'question.question_html',
          'question.type',
          'question.mandatory',
          'question.once_per_checkout',
          'question.options',
          'question.before_or_after',
        ])
        .where(
          'asked.ticket_type_id',
          'in',
          lines.map((line) => line.ticket_type_id),
        )
        .orderBy('asked.ticket_type_id')
        .orderBy('question.sort')
        .orderBy('question.id')
        .execute()

export type SaleQuestion = Awaited<ReturnType<typeof questionsOf>>[number]

/** OPEN-21, OPEN-22: every event is sold express, and nothing is left that express would skip. */
export const isExpress = (snapshot: Snapshot, questions: readonly SaleQuestion[]): boolean =>
  snapshot.lines.length > 0 &&
  snapshot.lines.every((line) => line.express) &&
  !needsDeliveryAddress(snapshot) &&
  !questions.some((question) => question.before_or_after === 'before')

/**
 * FLOW-12, OPEN-23: what has been agreed to already, by the address the sale is for. To who has not proved that address, as in
 * an express checkout, only what was agreed to in this sale: else typing an address would tell what its owner hears.
 */
export async function marketingPreferencesOf(
  db: Reader,
  snapshot: Snapshot,
  customer: Customer | null,
  proved: boolean,
) {
  const asked = snapshot.has.consents ? (customer?.email ?? null) : null
  const given = await consentsOf(db, asked, { saleId: snapshot.sale.id, onlySale: !proved })
  const { inSale } = given
  return {
    ct_subscribed: given.newsletter,
    event_subscribed: given.event_news,
    basket_organisers: organisersOf(snapshot).map((organiser) => ({
      id: organiser.organiser_id,
      name: organiser.organiser_name,
      organiser_subscribed: given.organisers.has(organiser.organiser_id),
      marketing_signup_message: organiser.marketing_signup_message,
    })),
    revocable: {
      ct_subscribed: inSale.newsletter,
      event_subscribed: inSale.event_news,
      organisers: organisersOf(snapshot).flatMap(({ organiser_id: id }) => (inSale.organisers.has(id) ? [id] : [])),
    },
  }
}
