import { type Kysely, type RawBuilder, sql } from 'kysely'
import type { Database } from '../db/schema/types.generated.ts'
import { waitsForClaim } from '../tickets/read.ts'
import { ofHouse, salesOfHouse } from './house.ts'
import { type Person, salesOf } from './person.ts'

type Reader = Pick<Kysely<Database>, 'selectFrom'>

/** A ticket's code lets its holder in, so the buyer of a ticket that someone else was sent gets none, and neither does staff. */
const codeFor = ({ userId, email }: Person, house: number | null) => sql<
  string | null
>`case when ${house !== null}::boolean then null
  when (ticket.user_id = ${userId}::bigint or (ticket.user_id is null and ticket.holder_email = ${email}))
    and not ${waitsForClaim('ticket')} then ticket.code end`

// An empty list would not be valid SQL, and no row has this id.
const listed = (ids: readonly number[]) => (ids.length === 0 ? [-1] : [...ids])

/** The sales of which everything is theirs to see, and those of which only a part is: another organiser sold the rest. */
async function salesFor(db: Reader, person: Person, house: number | null) {
  if (house === null) {
    const ids = listed(await salesOf(db, person))
    return { whole: ids, all: ids }
  }
  const { own, shared } = await salesOfHouse(db, person, house)
  return { whole: listed(own), all: listed([...own, ...shared]) }
}

/**
 * Returns all personal data that the shop keeps about a person (UK GDPR, articles 15 and 20), or what one organiser keeps: nothing of
 * the account, of other organisers, or of the rest of an order that has their tickets too. Times are in UTC, money in minor units.
 */
