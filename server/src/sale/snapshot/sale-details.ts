import type { Question } from '@foyer/domain/questions/question.ts'
import { questionType } from '@foyer/domain/questions/types.ts'
import type { Kysely } from 'kysely'
import type { Database } from '../../db/schema/types.generated.ts'
import { consentsOf } from '../customer/consents.ts'
import type { Customer } from '../customer/customer.ts'
import { needsDeliveryAddress, organisersOf, type Snapshot } from './snapshot.ts'

type Reader = Pick<Kysely<Database>, 'selectFrom'>

/** A question of a sale, and whether it comes before or after the payment. */
export type SaleQuestion = Question & { half: 'before' | 'after' }

/** Returns the questions of a sale in the organiser's order, each once per ticket type that it applies to. */
export async function questionsOf(
  db: Reader,
  { has, lines }: Pick<Snapshot, 'has' | 'lines'>,
): Promise<SaleQuestion[]> {
  if (!has.questions) return []
  const rows = await db
    .selectFrom('questions as question')
    .innerJoin('question_tickets as asked', 'asked.question_id', 'question.id')
    .select([
      'question.id',
      'asked.ticket_type_id as ticketTypeId',
      'question.osq_id as sharedId',
      'question.question_html as html',
      'question.type',
      'question.mandatory as isMandatory',
      'question.once_per_checkout as isOncePerCheckout',
      'question.options',
      'question.before_or_after as half',
    ])
    .where(
      'asked.ticket_type_id',
      'in',
      lines.map((line) => line.ticketTypeId),
    )
    .orderBy('asked.ticket_type_id')
    .orderBy('question.sort')
    .orderBy('question.id')
    .execute()
  return rows.map((row) => ({ ...row, type: questionType(row.type) }))
}

/** Whether every event is sold express, with nothing that express checkout would skip. */
export const isExpress = (snapshot: Snapshot, questions: readonly SaleQuestion[]): boolean =>
  snapshot.lines.length > 0 &&
  snapshot.lines.every((line) => line.express) &&
  !needsDeliveryAddress(snapshot) &&
  !questions.some(({ half }) => half === 'before')

/**
 * Returns what the customer of the sale has already agreed to. If the address is not proved, as in express checkout, only
 * consents from this sale are included; otherwise typing an address would reveal its owner's subscriptions.
 */
export async function marketingPreferencesOf(
  db: Reader,
  snapshot: Snapshot,
  customer: Customer | null,
  proved: boolean,
) {
  const email = snapshot.has.consents ? (customer?.email ?? null) : null
  const consents = await consentsOf(db, email, { saleId: snapshot.sale.id, onlySale: !proved })
  const { inSale } = consents
  const revocable = organisersOf(snapshot).flatMap(({ organiserId: id }) => (inSale.organisers.has(id) ? [id] : []))
  return {
    newsletter: consents.newsletter,
    eventNews: consents.event_news,
    organisers: organisersOf(snapshot).map((organiser) => ({
      id: organiser.organiserId,
      name: organiser.organiserName,
      subscribed: consents.organisers.has(organiser.organiserId),
      signupMessage: organiser.marketingSignupMessage,
    })),
    canRevoke: inSale.newsletter || inSale.event_news || revocable.length > 0,
    revocable: { ct_subscribed: inSale.newsletter, event_subscribed: inSale.event_news, organisers: revocable },
  }
}
