import type { OfficeReply } from '@foyer/contract/office/calls.ts'
import { OFFICE_PAGES } from '@foyer/contract/office/pages.ts'
import { fail } from '@foyer/domain/result.ts'
import type { Tx } from '../../db/transaction/tx.ts'
import { mayAlso } from '../event/state.ts'
import { type Granted, grantOf, type OfficeContext, type OfficeHandlers, staffOf } from '../handle.ts'
import { isOwnFilter, queryOf } from './filter.ts'
import type { List } from './rows.ts'

type Query = Record<string, string>
type View = OfficeReply<'office_orders'>['views'][number]

/** As many as a person can find again in a row of tabs. */
const MOST = 30

/** People without names of buyers see no list of people, so they have no views of it either. */
const mayList = (ctx: Granted, list: string): boolean => list === 'orders' || mayAlso(ctx, 'see_people')

/** Whether a filter is about all events, or one that this person may see. */
function isOfOwnEvent(ctx: Granted, { event_id }: Query): boolean {
  const { eventIds } = grantOf(ctx)
  return eventIds === null || !event_id || eventIds.includes(Number(event_id))
}

/** The saved filters of a list that a person sees: their own, and those of the team about events which they may see. */
export async function viewsOf(
  db: Pick<Tx, 'selectFrom'>,
  ctx: OfficeContext,
  list: List,
  current: Query,
): Promise<View[]> {
  const { organiserId } = grantOf(ctx)
  const { id: staffId } = staffOf(ctx)
  const rows = await db
    .selectFrom('list_views')
    .select(['id', 'staff_id', 'name', 'filter', 'is_shared'])
    .where('organiser_id', '=', organiserId)
    .where('list', '=', list)
    .where((eb) => eb.or([eb('staff_id', '=', staffId), eb('is_shared', '=', true)]))
    .orderBy('is_shared', 'desc')
    .orderBy('id')
    .execute()
  const shown = rows.map((row) => ({ ...row, filter: row.filter as Query }))
  return shown
    .filter(({ filter }) => isOfOwnEvent(ctx, filter))
    .map(({ id, staff_id, name, filter, is_shared }) => ({
      view_id: id,
      name,
      filter,
      is_shared,
      is_open: isSame(filter, current),
      may_change: staff_id === staffId || mayAlso(ctx, 'change_events'),
    }))
}

const isSame = (a: Query, b: Query): boolean =>
  Object.keys(a).length === Object.keys(b).length && Object.entries(a).every(([name, value]) => b[name] === value)

/** The address of a list with a filter. */
const pathOf = (list: string, organiserId: number, filter: Query): string =>
  `${OFFICE_PAGES[list as List].path}?${new URLSearchParams({ organiser_id: String(organiserId), ...filter })}`

export const saveView: OfficeHandlers['save_view'] = {
  async change(tx, { list, name: typed, shared, ...filter }, ctx) {
    const name = typed.trim()
    const { organiserId } = grantOf(ctx)
    const { id: staff_id } = staffOf(ctx)
    if (!mayList(ctx, list) || !(await isOwnFilter(tx, ctx, filter))) return fail('not_found')
    if (name === '') return fail('view_name_missing')
    const query = queryOf(filter)
    const { n } = await tx
      .selectFrom('list_views')
      .select((eb) => eb.fn.countAll<string>().as('n'))
      .where('staff_id', '=', staff_id)
      .where('organiser_id', '=', organiserId)
      .executeTakeFirstOrThrow()
    if (Number(n) >= MOST) return fail('too_many_views')
    const { id } = await tx
      .insertInto('list_views')
      .values({
        organiser_id: organiserId,
        staff_id,
        list,
        name,
        filter: JSON.stringify(query),
        is_shared: shared,
        created_at: ctx.now,
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    return {
      reply: { success: true, next: pathOf(list, organiserId, query) },
      log: { subject: ['view', id], after: { list, name, shared, filter: query } },
    }
  },
}

/** A view that this person may change; undefined if there is none. */
async function lockView(tx: Tx, ctx: OfficeContext, viewId: number) {
  const view = await tx
    .selectFrom('list_views')
    .select(['id', 'staff_id', 'list', 'name', 'filter', 'is_shared'])
    .where('id', '=', viewId)
    // guard: view-of-organiser
    .where('organiser_id', '=', grantOf(ctx).organiserId)
    .forUpdate()
    .executeTakeFirst()
  if (view === undefined || !mayList(ctx, view.list)) return undefined
  const filter = view.filter as Query
  if (!isOfOwnEvent(ctx, filter)) return undefined
  // guard: view-of-another
  const isOwn = view.staff_id === staffOf(ctx).id || (view.is_shared && mayAlso(ctx, 'change_events'))
  return isOwn ? { ...view, filter } : undefined
}

export const changeView: OfficeHandlers['change_view'] = {
  async change(tx, { view_id, name: typed, shared }, ctx) {
    const view = await lockView(tx, ctx, view_id)
    if (view === undefined) return fail('not_found')
    const name = typed.trim()
    if (name === '') return fail('view_name_missing')
    await tx.updateTable('list_views').set({ name, is_shared: shared }).where('id', '=', view.id).execute()
    return {
      reply: { success: true, next: pathOf(view.list, grantOf(ctx).organiserId, view.filter) },
      log: {
        subject: ['view', view.id],
        before: { name: view.name, shared: view.is_shared },
        after: { list: view.list, name, shared },
      },
    }
  },
}

export const endView: OfficeHandlers['end_view'] = {
  async change(tx, { view_id }, ctx) {
    const view = await lockView(tx, ctx, view_id)
    if (view === undefined) return fail('not_found')
    await tx.deleteFrom('list_views').where('id', '=', view.id).execute()
    return {
      reply: { success: true, next: pathOf(view.list, grantOf(ctx).organiserId, view.filter) },
      log: { subject: ['view', view.id], before: { list: view.list, name: view.name, shared: view.is_shared } },
    }
  },
}
