import { waiting as t } from '@foyer/contract/office/waiting-list/messages.en.ts'
import { fail } from '@foyer/domain/result.ts'
import { sql } from 'kysely'
import type { Db } from '../../../db/transaction/tx.ts'
import { type Cell, dayCell, headIn, timeCell } from '../../download/csv.ts'
import { tableFile } from '../../download/table-file.ts'
import type { OfficeHandlers } from '../../handle.ts'
import { ownEvent } from '../own-event.ts'

/** Rows read at a time. */
const BATCH_SIZE = 1000

type Row = {
  id: number
  starts_at: Date
  all_day: boolean
  email: string
  qty: number
  tickets: string
  state: keyof typeof STATES
  joined_at: Date
  offered_until: Date | null
}

const STATES = {
  waiting: t['file.waiting'],
  offered: t['file.offered'],
  bought: t['file.bought'],
  missed: t['file.missed'],
  left: t['file.left'],
  removed: t['file.removed'],
  over: t['file.over'],
}

const columnsIn = (zone: string) => [
  headIn(t['file.date'], zone),
  t.who,
  t['file.qty'],
  t['file.tickets'],
  t.state,
  headIn(t.since, zone),
  headIn(t['file.until'], zone),
]

/** Everyone who is or was on the waiting list of an event, in order, read in slices while the file is sent. */
async function* rowsOf(db: Db, eventId: number, zone: string): AsyncGenerator<Cell[][]> {
  yield [columnsIn(zone)]
  for (let after = 0; ; ) {
    const { rows } = await sql<Row>`
      select waiting.id, date.starts_at, date.all_day, waiting.email, waiting.qty,
        waiting.state, waiting.joined_at, waiting.offered_until, coalesce((select string_agg(type.name, ', ' order by type.sort, type.id)
          from waiting_types accepted join ticket_types type on type.id = accepted.ticket_type_id
          where accepted.waiting_id = waiting.id), '') as tickets
      from waiting join event_dates date on date.id = waiting.date_id
      where waiting.event_id = ${eventId} and waiting.kind = 'place' and waiting.id > ${after}
      order by waiting.id limit ${BATCH_SIZE}`.execute(db)
    if (rows.length > 0)
      yield rows.map(({ starts_at, all_day, email, qty, tickets, state, joined_at, offered_until }) => [
        all_day ? dayCell(starts_at, zone) : timeCell(starts_at, zone),
        email,
        qty,
        tickets,
        STATES[state],
        timeCell(joined_at, zone),
        offered_until === null ? '' : timeCell(offered_until, zone),
      ])
    if (rows.length < BATCH_SIZE) return
    after = rows.at(-1)!.id
  }
}

export const exportWaiting: OfficeHandlers['export_waiting'] = {
  async change(tx, { event_id, format }, ctx) {
    const event = await ownEvent(tx, ctx, event_id)
    if (event === undefined) return fail('not_found')
    return {
      ...tableFile('waiting-list', format, rowsOf(ctx.deps.db, event_id, event.timezone), ctx.now),
      log: { subject: ['event', event_id], after: { format } },
    }
  },
}
