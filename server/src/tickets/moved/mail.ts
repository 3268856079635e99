import { PAGES } from '@foyer/contract/pages.ts'
import { niceDate } from '@foyer/domain/format/dates.ts'
import { type SqlBool, sql } from 'kysely'
import { type Db, inTx, type Tx } from '../../db/transaction/tx.ts'
import type { Deps } from '../../deps.ts'
import { movedDateMail } from '../../mail/templates/moved-date.ts'
import { mailBuyer } from '../../sale/mail-buyer.ts'
import { waitsForClaim } from '../read.ts'

type NeededDeps = Pick<Deps, 'db' | 'clock' | 'config'>

/** People emailed in one transaction. */
const BATCH_SIZE = 50
/** The maximum of calendar files in one email. */
const MAX_CALENDARS = 3

const HASH = sql`encode(sha256(convert_to(ticket.holder_email, 'UTF8')), 'hex')`
const KEY = sql<string>`'date_moved:' || date.id || ':' || date.tell_move || ':' || ${HASH}`
/** A condition on rows `date` and `ticket`: the holder has not been emailed about the move yet. */
const IS_NOT_EMAILED = sql<SqlBool>`date.tell_move is not null and date.status = 'published' and ticket.status = 'valid'
  and ticket.holder_email like '%@%' and not ${waitsForClaim('ticket')}
  and not exists (select from mails where mails.key = ${KEY})`

type Row = {
  date_id: number
  key: string
  email: string
  sales: number[]
  language: string
  title: string
  timezone: string
  starts_at: Date
  moved_from: Date | null
  all_day: boolean
  change_words: string
  refund_until: Date | null
  /** Orders that this person bought. */
  references: string[] | null
  organiser_id: number
  organiser: string
  logo: string | null
  accent: string | null
}

/**
 * Emails everyone who holds a ticket of a moved date, once for each move. A run after a crash continues with the people who have not
 * been emailed.
 */
export async function mailMovedDates(deps: NeededDeps): Promise<void> {
  const { rows: moved } = await sql<{ id: number; tell_move: number }>`
    select id, tell_move from event_dates where tell_move is not null`.execute(deps.db)
  if (moved.length === 0) return
  let emailed: number
  do emailed = await inTx(deps.db, (tx) => mailSlice(tx, deps))
  while (emailed === BATCH_SIZE)
  for (const { id, tell_move } of moved)
    await deps.db
      .updateTable('event_dates')
      .set({ tell_move: null })
      .where('id', '=', id)
      .where('tell_move', '=', tell_move)
      .execute()
}

async function mailSlice(tx: Tx, { config, clock }: NeededDeps): Promise<number> {
  const { rows } = await sql<Row>`
    select date.id as date_id, ${KEY} as key, ticket.holder_email as email, array_agg(distinct ticket.sale_id) as sales,
      min(sale.language) as language, event.title, event.timezone, date.starts_at, date.moved_from, date.all_day, date.change_words,
      date.refund_until, array_agg(distinct sale.reference) filter (where orders.email = ticket.holder_email) as references,
      organiser.id as organiser_id, organiser.name as organiser, organiser.logo, organiser.accent
    from event_dates date join events event on event.id = date.event_id
      join organisers organiser on organiser.id = event.organiser_id
      join ticket_types type on type.date_id = date.id join tickets ticket on ticket.ticket_type_id = type.id
      join sales sale on sale.id = ticket.sale_id left join orders on orders.sale_id = sale.id
    where ${IS_NOT_EMAILED} and event.status <> 'cancelled'
    group by date.id, ticket.holder_email, event.id, organiser.id order by date.id, ticket.holder_email limit ${BATCH_SIZE}`.execute(
    tx,
  )
  for (const row of rows) {
    const nice = (at: Date) => niceDate(at, row.timezone, { allDay: row.all_day })
    await mailBuyer(tx, config, row, async () => ({
      ...movedDateMail({
        event: row.title,
        was: row.moved_from && nice(row.moved_from),
        now: nice(row.starts_at),
        organiser: row.organiser,
        words: row.change_words,
        refund: row.refund_until && {
          until: niceDate(row.refund_until, row.timezone, { allDay: true }),
          urls: (row.references ?? [])
            .slice(0, MAX_CALENDARS)
            .map((reference) => config.publicUrl + PAGES.moved.replace(':reference', reference)),
        },
        walletUrl: `${config.publicUrl}${PAGES.wallet}`,
      }),
      key: row.key,
      kind: 'date_moved',
      recipient: row.email,
      about: {
        organisers: [{ id: row.organiser_id, name: row.organiser, logo: row.logo, accent: row.accent }],
        events: [],
      },
      attachments: row.sales.slice(0, MAX_CALENDARS).map((sale_id) => ({ kind: 'calendar', sale_id: Number(sale_id) })),
      now: clock.now(),
    }))
  }
  return rows.length
}

/** How many people hold a ticket of a date and have not been emailed about its move. */
export async function countNotEmailed(db: Db, eventId: number): Promise<number> {
  const { rows } = await sql<{ n: number }>`
    select count(distinct (date.id, ticket.holder_email))::int as n from event_dates date
      join ticket_types type on type.date_id = date.id join tickets ticket on ticket.ticket_type_id = type.id
    where date.event_id = ${eventId} and ${IS_NOT_EMAILED}`.execute(db)
  return rows[0]!.n
}
