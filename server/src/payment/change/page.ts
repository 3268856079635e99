import type { TicketChangePageData } from '@foyer/contract/change-pages.ts'
import { heldDate, longWhen } from '@foyer/domain/format/dates.ts'
import { formatMinor } from '@foyer/domain/format/money.ts'
import { currencyCode } from '@foyer/domain/money/money.ts'
import { seatName } from '../../catalogue/seat-name.ts'
import { HELD } from '../../db/held-online.ts'
import type { Db } from '../../db/transaction/tx.ts'
import type { Deps } from '../../deps.ts'
import { soldByOf } from '../../trader.ts'
import { traitsOf } from '../provider/provider.ts'
import { isRunning } from '../provider/status.ts'
import { changeByToken, differenceAccountOf } from './pay.ts'
import { isOpenChange } from './pending.ts'

type PaymentState = Parameters<typeof isRunning>[0] & { outcome: string | null }

function stateOf(
  { isDone, isOpen, payments }: { isDone: boolean; isOpen: boolean; payments: readonly PaymentState[] },
  now: Date,
): TicketChangePageData['state'] {
  if (isDone) return 'done'
  if (payments.some((payment) => isRunning(payment, now))) return 'paying'
  if (isOpen) return 'waiting'
  return payments.some(({ outcome }) => outcome === 'refunded') ? 'returned' : 'ended'
}

/** The page behind the link to pay a difference: the change and its price. It contains no name. */
export async function ticketChangePage(
  deps: Pick<Deps, 'db' | 'clock' | 'providers' | 'connectors'>,
  token: string,
): Promise<TicketChangePageData | null> {
  const { db } = deps
  const now = deps.clock.now()
  const change = await changeByToken(db, token)
  if (change === undefined) return null
  const payments = await db
    .selectFrom('payments')
    .select(['status', 'outcome', 'paid_at', 'expires_at'])
    .where('change_id', '=', change.id)
    .orderBy('id', 'desc')
    .execute()
  const { provider } = await differenceAccountOf(db, change.sale_id)
  const isOpen = change.ends_at > now && (await isOpenChange(db, change))
  const [from, to] = [await typeOf(db, change.from_type_id), await typeOf(db, change.ticket_type_id)]
  return {
    token,
    state: stateOf({ isDone: change.state === 'done', isOpen, payments }, now),
    amount: formatMinor(change.difference_minor, currencyCode(change.currency)),
    from,
    to: { ...to, seats: await seatsOf(db, change.seat_ids) },
    nice_until: heldDate(change.ends_at, to),
    reference: change.reference,
    card_provider: provider,
    card_script_url: traitsOf(deps, provider)?.cardScriptUrl ?? '',
    sold_by: await soldByOf(db, change.organiser_id),
  }
}

async function typeOf(db: Pick<Db, 'selectFrom'>, id: number) {
  const { starts_at, ends_at, all_day, ...type } = await db
    .selectFrom('ticket_types as type')
    .innerJoin('events as event', 'event.id', 'type.event_id')
    .innerJoin('event_dates as date', 'date.id', 'type.date_id')
    .select(['event.title', 'type.name', 'event.timezone', ...HELD, 'date.starts_at', 'date.ends_at', 'date.all_day'])
    .where('type.id', '=', id)
    .executeTakeFirstOrThrow()
  return { ...type, nice_date: longWhen({ starts_at, ends_at, all_day }, type) }
}

const seatsOf = async (db: Pick<Db, 'selectFrom'>, ids: readonly number[]): Promise<string> =>
  (
    await db
      .selectFrom('seats')
      .select(['label', 'kind', 'view_note'])
      .where('id', 'in', [-1, ...ids])
      .orderBy('id')
      .execute()
  )
    .map(seatName)
    .join(', ')
