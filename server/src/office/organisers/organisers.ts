import { OFFICE_PAGES, officeOrganiserPath } from '@foyer/contract/office/pages.ts'
import { organiserPath } from '@foyer/contract/pages.ts'
import { niceDate } from '@foyer/domain/format/dates.ts'
import { isEmail, normalEmail } from '@foyer/domain/people/email.ts'
import { fail } from '@foyer/domain/result.ts'
import { type RawBuilder, sql } from 'kysely'
import { dateNotOver } from '../../catalogue/read/offered.ts'
import type { Db, Tx } from '../../db/transaction/tx.ts'
import { hit } from '../../http/limits/rate-limit.ts'
import { lockSelling } from '../../may-sell.ts'
import { areOpen } from '../../payment/provider/status.ts'
import { DATE_COUNTS } from '../../sale/hold/counts.ts'
import { type OfficeHandlers, staffOf } from '../handle.ts'
import { formKey } from '../order/form-key.ts'
import { addOrganiser } from '../session/first.ts'
import { countInvitation, sendInvitation } from '../team/invite.ts'

const PAGE_SIZE = 100
const MAX_TITLES = 10
const MAX_ADDED_PER_HOUR = 30

type Row = {
  id: number
  name: string
  slug: string
  closed_at: Date | null
  owners: { name: string; email: string }[]
  invited: string[]
}

/** The columns of a row of `organisers` named `organiser`, as both pages show it. */
const columnsAt = (
  now: Date,
): RawBuilder<unknown> => sql`organiser.id, organiser.name, organiser.slug, organiser.closed_at,
  coalesce((select jsonb_agg(jsonb_build_object('name', staff.name, 'email', staff.email) order by staff.name, staff.id)
    from staff_roles assignment join staff on staff.id = assignment.staff_id
    where assignment.organiser_id = organiser.id and assignment.role = 'owner' and assignment.ended_at is null), '[]') as owners,
  coalesce((select jsonb_agg(email order by id) from staff_invitations where organiser_id = organiser.id and role = 'owner'
    and ended_at is null and expires_at > ${now}), '[]') as invited`

const shown = ({ id, name, slug, closed_at, owners, invited }: Row) => ({
  id,
  name,
  url: organiserPath(slug),
  is_closed: closed_at !== null,
  nice_closed: closed_at === null ? '' : niceDate(closed_at),
  owners,
  invited,
})

export const officeOrganisers: OfficeHandlers['office_organisers'] = {
  async read({ q, page }, ctx) {
    const { rows } = await sql<Row & { events: number; last_sale: Date | null; total: number }>`
      select ${columnsAt(ctx.now)}, found.total,
        (select count(*)::int from events where organiser_id = organiser.id and archived_at is null) as events,
        (select paid_at from order_lines where organiser_id = organiser.id order by paid_at desc limit 1) as last_sale
      from (select id, count(*) over ()::int as total from organisers
        where position(lower(${q}) in lower(name)) > 0
        order by closed_at is not null, lower(name), id limit ${PAGE_SIZE} offset ${(page - 1) * PAGE_SIZE}) found
      join organisers organiser on organiser.id = found.id
      order by organiser.closed_at is not null, lower(organiser.name), organiser.id`.execute(ctx.deps.db)
    const total = rows[0]?.total ?? 0
    return {
      form_key: formKey(ctx),
      q,
      page,
      pages: Math.max(1, Math.ceil(total / PAGE_SIZE)),
      total,
      organisers: rows.map(({ events, last_sale, ...row }) => ({
        ...shown(row),
        events,
        nice_last_sale: last_sale === null ? '' : niceDate(last_sale),
      })),
    }
  },
}

export const officeOrganiser: OfficeHandlers['office_organiser'] = {
  async read({ organiser }, ctx) {
    const { db } = ctx.deps
    const { rows } = await sql<Row>`
      select ${columnsAt(ctx.now)} from organisers organiser where organiser.id = ${organiser}`.execute(db)
    const [row] = rows
    if (row === undefined) return fail('not_found')
    return { ...shown(row), ...(await affected(db, organiser, ctx.now)) }
  },
}

type Affected = {
  on_sale: number
  titles: string[]
  drafts: number
  vouchers: number
  waiting: number
  baskets: number
  held_until: Date | null
  tickets: number
  plans: number
  refunds: number
  payments: number
}

