import { officeOrderPath } from '@foyer/contract/office/pages.ts'
import { niceDate } from '@foyer/domain/format/dates.ts'
import { formatMinor } from '@foyer/domain/format/money.ts'
import { shownOrderNumber } from '@foyer/domain/format/order-number.ts'
import { currencyCode } from '@foyer/domain/money/money.ts'
import { may, ROLES } from '@foyer/domain/office/rights.ts'
import { sql } from 'kysely'
import type { Tx } from '../../db/transaction/tx.ts'
import type { Deps } from '../../deps.ts'
import { queueMail } from '../../mail/outbox.ts'
import { inStaffLanguage, isNotifiedOf, isOfRole } from '../../mail/staff.ts'
import { disputeEndedMail, disputeOpenedMail } from '../../mail/templates/dispute.ts'
import type { DisputeEvent } from './dispute.ts'

type News = { saleId: number; dispute: DisputeEvent; news: 'opened' | 'won' | 'lost'; now: Date }
type Reader = {
  id: number
  email: string
  language: string | null
  organiser_id: number
  organiser: string
  number: string
  currency: string
}

const REFUNDERS = ROLES.filter((role) => may(role, 'refund_orders'))

/** Emails everyone who may refund this order, unless they chose to get no emails, once for each organiser and piece of news. */
export async function mailTeam(
  tx: Tx,
  { config }: Pick<Deps, 'config'>,
  { saleId, dispute, news, now }: News,
): Promise<void> {
  const { rows } = await sql<Reader>`
    select distinct staff.id, staff.email, staff.language, organiser.id as organiser_id, organiser.name as organiser, orders.number, orders.currency
    from orders join order_lines line on line.sale_id = orders.sale_id
      join organisers organiser on organiser.id = line.organiser_id
      join staff_roles role on role.organiser_id = organiser.id and role.role = any(${sql.val(REFUNDERS)}::text[]) and ${isOfRole}
      join staff on staff.id = role.staff_id
    where orders.sale_id = ${saleId} and ${isNotifiedOf('each', 'daily', 'weekly', 'problems')} order by staff.id, organiser.id`.execute(
    tx,
  )
  for (const reader of rows) {
    const { id, organiser_id, organiser, number, currency } = reader
    const write = () => {
      const facts = {
        number: shownOrderNumber(number),
        amount: formatMinor(dispute.amountMinor, currencyCode(currency)),
        organiser,
        page: config.publicUrl + officeOrderPath(organiser_id, saleId),
      }
      return news === 'opened'
        ? disputeOpenedMail({ ...facts, date: dispute.dueAt && niceDate(dispute.dueAt) })
        : disputeEndedMail({ ...facts, won: news === 'won' })
    }
    await inStaffLanguage(config, reader, () =>
      queueMail(tx, config, {
        ...write(),
        key: `dispute:${dispute.id}:${news}:${organiser_id}:${id}`,
        kind: 'dispute',
        recipient: reader.email,
        now,
      }),
    )
  }
}
