import { OFFICE_PAGES } from '@foyer/contract/office/pages.ts'
import { addDays, daysSinceMonday } from '@foyer/domain/format/calendar-days.ts'
import { dayOf, instantAt } from '@foyer/domain/format/dates.ts'
import { formatMinor } from '@foyer/domain/format/money.ts'
import { groupBy } from '@foyer/domain/group.ts'
import { currencyCode } from '@foyer/domain/money/money.ts'
import { isNotified } from '@foyer/domain/office/notifications.ts'
import { may, ROLES, type Role } from '@foyer/domain/office/rights.ts'
import { sql } from 'kysely'
import { type Db, inTx } from '../../db/transaction/tx.ts'
import type { Deps } from '../../deps.ts'
import { queueMail } from '../../mail/outbox.ts'
import { inStaffLanguage, isNotifiedOf } from '../../mail/staff.ts'
import { type OrganiserSales, salesMail } from '../../mail/templates/sales.ts'
import { moneyReport, type Scope, sumOf } from '../money/report.ts'

type NeededDeps = Pick<Deps, 'db' | 'clock' | 'config'>
type Period = { kind: 'daily' | 'weekly'; first: string; last: string }
type Reader = {
  staff_id: number
  email: string
  language: string | null
  organiser_id: number
  organiser: string
  role: Role
  event_ids: number[] | null
}

/** When the day before is summed up, on the shop's clock. */
const AT = '07:00'
const READERS = ROLES.filter(isNotified)

/**
 * Emails the sales of the last day and of the last week, Monday to Sunday, to the members of teams who chose so: one email a person,
 * whatever the number of organisers, and none for a time without sales.
 */
export async function mailSales(deps: NeededDeps): Promise<void> {
  const now = deps.clock.now()
  const today = dayOf(now)
  // Before that hour, the last day that has been summed up is the one before yesterday.
  const next = now < instantAt(today, AT) ? addDays(today, -1) : today
  const monday = addDays(next, -daysSinceMonday(next))
  await mailPeriod(deps, { kind: 'daily', first: addDays(next, -1), last: addDays(next, -1) }, now)
  await mailPeriod(deps, { kind: 'weekly', first: addDays(monday, -7), last: addDays(monday, -1) }, now)
}

async function mailPeriod({ db, config }: NeededDeps, { kind, first, last }: Period, now: Date): Promise<void> {
  const [from, to] = [instantAt(first, '00:00'), instantAt(addDays(last, 1), '00:00')]
  const key = sql`'staff_sales:' || ${kind}::text || ':' || ${first}::text || ':' || staff.id`
  const { rows } = await sql<Reader>`
    select staff.id as staff_id, staff.email, staff.language, organiser.id as organiser_id, organiser.name as organiser, role.role,
      role.event_ids
    from staff join staff_roles role on role.staff_id = staff.id and role.role = any(${sql.val(READERS)}::text[])
      join organisers organiser on organiser.id = role.organiser_id
    where ${isNotifiedOf(kind)} and not exists (select from mails where mails.key = ${key})
      and exists (select from order_lines line where line.organiser_id = organiser.id and line.paid_at >= ${from} and line.paid_at < ${to})
    order by staff.id, organiser.name, organiser.id`.execute(db)
  for (const roles of groupBy(rows, ({ staff_id }) => staff_id).values()) {
    const [reader] = roles as [Reader]
    const organisers: OrganiserSales[] = []
    for (const role of roles) {
      const eventIds = role.event_ids?.map(Number) ?? null
      const scope = { organiserId: role.organiser_id, eventIds, from, to }
      const sales = await inStaffLanguage(config, reader, () => salesOf(db, scope, role))
      if (sales.orders > 0) organisers.push(sales)
    }
    if (organisers.length === 0) continue
    const write = () =>
      salesMail({ first, last }, organisers, {
        page: `${config.publicUrl}${OFFICE_PAGES.home.path}?organiser_id=${reader.organiser_id}`,
        choosePage: config.publicUrl + OFFICE_PAGES.account.path,
      })
    await inStaffLanguage(config, reader, () =>
      inTx(db, (tx) =>
        queueMail(tx, config, {
          ...write(),
          key: `staff_sales:${kind}:${first}:${reader.staff_id}`,
          kind: 'staff_sales',
          recipient: reader.email,
          now,
        }),
      ),
    )
  }
}

/** Orders that were paid in the period, without complimentary ones, and the money that moved, as in the report of the same days. */
async function salesOf(db: Db, scope: Scope, { organiser, role }: Reader): Promise<OrganiserSales> {
  const isSold = sql`line.organiser_id = ${scope.organiserId} and line.paid_at >= ${scope.from} and line.paid_at < ${scope.to}
    and (${scope.eventIds === null} or line.event_id = any(${sql.val(scope.eventIds ?? [])}::bigint[]))
    and orders.channel <> 'complimentary'`
  const { rows } = await sql<{ kind: OrganiserSales['rows'][number]['kind']; event: string; qty: number }>`
    select line.kind, coalesce(event.title, '') as event, sum(line.qty)::int as qty
    from order_lines line join orders on orders.sale_id = line.sale_id left join events event on event.id = line.event_id
    where ${isSold} group by line.kind, event.id order by event.title nulls last, event.id, line.kind`.execute(db)
  const counted = await sql<{ orders: number }>`
    select count(distinct line.sale_id)::int as orders from order_lines line join orders on orders.sale_id = line.sale_id
    where ${isSold}`.execute(db)
  return {
    organiser,
    orders: counted.rows[0]!.orders,
    rows,
    money: may(role, 'see_money') ? await moneyOf(db, scope) : [],
  }
}

async function moneyOf(db: Db, scope: Scope): Promise<OrganiserSales['money']> {
  const report = await moneyReport(db, scope, 'event', NO_LABELS)
  return [...groupBy(report, ({ currency }) => currency)].map(([currency, rows]) => {
    const { total, refunded } = sumOf(rows)
    const shown = (minor: number) => formatMinor(minor, currencyCode(currency))
    return { sold: shown(total - refunded), refunded: refunded === 0 ? null : shown(-refunded) }
  })
}

/** Only sums are read. */
const NO_LABELS = { donations: '', vouchers: '', other: '', noCode: '', channel: () => '' }
