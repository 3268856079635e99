import { mails } from '@foyer/contract/messages.ts'
import { niceDate } from '@foyer/domain/format/dates.ts'
import { shownOrderNumber } from '@foyer/domain/format/order-number.ts'
import type { MailingFacts } from '@foyer/domain/mailing/words.ts'
import type { Db, Tx } from '../../db/transaction/tx.ts'
import type { Deps } from '../../deps.ts'
import type { MailAbout } from '../../mail/about.ts'
import type { MailText } from '../../mail/blocks.ts'
import { type MailingWords, mailingMail } from '../../mail/templates/mailing.ts'
import { newsOffUrl } from '../../marketing/news-link.ts'
import { placeOf } from '../../tickets/read.ts'

/** One of a mailing's people; `id` once they are written down. */
export type Person = {
  id: number | null
  email: string
  name: string
  sale_id: number | null
  ticket_type_id: number | null
}
export type Writer = { id: number; name: string; logo: string | null; accent: string | null }

export const writerOf = (db: Pick<Tx, 'selectFrom'>, organiserId: number): Promise<Writer> =>
  db
    .selectFrom('organisers')
    .select(['id', 'name', 'logo', 'accent'])
    .where('id', '=', organiserId)
    .executeTakeFirstOrThrow()

export const aboutOf = (writer: Writer): MailAbout => ({ organisers: [writer], events: [] })

async function factsOf(db: Db | Tx, writer: Writer, person: Person): Promise<MailingFacts> {
  const order = await db
    .selectFrom('orders')
    .select('number')
    .where('sale_id', '=', person.sale_id ?? -1)
    .executeTakeFirst()
  const ticket = await db
    .selectFrom('ticket_types as type')
    .innerJoin('events as event', 'event.id', 'type.event_id')
    .innerJoin('event_dates as date', 'date.id', 'type.date_id')
    .leftJoin('venues as venue', 'venue.id', 'event.venue_id')
    .select(['event.title', 'event.timezone', 'event.online_url', 'date.starts_at', 'date.all_day'])
    .select(['venue.name as venue', 'venue.town'])
    .where('type.id', '=', person.ticket_type_id ?? -1)
    .executeTakeFirst()
  const name = person.name.trim()
  return {
    first_name: name.split(/\s+/)[0] || mails['mailing.someone'],
    name: name || mails['mailing.someone'],
    event: ticket?.title ?? writer.name,
    date: ticket === undefined ? '' : niceDate(ticket.starts_at, ticket.timezone, { allDay: ticket.all_day }),
    place: ticket === undefined ? '' : placeOf(ticket),
    order_number: order === undefined ? '' : shownOrderNumber(order.number),
    organiser: writer.name,
  }
}

/** The email that one person gets, and where a mail program unsubscribes from it. */
export async function letterTo(
  db: Db | Tx,
  deps: Pick<Deps, 'config' | 'random'>,
  words: MailingWords,
  { writer, person }: { writer: Writer; person: Person },
): Promise<MailText & { unsubscribeUrl?: string }> {
  const facts = await factsOf(db, writer, person)
  const offUrl = newsOffUrl(deps, { email: person.email, organiser: writer.id, person: person.id })
  return {
    ...mailingMail(words, { facts, offUrl }),
    ...(words.kind === 'news' && { unsubscribeUrl: offUrl }),
  }
}
