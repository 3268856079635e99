import { niceDate } from '@foyer/domain/format/dates.ts'
import { shownOrderNumber } from '@foyer/domain/format/order-number.ts'
import { sql } from 'kysely'
import { grantOf, type OfficeHandlers } from '../handle.ts'

const PAGE = 50

type Row = { id: number; sale_id: number; number: string; name: string; what: string; message: string; sent_at: Date }

/** Feedback from buyers, for the orders that this person may see. */
export const officeFeedback: OfficeHandlers['office_feedback'] = {
  async read({ before }, ctx) {
    const { organiserId, eventIds } = grantOf(ctx)
    const { rows } = await sql<Row>`
      select feedback.id, feedback.sale_id, orders.number, coalesce(feedback.author, orders.name) as name, own.what, feedback.message, feedback.sent_at
      from feedback join orders on orders.sale_id = feedback.sale_id
      cross join lateral (
        select count(*) as lines, coalesce(string_agg(distinct event.title, ', '), '') as what
        from order_lines line left join events event on event.id = line.event_id
        where line.sale_id = feedback.sale_id and line.organiser_id = ${organiserId}
          and (feedback.event_id is null or line.event_id = feedback.event_id)
          and (${eventIds === null} or line.event_id = any(${sql.val(eventIds ?? [])}::bigint[]))) own
      where own.lines > 0 and (${before === undefined} or feedback.id < ${before ?? 0})
      order by feedback.id desc limit ${PAGE + 1}`.execute(ctx.deps.db)
    return {
      messages: rows.slice(0, PAGE).map(({ id, sale_id, number, name, what, message, sent_at }) => ({
        feedback_id: id,
        order_id: sale_id,
        number: shownOrderNumber(number),
        name,
        what,
        message,
        nice_at: niceDate(sent_at),
      })),
      next: rows.length > PAGE ? rows[PAGE - 1]!.id : null,
    }
  },
}
