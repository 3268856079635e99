import { dayOf } from '@foyer/domain/format/dates.ts'
import { formatMinor } from '@foyer/domain/format/money.ts'
import { shownOrderNumber } from '@foyer/domain/format/order-number.ts'
import { currencyCode } from '@foyer/domain/money/money.ts'
import { type Clock, systemClock } from '../../clock.ts'
import { cancelEvent, cancellationState, endCancelledEvents } from '../cancel/event.ts'
import { type CancelOutcome, cancelOutcomesOf, type LateMoney, lateMoneyOf } from '../cancel/outcomes.ts'
import { WHY } from './cannot-refund.ts'
import { type Env, explainUsage, type Say, withDatabase } from './with-database.ts'

const USAGE = `npm run cancel -- EVENT [DATE]

Cancels an event, by its slug, or one of its dates, by its day (2027-09-01) or id. Nothing of it is sold any more, and its holds
end. The running shop refunds every order and tells each buyer once. Run it again to see what has become of each order.`

function outcomeText(outcome: CancelOutcome): string {
  const money = (minor: number) => formatMinor(minor, currencyCode(outcome.currency))
  if (outcome.state === 'waiting') return 'waiting: the running shop refunds it'
  if (outcome.state === 'before') return 'was refunded before'
  if (outcome.state === 'blocked')
    return `needs a person: ${(WHY as Record<string, string>)[outcome.code!] ?? outcome.code}`
  const parts = [
    ...(outcome.planStopped ? ['plan stopped'] : []),
    ...(outcome.returnedMinor > 0 ? [`${money(outcome.returnedMinor)} returned`] : []),
    ...(outcome.onTheWayMinor > 0 ? [`${money(outcome.onTheWayMinor)} on its way`] : []),
    ...(outcome.voucherMinor > 0 ? [`${money(outcome.voucherMinor)} back on its gift voucher`] : []),
    ...outcome.failures.map((why) => `refund failed: ${why || 'the provider gave no reason'}`),
  ]
  return parts.length > 0 ? parts.join(', ') : 'ended; nothing was paid'
}

const LATE: Record<LateMoney['state'], string> = {
  at_bank: 'at the bank: goes back if it arrives',
  on_the_way: 'arrived too late, on its way back',
  returned: 'arrived too late, returned',
}
const lateMoneyText = ({ amountMinor, currency, state }: LateMoney): string =>
  `${formatMinor(amountMinor, currencyCode(currency))} ${LATE[state]}`

/** Runs the command and returns its exit code. */
export async function run(args: readonly string[], env: Env, say: Say, clock: Clock = systemClock): Promise<number> {
  const [slug, day, ...more] = args
  if (!slug || slug.startsWith('-') || more.length > 0) return explainUsage(USAGE, args, say)
  return withDatabase(env, say, async (db) => {
    const dates = await db
      .selectFrom('event_dates as date')
      .innerJoin('events as event', 'event.id', 'date.event_id')
      .select(['date.id', 'date.starts_at', 'event.timezone'])
      .where('event.slug', '=', slug)
      .execute()
    const chosen = dates.filter(
      ({ id, starts_at, timezone }) => day === String(id) || day === dayOf(starts_at, timezone),
    )
    if (day !== undefined && chosen.length !== 1) {
      say(
        chosen.length === 0
          ? 'This event has no such date.'
          : 'This event has several dates on that day. Name one by its id.',
      )
      return 1
    }
    const done = await cancelEvent({ db }, { slug, ...(chosen[0] && { dateId: chosen[0].id }) })
    if (!done.ok) {
      say('There is no such event.')
      return 1
    }
    await endCancelledEvents({ db, clock })
    const { held, orders, blocked } = await cancellationState(db, done.eventId)
    for (const outcome of await cancelOutcomesOf(db, done.eventId))
      say(`${shownOrderNumber(outcome.number)}  ${outcomeText(outcome)}`)
    for (const late of await lateMoneyOf(db, done.eventId)) say(`${late.reference}  ${lateMoneyText(late)}`)
    say(
      `Cancelled. Still to do: ${held} holds to end, ${orders} orders to refund, ${blocked} orders that need a person.`,
    )
    return 0
  })
}

if (process.argv[1] === import.meta.filename) {
  const { DATABASE_URL, DATA_DIR } = process.env
  process.exitCode = await run(process.argv.slice(2), { DATABASE_URL, DATA_DIR }, console.log)
}