export async function personalDataOf(db: Reader, person: Person, house: number | null = null) {
  const { userId, email } = person
  const { whole, all: saleIds } = await salesFor(db, person, house)
  const of = ofHouse(house)
  const isShop = sql<boolean>`${house === null}::boolean`
  const isOrganiser = (column: RawBuilder<unknown>) => sql<boolean>`(${isShop} or ${column} = ${house ?? -1})`
  const accountId = userId ?? -1
  return {
    account: await db
      .selectFrom('users')
      .select(['email', 'first_name', 'last_name', 'is_dark_mode', 'subscribed', 'is_event_subscribed', 'created_at'])
      .where('id', '=', accountId)
      .where(isShop)
      .executeTakeFirst(),
    addresses: await db
      .selectFrom('user_addresses')
      .selectAll()
      .where('user_id', '=', accountId)
      .where(isShop)
      .execute(),
    cards: await db
      .selectFrom('saved_cards')
      .select(['brand', 'last4', 'exp_month', 'exp_year', 'created_at'])
      .where('user_id', '=', accountId)
      .where(isShop)
      .execute(),
    signed_in: await db
      .selectFrom('sessions')
      .select(['created_at', 'last_seen_at', 'expires_at'])
      .where((eb) => eb.or([eb('user_id', '=', accountId), eb('proved_email', '=', email)]))
      .where(isShop)
      .execute(),
    consents: await db
      .selectFrom('consents')
      .select(['kind', 'organiser_id', 'charity_id', 'granted', 'basis', 'wording', 'source', 'given_at'])
      .where('email', '=', email)
      .where(isOrganiser(sql`organiser_id`))
      .orderBy('id')
      .execute(),
    waiting_lists: await db
      .selectFrom('waiting')
      .innerJoin('events as event', 'event.id', 'waiting.event_id')
      .select([
        'waiting.kind',
        'event.title',
        'waiting.qty',
        'waiting.state',
        'waiting.joined_at',
        'waiting.offered_at',
      ])
      .where('waiting.email', '=', email)
      .where(isOrganiser(sql`event.organiser_id`))
      .orderBy('waiting.id')
      .execute(),
    orders: await db
      .selectFrom('sales')
      .select([
        'id',
        'reference',
        'guest_email',
        'guest_name',
        'contact_number',
        'gift_voucher_from',
        'gift_voucher_to',
        'currency',
        'donation_minor',
        'total_minor',
        'created_at',
        'paid_at',
        'cancelled_at',
      ])
      .where('id', 'in', whole)
      .orderBy('id')
      .execute(),
    lines: await db
      .selectFrom('sale_lines as line')
      .innerJoin('ticket_types as type', 'type.id', 'line.ticket_type_id')
      .innerJoin('events as event', 'event.id', 'type.event_id')
      .innerJoin('event_dates as date', 'date.id', 'type.date_id')
      .select(['line.sale_id', 'event.title', 'date.starts_at', 'type.name', 'line.qty', 'line.price_minor'])
      .where('line.sale_id', 'in', saleIds)
      .where(isOrganiser(sql`event.organiser_id`))
      .execute(),
    tickets: await db
      .selectFrom('tickets as ticket')
      .select(['sale_id', codeFor(person, house).as('code'), 'holder_name', 'holder_email', 'status'])
      .select(['admitted_at', 'issued_at'])
      .where((eb) =>
        eb.or([eb('sale_id', 'in', saleIds), eb('user_id', '=', accountId), eb('holder_email', '=', email)]),
      )
      .where(of.type('ticket.ticket_type_id'))
      .execute(),
    tickets_to_come: await db
      .selectFrom('plan_names')
      .select(['sale_id', 'ticket_type_id', 'name'])
      .where('sale_id', 'in', saleIds)
      .where(of.type('ticket_type_id'))
      .execute(),
    order_addresses: await db.selectFrom('sale_addresses').selectAll().where('sale_id', 'in', saleIds).execute(),
    answers: await db
      .selectFrom('question_answers')
      .select(['sale_id', 'key', 'answer', 'answered_at'])
      .where('sale_id', 'in', saleIds)
      .where(of.type('ticket_type_id'))
      .execute(),
    gift_aid: await db
      .selectFrom('gift_aid_declarations')
      .selectAll()
      .where('sale_id', 'in', saleIds)
      .where(of.donation('sale_id'))
      .execute(),
    gift_aid_claims: await db
      .selectFrom('gift_aid_claim_lines')
      .select(['sale_id', 'first_name', 'last_name', 'house', 'postcode', 'donated_on', 'amount_minor'])
      .where('sale_id', 'in', saleIds)
      .where(of.donation('sale_id'))
      .execute(),
    waivers: await db
      .selectFrom('waiver_signatures')
      .select(['sale_id', 'waiver_version', 'name', 'signed_by', 'is_minor', 'signature', 'signed_at'])
      .where('sale_id', 'in', saleIds)
      .where(of.waiver('waiver_id'))
      .execute(),
    transfers: await db
      .selectFrom('transfers')
      .select(['sale_id', 'name', 'email', 'message', 'qty', 'status', 'created_at', 'sent_at', 'claimed_at'])
      .where('sale_id', 'in', saleIds)
      .where(of.type('ticket_type_id'))
      .execute(),
    payments: await db
      .selectFrom('payments')
      .select(['sale_id', 'provider', 'amount_minor', 'currency', 'status', 'refunded_minor', 'created_at', 'paid_at'])
      .select(['card_brand', 'card_last4', 'payer_email'])
      .where('sale_id', 'in', whole)
      .execute(),
    gift_vouchers: await db
      .selectFrom('issued_vouchers')
      .select(['sale_id', 'code', 'from_name', 'to_name', 'value_minor', 'balance_minor', 'currency', 'expires_on'])
      .where('sale_id', 'in', saleIds)
      .where(of.design('design_id'))
      .execute(),
    contacts: await db
      .selectFrom('orders')
      .select(['sale_id', 'number', 'name', 'email', 'phone'])
      .where('sale_id', 'in', saleIds)
      .execute(),
    notes: await db
      .selectFrom('order_notes')
      .select(['sale_id', 'words', 'written_at'])
      .where('sale_id', 'in', saleIds)
      .where(isOrganiser(sql`organiser_id`))
      .execute(),
    complaints: await db
      .selectFrom('complaints')
      .select(['number', 'kind', 'name', 'email', 'message', 'received_at', 'answered_at', 'outcome', 'answer'])
      .where('email', '=', email)
      .where(isOrganiser(sql`organiser_id`))
      .execute(),
    feedback: await db
      .selectFrom('feedback')
      .selectAll()
      .where('sale_id', 'in', saleIds)
      .where(of.feedback('event_id'))
      .execute(),
    emails: await db
      .selectFrom('mails')
      .select(['kind', 'recipient', 'subject', 'status', 'queued_at', 'sent_at'])
      .where((eb) =>
        eb.or([eb('sale_id', 'in', whole), eb.and([eb('recipient', '=', email), of.onlySeller('sale_id')])]),
      )
      .orderBy('id')
      .execute(),
    mailings: await db
      .selectFrom('mailing_people as person')
      .innerJoin('mailings as mailing', 'mailing.id', 'person.mailing_id')
      .select(['mailing.organiser_id', 'mailing.kind', 'mailing.subject', 'person.name', 'person.state'])
      .select(['mailing.started_at', 'person.unsubscribed_at'])
      .where('person.email', '=', email)
      .where(isOrganiser(sql`mailing.organiser_id`))
      .execute(),
    text_messages: await db
      .selectFrom('text_messages')
      .select(['recipient', 'body', 'status', 'queued_at', 'sent_at'])
      .where('sale_id', 'in', whole)
      .execute(),
  }
}
