import { shownOrderNumber } from '@foyer/domain/format/order-number.ts'
import { sum } from '@foyer/domain/money/money.ts'
import { fail } from '@foyer/domain/result.ts'
import { sql } from 'kysely'
import type { OfficeHandlers } from '../handle.ts'
import { eventHeader } from './header.ts'
import { ownEvent } from './own-event.ts'

const MAX_SHOWN = 50

type Row = { sale_id: number; number: string; name: string; visits: number; orders: number; tickets: number }

/** The buyers of an event whose shared links referred other buyers to it. */
export const officeReferrals: OfficeHandlers['office_referrals'] = {
  async read({ event_id }, ctx) {
    const { db } = ctx.deps
    const event = await ownEvent(db, ctx, event_id)
    if (event === undefined) return fail('not_found')
    const { rows } = await sql<Row>`
      with referred as (
        select sales.referred_by as code, count(distinct line.sale_id)::int as orders, sum(line.qty)::int as tickets
        from order_lines line join sales on sales.id = line.sale_id
        where line.event_id = ${event_id} and line.kind = 'ticket' and sales.referred_by is not null group by 1)
      select link.sale_id, orders.number, orders.name, link.visits, coalesce(referred.orders, 0) as orders,
        coalesce(referred.tickets, 0) as tickets
      from referral_links link join orders on orders.sale_id = link.sale_id left join referred on referred.code = link.code
      where link.event_id = ${event_id} and (link.visits > 0 or referred.code is not null)
      order by orders desc, link.visits desc, link.created_at`.execute(db)
    return {
      ...(await eventHeader(ctx, event)),
      visits: sum(rows.map(({ visits }) => visits)),
      orders: sum(rows.map(({ orders }) => orders)),
      tickets: sum(rows.map(({ tickets }) => tickets)),
      people: rows.slice(0, MAX_SHOWN).map(({ sale_id, number, ...row }) => ({
        ...row,
        order_id: sale_id,
        number: shownOrderNumber(number),
      })),
    }
  },
}
