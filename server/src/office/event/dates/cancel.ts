import type { OfficeReply } from '@foyer/contract/office/calls.ts'
import { providers } from '@foyer/contract/office/events/payments.en.ts'
import { OFFICE_PAGES } from '@foyer/contract/office/pages.ts'
import { formatMinor } from '@foyer/domain/format/money.ts'
import { shownOrderNumber } from '@foyer/domain/format/order-number.ts'
import { currencyCode } from '@foyer/domain/money/money.ts'
import { fail } from '@foyer/domain/result.ts'
import { cancelDate, cancellationState, cancelWholeEvent, pauseCancellation } from '../../../payment/cancel/event.ts'
import { type CancelOutcome, cancelOutcomesOf, lateMoneyOf } from '../../../payment/cancel/outcomes.ts'
import { previewByProvider, previewCancellation } from '../../../payment/cancel/preview.ts'
import { retryCancellation } from '../../../payment/cancel/retry.ts'
import { grantOf, type OfficeContext, type OfficeHandlers } from '../../handle.ts'
import { eventHeader } from '../header.ts'
import { ownEvent } from '../own-event.ts'
import { datesOfEvent } from './date-rows.ts'

const MAX_SHOWN = 500

type ShownOutcome = OfficeReply<'office_cancel'>['outcomes'][number]

/** The most urgent first. */
const BY_URGENCY = [
  'person',
  'failed',
  'waiting',
  'on_its_way',
  'refunded',
  'before',
] as const satisfies ShownOutcome['outcome'][]

const kindOf = ({ state, failures, onTheWayMinor }: CancelOutcome): ShownOutcome['outcome'] => {
  if (state === 'waiting') return 'waiting'
  if (state === 'blocked') return 'person'
  if (failures.length > 0) return 'failed'
  if (onTheWayMinor > 0) return 'on_its_way'
  return state === 'before' ? 'before' : 'refunded'
}

function shownOutcome(outcome: CancelOutcome): ShownOutcome {
  const money = (minor: number) => formatMinor(minor, currencyCode(outcome.currency))
  return {
    order_id: outcome.saleId,
    number: shownOrderNumber(outcome.number),
    amount: money(outcome.returnedMinor + outcome.onTheWayMinor),
    voucher: outcome.voucherMinor > 0 ? money(outcome.voucherMinor) : '',
    plan_stopped: outcome.planStopped,
    outcome: kindOf(outcome),
    why: outcome.failures.filter((text) => text !== '').join(' · '),
  }
}

const providerName = (provider: string): string => (providers as Record<string, string>)[provider] ?? provider

const byUrgency = (one: ShownOutcome, other: ShownOutcome): number =>
  BY_URGENCY.indexOf(one.outcome) - BY_URGENCY.indexOf(other.outcome)

/** The page on which an event is cancelled. Afterwards it shows what happened to each order. */
const cancelPath = (ctx: OfficeContext, eventId: number, dateId?: number) =>
  `${OFFICE_PAGES.cancel.path}?organiser_id=${grantOf(ctx).organiserId}&event_id=${eventId}${dateId ? `&date_id=${dateId}` : ''}`

export const officeCancel: OfficeHandlers['office_cancel'] = {
  async read({ event_id, date_id = null, step, words }, ctx) {
    const { db } = ctx.deps
    const event = await ownEvent(db, ctx, event_id)
    if (event === undefined) return fail('not_found')
    const all = await datesOfEvent(db, event, ctx.now)
    const date = date_id === null ? null : all.find((row) => row.date_id === date_id)
    if (date === undefined) return fail('not_found')
    const money = (minor: number) => formatMinor(minor, currencyCode(event.currency))
    const { back_minor, ...preview } = await previewCancellation(db, event_id, date_id)
    return {
      ...(await eventHeader(ctx, event)),
      date_id,
      nice_date: date?.nice_date ?? '',
      is_cancelled: date?.is_cancelled ?? event.status === 'cancelled',
      is_paused: event.cancellation_paused_at !== null,
      ...preview,
      back: money(back_minor),
      step: Math.min(4, Math.max(1, step)),
      words,
      dates: all
        .filter(({ is_cancelled }) => !is_cancelled)
        .map((row) => ({ date_id: row.date_id, label: row.nice_date })),
      by_provider: (await previewByProvider(db, event_id, date_id)).map(({ provider, orders, minor }) => ({
        provider: providerName(provider),
        orders,
        amount: money(minor),
      })),
      late: (await lateMoneyOf(db, event_id)).map(({ reference, amountMinor, currency, state }) => ({
        reference,
        amount: formatMinor(amountMinor, currencyCode(currency)),
        state,
      })),
      left: await cancellationState(db, event_id),
      outcomes: (await cancelOutcomesOf(db, event_id)).map(shownOutcome).sort(byUrgency).slice(0, MAX_SHOWN),
    }
  },
}

export const cancelOwnDate: OfficeHandlers['cancel_date'] = {
  async change(tx, { event_id, date_id, words }, ctx) {
    const event = await ownEvent(tx, ctx, event_id, { lock: true })
    if (event === undefined || !(await cancelDate(tx, event_id, date_id, words))) return fail('not_found')
    return {
      reply: { success: true, next: cancelPath(ctx, event_id, date_id) },
      log: { subject: ['event', event_id], after: { cancelled_date: date_id } },
    }
  },
}

export const cancelOwnEvent: OfficeHandlers['cancel_event'] = {
  async change(tx, { event_id, words }, ctx) {
    const event = await ownEvent(tx, ctx, event_id, { lock: true })
    if (event === undefined) return fail('not_found')
    await cancelWholeEvent(tx, event_id, words)
    return {
      reply: { success: true, next: cancelPath(ctx, event_id) },
      log: { subject: ['event', event_id], before: { status: event.status }, after: { status: 'cancelled' } },
    }
  },
}

export const pauseOwnCancellation: OfficeHandlers['pause_cancellation'] = {
  async change(tx, { event_id, paused }, ctx) {
    const event = await ownEvent(tx, ctx, event_id, { lock: true })
    if (event === undefined) return fail('not_found')
    await pauseCancellation(tx, event_id, paused ? ctx.now : null)
    return {
      reply: { success: true, next: cancelPath(ctx, event_id) },
      log: { subject: ['event', event_id], after: { cancellation_paused: paused } },
    }
  },
}

export const retryOwnCancellation: OfficeHandlers['retry_cancellation'] = {
  async change(tx, { event_id }, ctx) {
    const event = await ownEvent(tx, ctx, event_id, { lock: true })
    if (event === undefined) return fail('not_found')
    const orders = await retryCancellation(tx, event_id, ctx.now)
    if (orders === 0) return fail('nothing_failed')
    return {
      reply: { success: true, next: cancelPath(ctx, event_id) },
      log: { subject: ['event', event_id], after: { orders_tried_again: orders } },
    }
  },
}
