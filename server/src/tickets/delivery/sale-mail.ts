import { OFFICE_PAGES, officeOrderPath } from '@foyer/contract/office/pages.ts'
import { DAY_MS } from '@foyer/domain/format/calendar-days.ts'
import { longWhen } from '@foyer/domain/format/dates.ts'
import { formatMinor } from '@foyer/domain/format/money.ts'
import { shownOrderNumber } from '@foyer/domain/format/order-number.ts'
import { groupBy } from '@foyer/domain/group.ts'
import { currencyCode } from '@foyer/domain/money/money.ts'
import { isNotified } from '@foyer/domain/office/notifications.ts'
import { may, ROLES, type Role } from '@foyer/domain/office/rights.ts'
import { sql } from 'kysely'
import { HELD_COLUMNS, type HeldRow } from '../../db/held-online.ts'
import { combine, onePerDb } from '../../db/transaction/combine.ts'
import { inTx } from '../../db/transaction/tx.ts'
import type { Deps } from '../../deps.ts'
import { queueMail } from '../../mail/outbox.ts'
import { inStaffLanguage, isNotifiedOf, isOfRole } from '../../mail/staff.ts'
import { type SoldGroup, type SoldItem, saleMail } from '../../mail/templates/sales.ts'
import { withCounts } from '../../sale/hold/counts.ts'

type Row = SoldItem &
  HeldRow & {
    staff_id: number
    email: string
    language: string | null
    role: Role
    organiser_id: number
    organiser: string
    sale_id: number
    number: string
    buyer: string
    currency: string
    paid_minor: number
    date_id: number | null
    sold: number
    capacity: number
  }

const READERS = ROLES.filter(isNotified)
/** An order that was paid longer ago is delivered again, such as one whose payment plan has ended: it is no new sale. */
const MAX_AGE_MS = DAY_MS

/** The lines of sales that wait at the same moment, for each member of a team who is emailed about them. */
const toldOf = onePerDb((db) =>
  combine(
    async (sales: { saleId: number; now: Date }[]): Promise<Row[][]> => {
      const ids = sql.val(sales.map(({ saleId }) => saleId))
      const since = new Date(Math.min(...sales.map(({ now }) => now.getTime())) - MAX_AGE_MS)
      const { rows } = await sql<Row>`
        select staff.id as staff_id, staff.email, staff.language, role.role, organiser.id as organiser_id,
          organiser.name as organiser, orders.sale_id, orders.number, orders.name as buyer, orders.currency, line.kind, line.qty,
          coalesce(event.title, '') as event, coalesce(type.name, design.name, charity.name, '') as name,
          (line.net_minor + line.fee_minor + line.protection_minor + line.delivery_minor
            + line.rounding_minor)::bigint as paid_minor,
          line.date_id, ${HELD_COLUMNS},
          date.starts_at, date.ends_at, date.all_day,
          types.sold, types.capacity + pool.capacity as capacity
        from orders join order_lines line on line.sale_id = orders.sale_id
          join organisers organiser on organiser.id = line.organiser_id
          join staff_roles role on role.organiser_id = organiser.id and role.role = any(${sql.val(READERS)}::text[])
            and ${isOfRole}
          join staff on staff.id = role.staff_id
          left join events event on event.id = line.event_id
          left join event_dates date on date.id = line.date_id
          left join ticket_types type on type.id = line.ticket_type_id
          left join gift_voucher_designs design on design.id = line.design_id
          left join charities charity on charity.id = line.charity_id
          ${withCounts('date', new Date(0))}
        where orders.sale_id = any(${ids}::bigint[]) and orders.paid_at > ${since}
          and orders.channel <> 'complimentary' and ${isNotifiedOf('each')}
        order by staff.id, organiser.id, line.line`.execute(db)
      const bySale = groupBy(rows, ({ sale_id }) => sale_id)
      return sales.map(({ saleId }) => bySale.get(saleId) ?? [])
    },
    { maxBatch: 50, maxQueue: 20_000 },
  ),
)

/**
 * Emails a sale to the members of its organisers' teams who chose so, once each, with the lines that they may see. Complimentary
 * tickets are not sales.
 */
export async function mailSaleToStaff({ db, config, clock }: Pick<Deps, 'db' | 'config' | 'clock'>, saleId: number) {
  const now = clock.now()
  const rows = await toldOf(db)({ saleId, now })
  if (rows.length === 0) return
  await inTx(db, async (tx) => {
    for (const lines of groupBy(rows, ({ staff_id }) => staff_id).values()) {
      const [first] = lines as [Row]
      const seesMoney = lines.some(({ role }) => may(role, 'see_money'))
      const amount = (minor: number) => formatMinor(minor, currencyCode(first.currency))
      const write = () =>
        saleMail({
          number: shownOrderNumber(first.number),
          buyer: first.buyer,
          organisers: [...new Set(lines.map(({ organiser }) => organiser))],
          groups: [...groupBy(lines, ({ event, date_id }) => `${date_id} ${event}`).values()].map((group) =>
            groupOf(group as [Row, ...Row[]], amount),
          ),
          total: seesMoney ? amount(shownMinor(lines)) : null,
          page: config.publicUrl + officeOrderPath(first.organiser_id, saleId),
          choosePage: config.publicUrl + OFFICE_PAGES.account.path,
        })
      await inStaffLanguage(config, first, () =>
        queueMail(tx, config, {
          ...write(),
          key: `staff_sale:${saleId}:${first.staff_id}`,
          kind: 'staff_sale',
          recipient: first.email,
          now,
        }),
      )
    }
  })
}

const shownMinor = (lines: readonly Row[]) =>
  lines.filter(({ role }) => may(role, 'see_money')).reduce((sum, { paid_minor }) => sum + Number(paid_minor), 0)

const groupOf = (lines: readonly [Row, ...Row[]], amount: (minor: number) => string): SoldGroup => {
  const [{ event, date_id, sold, capacity, ...first }] = lines
  return {
    event,
    niceDate: date_id === null ? '' : longWhen(first, first),
    soldSoFar: date_id === null || capacity === 0 ? null : { sold, capacity },
    items: lines.map((line) => ({
      ...line,
      paid: may(line.role, 'see_money') ? amount(Number(line.paid_minor)) : null,
    })),
  }
}
