import { mails } from '@foyer/contract/messages.ts'
import { longWhen } from '@foyer/domain/format/dates.ts'
import { shownOrderNumber } from '@foyer/domain/format/order-number.ts'
import type { MailingFacts } from '@foyer/domain/mailing/mailing-text.ts'
import { HELD } from '../../db/held-online.ts'
import type { Db, Tx } from '../../db/transaction/tx.ts'
import type { Deps } from '../../deps.ts'
import type { MailAbout, MailOrganiser } from '../../mail/about.ts'
import type { MailText } from '../../mail/blocks.ts'
import { type MailingWords, mailingMail } from '../../mail/templates/mailing.ts'
import { newsUnsubscribeUrl } from '../../marketing/news-link.ts'
import { placeOf } from '../../tickets/read.ts'
import { TRADER } from '../../trader.ts'

/** A recipient of a mailing. `id` is null until the mailing starts and stores its recipients. */
export type MailingPerson = {
  id: number | null
  email: string
  name: string
  sale_id: number | null
  ticket_type_id: number | null
}

export const organiserOf = (db: Pick<Tx, 'selectFrom'>, organiserId: number): Promise<MailOrganiser> =>
  db
    .selectFrom('organisers as organiser')
    .select(['organiser.id', 'organiser.name', 'organiser.logo', 'organiser.accent', TRADER.as('trader')])
    .where('id', '=', organiserId)
    .executeTakeFirstOrThrow()

export const mailAbout = (organiser: MailOrganiser): MailAbout => ({ organisers: [organiser], events: [] })

async function factsOf(db: Db | Tx, organiser: MailOrganiser, person: MailingPerson): Promise<MailingFacts> {
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
    .select([
      'event.title',
      'event.timezone',
      ...HELD,
      'event.online_url',
      'date.starts_at',
      'date.ends_at',
      'date.all_day',
    ])
    .select(['venue.name as venue', 'venue.town'])
    .where('type.id', '=', person.ticket_type_id ?? -1)
    .executeTakeFirst()
  const name = person.name.trim()
  return {
    first_name: name.split(/\s+/)[0] || mails['mailing.someone'],
    name: name || mails['mailing.someone'],
    event: ticket?.title ?? organiser.name,
    date: ticket === undefined ? '' : longWhen(ticket, ticket),
    place: ticket === undefined ? '' : placeOf(ticket),
    order_number: order === undefined ? '' : shownOrderNumber(order.number),
    organiser: organiser.name,
  }
}

/** The email that one person gets, with the URL by which a mail program unsubscribes from news. */
export async function emailTo(
  db: Db | Tx,
  deps: Pick<Deps, 'config' | 'random'>,
  words: MailingWords,
  { organiser, person }: { organiser: MailOrganiser; person: MailingPerson },
): Promise<MailText & { unsubscribeUrl?: string }> {
  const facts = await factsOf(db, organiser, person)
  const unsubscribeUrl = newsUnsubscribeUrl(deps, { email: person.email, organiser: organiser.id, person: person.id })
  return {
    ...mailingMail(words, { facts, offUrl: unsubscribeUrl }),
    ...(words.kind === 'news' && { unsubscribeUrl }),
  }
}
