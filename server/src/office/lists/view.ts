import { columnNames } from '@foyer/contract/office/lists/messages.en.ts'
import { longWhen } from '@foyer/domain/format/dates.ts'
import { shownOrderNumber } from '@foyer/domain/format/order-number.ts'
import { fail } from '@foyer/domain/result.ts'
import { sql } from 'kysely'
import { heldOf } from '../../db/held-online.ts'
import type { Tx } from '../../db/transaction/tx.ts'
import { mayAlso } from '../event/state.ts'
import { grantOf, type OfficeContext, type OfficeHandlers, staffOf } from '../handle.ts'
import { formKey } from '../order/form-key.ts'
import type { Column } from './columns.ts'
import { type Filter, isOwnFilter, queryOf } from './filter.ts'
import { readPeople } from './people.ts'
import { columnsOf, countRows, type List, type Row, readCursor, readRows } from './rows.ts'
import { viewsOf } from './views.ts'

type DateRow = { starts_at: Date; ends_at: Date | null; all_day: boolean }

const PAGE = 50
const MAX_EVENTS = 300

/**
 * The columns that a person may see, and those of them that they have chosen. Disputed orders (the state of a filter) have the day to
 * answer by, whatever is chosen.
 */
export async function columnsFor(
  db: Pick<Tx, 'selectFrom'>,
  ctx: OfficeContext,
  list: List,
  state?: string,
): Promise<{ all: Column[]; shown: Column[] }> {
  // guard: no-names-for-readers
  const all = columnsOf(ctx, list).filter(({ personal }) => !personal || mayAlso(ctx, 'see_people'))
  const saved = await db
    .selectFrom('staff_columns')
    .select('columns')
    .where('staff_id', '=', staffOf(ctx).id)
    .where('list', '=', list)
    .executeTakeFirst()
  const chosen = all.filter(({ key }) => saved?.columns.includes(key))
  const shown = chosen.length > 0 ? chosen : all.filter(({ isDefault }) => isDefault)
  const isShown = (column: Column) => shown.includes(column) || (state === 'disputed' && column.key === 'answerBy')
  return { all, shown: all.filter(isShown) }
}

type Body = Filter & { before: string }

/** What a page of a list has besides its rows. */
async function tableOf(ctx: OfficeContext, list: List, { before, ...filter }: Body) {
  const { all, shown } = await columnsFor(ctx.deps.db, ctx, list, filter.state)
  const query = queryOf(filter)
  return {
    shown,
    page: { columns: shown, limit: PAGE + 1, before: readCursor(before) },
    filter,
    table: {
      form_key: formKey(ctx),
      heads: shown.map(({ key }) => columnNames[key]),
      keys: shown.map(({ key }) => key),
      is_first: readCursor(before) === null,
      filter: query,
      views: await viewsOf(ctx.deps.db, ctx, list, query),
      ...(await optionsOf(ctx, filter)),
      columns: all.map((column) => ({
        key: column.key,
        label: columnNames[column.key],
        is_shown: shown.includes(column),
      })),
      may_open: mayAlso(ctx, 'see_people'),
      may_export: mayAlso(ctx, 'export_people'),
      may_resend: list === 'orders' && mayAlso(ctx, 'change_orders'),
    },
  }
}

const shownRow = (row: Row, columns: readonly Column[], now: Date) => ({
  key: row.key,
  order_id: row.orderId,
  number: shownOrderNumber(row.number),
  cells: columns.map((column, i) => column.write(row.values[i] as never, { ...row, now })),
})

/** A page, and where the next one begins: one row more than it shows was read. */
const pageOf = <R extends { cursor: string }>(rows: readonly R[]) => ({
  rows: rows.slice(0, PAGE),
  next: rows.length > PAGE ? rows[PAGE - 1]!.cursor : '',
})

/** The options of the filter's selects. Dates and types are those of the chosen event. */
export async function optionsOf(ctx: OfficeContext, { event_id }: Pick<Filter, 'event_id'>) {
  const { db } = ctx.deps
  const { organiserId, eventIds } = grantOf(ctx)
  const events = await db
    .selectFrom('events')
    .select(['id', 'title', 'timezone', 'venue_id', 'online_url'])
    .where('organiser_id', '=', organiserId)
    .$if(eventIds !== null, (query) => query.where('id', 'in', [-1, ...(eventIds ?? [])]))
    .orderBy('id', 'desc')
    .limit(MAX_EVENTS)
    .execute()
  const event = events.find(({ id }) => id === event_id)
  const { rows: types } =
    event === undefined
      ? { rows: [] }
      : await sql<{ id: number; name: string } & DateRow>`
          select type.id, type.name, date.starts_at, date.ends_at, date.all_day from ticket_types type join event_dates date on date.id = type.date_id
          where type.event_id = ${event.id} order by date.starts_at, type.sort, type.id limit ${MAX_EVENTS}`.execute(db)
  const dates =
    event === undefined
      ? []
      : await db
          .selectFrom('event_dates')
          .select(['id', 'starts_at', 'ends_at', 'all_day'])
          .where('event_id', '=', event.id)
          .orderBy('starts_at')
          .limit(MAX_EVENTS)
          .execute()
  const dateLabel = (date: DateRow) => longWhen(date, heldOf(event!))
  return {
    events: events.map(({ id, title }) => ({ id, label: title })),
    dates: dates.map((date) => ({ id: date.id, label: dateLabel(date) })),
    types: types.map(({ id, name, ...date }) => ({
      id,
      label: dates.length > 1 ? `${name}, ${dateLabel(date)}` : name,
    })),
  }
}

export const officeOrders: OfficeHandlers['office_orders'] = {
  async read(body, ctx) {
    const { db } = ctx.deps
    if (!(await isOwnFilter(db, ctx, body))) return fail('not_found')
    const { shown, page, filter, table } = await tableOf(ctx, 'orders', body)
    const { rows, next } = pageOf(await readRows(db, ctx, 'orders', filter, page))
    const count = !table.is_first ? null : next === '' ? rows.length : await countRows(db, ctx, filter)
    return { ...table, rows: rows.map((row) => shownRow(row, shown, ctx.now)), next, count }
  },
}

export const officePeople: OfficeHandlers['office_people'] = {
  async read(body, ctx) {
    const { db } = ctx.deps
    if (!(await isOwnFilter(db, ctx, body))) return fail('not_found')
    const { shown, page, filter, table } = await tableOf(ctx, 'people', body)
    const { rows, next } = pageOf(await readPeople(db, ctx, filter, page))
    return {
      ...table,
      rows: rows.flatMap(({ tickets }) => tickets.map((row) => shownRow(row, shown, ctx.now))),
      people: rows.map(({ tickets, cursor: _, ...person }) => ({ ...person, rows: tickets.length })),
      next,
      count: table.is_first && next === '' ? rows.length : null,
    }
  },
}
