import { SECTIONS } from '@foyer/contract/office/events/fields.en.ts'
import { shownOrderNumber } from '@foyer/domain/format/order-number.ts'
import { sum } from '@foyer/domain/money/money.ts'
import { fail } from '@foyer/domain/result.ts'
import { sql } from 'kysely'
import type { OfficeHandlers } from '../handle.ts'
import { ownEvent } from './own-event.ts'
import { mayAlso, stateOfEvent } from './state.ts'

const MAX_SHOWN = 50

type Row = { sale_id: number; number: string; name: string; visits: number; orders: number; tickets: number }

/** Who brought buyers of an event: by the link that a buyer shares, of orders that had tickets of it. */
export const officeReferrals: OfficeHandlers['office_referrals'] = {
  async look({ event_id }, ctx) {
    const { db } = ctx.deps
    const event = await ownEvent(db, ctx, event_id)
    if (event === undefined) return fail('not_found')
    const { rows } = await sql<Row>`
      with brought as (
        select sales.referred_by as code, count(distinct line.sale_id)::int as orders, sum(line.qty)::int as tickets
        from order_lines line join sales on sales.id = line.sale_id
        where line.event_id = ${event_id} and line.kind = 'ticket' and sales.referred_by is not null group by 1)
      select link.sale_id, orders.number, orders.name, link.visits, coalesce(brought.orders, 0) as orders,
        coalesce(brought.tickets, 0) as tickets
      from referral_links link join orders on orders.sale_id = link.sale_id left join brought on brought.code = link.code
      where link.event_id = ${event_id} and (link.visits > 0 or brought.code is not null)
      order by orders desc, link.visits desc, link.created_at`.execute(db)
    return {
      event_id,
      title: event.title,
      state: await stateOfEvent(db, event, ctx.now),
      sections: mayAlso(ctx, 'change_events') ? SECTIONS.map(({ name, label }) => ({ name, label })) : [],
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