/** What closing an organiser stops, and what goes on. */
async function affected(db: Db, organiserId: number, now: Date) {
  const ofOrganiser = (sales: string) => sql<boolean>`exists (select from order_lines line
    where line.sale_id = ${sql.ref(`${sales}.sale_id`)} and line.organiser_id = ${organiserId})`
  const toCome = (status: string) => sql`from events event where event.organiser_id = ${organiserId}
    and event.status = ${status} and event.archived_at is null
    and exists (select from event_dates date where date.event_id = event.id and date.status = 'published' and ${dateNotOver(now)})`
  const held = sql`from sales where held_until > ${now} and paid_at is null and (exists (select from holds
      join ticket_types type on type.id = holds.ticket_type_id join events event on event.id = type.event_id
      where holds.sale_id = sales.id and event.organiser_id = ${organiserId})
    or exists (select from sale_vouchers line join gift_voucher_designs design on design.id = line.design_id
      where line.sale_id = sales.id and design.organiser_id = ${organiserId}))`
  const { rows } = await sql<Affected>`select
    (select count(*) ${toCome('published')})::int as on_sale,
    array(select event.title ${toCome('published')}
      order by (select min(starts_at) from event_dates date where date.event_id = event.id and ${dateNotOver(now)}), event.id
      limit ${MAX_TITLES}) as titles,
    (select count(*) ${toCome('draft')})::int as drafts,
    (select count(*) from gift_voucher_designs where organiser_id = ${organiserId})::int as vouchers,
    (select count(*) from waiting join events event on event.id = waiting.event_id
      where event.organiser_id = ${organiserId} and waiting.kind = 'place' and waiting.state = 'waiting')::int as waiting,
    (select count(*) ${held})::int as baskets,
    (select max(held_until) ${held}) as held_until,
    (select count(*) from events event join event_dates date on date.event_id = event.id and ${dateNotOver(now)}
      join ticket_types type on type.date_id = date.id join tickets on tickets.ticket_type_id = type.id and tickets.status = 'valid'
      where event.organiser_id = ${organiserId} and ${DATE_COUNTS})::int as tickets,
    (select count(*) from payment_plans plan where plan.status in ('active', 'overdue') and ${ofOrganiser('plan')})::int as plans,
    (select count(*) from refunds refund where refund.status in ('queued', 'pending') and ${ofOrganiser('refund')})::int as refunds,
    (select count(*) from payments where ${areOpen()} and ${ofOrganiser('payments')})::int as payments`.execute(db)
  const { held_until, ...counts } = rows[0]!
  return { ...counts, nice_baskets_until: held_until === null ? '' : niceDate(held_until) }
}

export const addOrganiserOfOffice: OfficeHandlers['add_organiser'] = {
  async beforeTransaction(_, ctx) {
    const hits = await hit(ctx.deps, `organiser:operator:${staffOf(ctx).id}`, 3600)
    return hits > MAX_ADDED_PER_HOUR ? fail('too_many_requests') : null
  },
  async change(tx, { name, email: typed }, ctx) {
    if (name === '') return fail('organiser_name_missing')
    if (!isEmail(typed)) return fail('bad_email')
    const email = normalEmail(typed)
    // Counted for the shop, because a new organiser has sent nothing.
    const counted = await countInvitation(tx, ctx, { email })
    if (!counted.ok) return counted
    const { id } = await addOrganiser(tx, name)
    await sendInvitation(tx, ctx, { organiserId: id, email, role: 'owner', eventIds: null })
    return {
      reply: { success: true, next: OFFICE_PAGES.organisers.path },
      log: { subject: ['organiser', id], after: { name, email } },
    }
  },
}

export const closeOrganiser: OfficeHandlers['close_organiser'] = {
  change: (tx, { organiser }, ctx) => setClosed(tx, organiser, ctx.now),
}

export const reopenOrganiser: OfficeHandlers['reopen_organiser'] = {
  change: (tx, { organiser }) => setClosed(tx, organiser, null),
}

/** Closes or reopens an organiser. Sales that are being decided end first, and those after it find it as it is then. */
async function setClosed(tx: Tx, organiserId: number, closedAt: Date | null) {
  await lockSelling(tx, organiserId)
  const before = await tx
    .selectFrom('organisers')
    .select(['name', 'closed_at'])
    .where('id', '=', organiserId)
    .executeTakeFirst()
  if (before === undefined) return fail('not_found')
  const reply = { success: true as const, next: officeOrganiserPath(organiserId) }
  if ((before.closed_at === null) === (closedAt === null)) return { reply, log: null }
  await tx.updateTable('organisers').set({ closed_at: closedAt }).where('id', '=', organiserId).execute()
  return { reply, log: { subject: ['organiser', organiserId] as const, after: { name: before.name } } }
}
