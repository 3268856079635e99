import { seatsText } from '@foyer/contract/seats.ts'
import { longWhen } from '@foyer/domain/format/dates.ts'
import { formatMinor } from '@foyer/domain/format/money.ts'
import { shownOrderNumber } from '@foyer/domain/format/order-number.ts'
import { type CurrencyCode, currencyCode, type Minor, sum } from '@foyer/domain/money/money.ts'
import { fail } from '@foyer/domain/result.ts'
import { HELD } from '../../db/held-online.ts'
import type { Db, Tx } from '../../db/transaction/tx.ts'
import { sentenceOf } from '../../http/handle.ts'
import { hasFreshProof } from '../../http/session.ts'
import { seatIdsOf } from '../../payment/change/apply.ts'
import { pendingChangeOf } from '../../payment/change/pending.ts'
import { reseat } from '../../payment/change/reseat.ts'
import { planIsRunning } from '../../tickets/delivery/issue.ts'
import { type OfficeContext, type OfficeHandlers, RolledBack } from '../handle.ts'
import { orderReply } from './acts.ts'
import { checkReturnLimit, refuseChange } from './change.ts'
import { disputeOfSale } from './disputes.ts'
import { formKey } from './form-key.ts'
import { mailOrder } from './mail-order.ts'
import { lockOwnOrder, type OwnOrder } from './own-order.ts'
import { type PartyMove, type PartyPlan, partyOf, planOf, planText } from './party-plan.ts'

type Locked = NonNullable<Awaited<ReturnType<typeof lockOwnOrder>>>

const isFail = (plan: object): plan is Extract<Awaited<ReturnType<typeof planOf>>, { ok: false }> => 'code' in plan

export const officeParty: OfficeHandlers['office_party'] = {
  async read({ order_id, ticket_id, seat, step }, ctx) {
    const { db } = ctx.deps
    const party = await partyOf(db, ctx, order_id, ticket_id)
    if (party === undefined) return fail('not_found')
    const date = await db
      .selectFrom('event_dates as date')
      .innerJoin('events as event', 'event.id', 'date.event_id')
      .select(['event.title', 'event.timezone', ...HELD, 'date.starts_at', 'date.ends_at', 'date.all_day'])
      .where('date.id', '=', party.dateId)
      .executeTakeFirstOrThrow()
    const along = []
    for (const by of [-1, 1]) {
      const moved = await planOf(db, ctx, party, { seat: '', step: by })
      if (!isFail(moved)) along.push({ step: by, seats: labelsOf(moved.moves) })
    }
    const plan = seat === '' && step === 0 ? null : await planOf(db, ctx, party, { seat, step })
    const ownSeats = new Set(party.tickets.flatMap(seatIdsOf))
    return {
      order_id,
      ticket_id,
      number: shownOrderNumber(party.own.order.number),
      title: date.title,
      nice_date: longWhen(date, date),
      seats: seatsText(party.hall.filter(({ id }) => ownSeats.has(id)).map(({ label }) => label)),
      tickets: party.tickets.length,
      along,
      seat,
      step,
      refused: plan !== null && isFail(plan) ? sentenceOf(plan) : '',
      review: plan === null || isFail(plan) ? null : await reviewOf(db, party.own, plan),
      form_key: formKey(ctx),
    }
  },
}

const labelsOf = (moves: readonly PartyMove[]): string =>
  seatsText(moves.flatMap(({ seats }) => seats.map(({ label }) => label)))

async function reviewOf(db: Db, own: OwnOrder, plan: PartyPlan) {
  const currency = currencyCode(own.order.currency)
  const other =
    plan.otherId === null
      ? null
      : await db
          .selectFrom('orders')
          .select(['sale_id as order_id', 'number', 'email'])
          .where('sale_id', '=', plan.otherId)
          .executeTakeFirstOrThrow()
  const { more, less } = amountsOf(plan.moves, currency)
  return {
    moves: plan.moves.map(({ ticket, to, seats, difference }) => ({
      holder: ticket.holder_name,
      name: to?.name ?? ticket.name,
      was: ticket.name,
      seats: seatsText(seats.map(({ label }) => label)),
      difference: difference === 0 ? '' : formatMinor(Math.abs(difference), currency),
      sign: Math.sign(difference),
    })),
    other: other && { order_id: other.order_id, number: shownOrderNumber(other.number) },
    more,
    less,
    emails: [own.order.email, other?.email ?? ''].filter((email) => email !== ''),
    plan: planText(plan),
  }
}

/** What is waived, and what can be returned; empty for nothing. */
function amountsOf(moves: readonly PartyMove[], currency: CurrencyCode): { more: string; less: string } {
  const total = (sign: 1 | -1) => sum(moves.map(({ difference }): Minor => Math.max(0, sign * difference)))
  const text = (minor: Minor) => (minor === 0 ? '' : formatMinor(minor, currency))
  return { more: text(total(1)), less: text(total(-1)) }
}

export const moveParty: OfficeHandlers['move_party'] = {
  async change(tx, { order_id, ticket_id, seat, step, plan: shown, returns, disputed }, ctx) {
    const before = await partyOf(tx, ctx, order_id, ticket_id)
    if (before === undefined) return fail('not_found')
    const first = await planOf(tx, ctx, before, { seat, step })
    if (isFail(first)) return first
    const sales = await lockAll(tx, ctx, [order_id, ...(first.otherId === null ? [] : [first.otherId])])
    if (sales === null) return fail('not_found')
    for (const { sale } of sales.values()) {
      if (sale.cancelled_at !== null) return fail('ticket_ended')
      if (await planIsRunning(tx, sale.id)) return fail('order_plan_running')
    }
    const party = await partyOf(tx, ctx, order_id, ticket_id)
    const plan = party && (await planOf(tx, ctx, party, { seat, step }))
    if (plan === undefined) return fail('not_found')
    if (isFail(plan)) return plan
    // guard: party-moved-as-shown
    if (planText(plan) !== shown || (plan.otherId !== null && !sales.has(plan.otherId))) return fail('party_changed')
    const refused = await whyNotReturned(tx, ctx, { plan, returns, disputed })
    if (refused !== null) return refused
    for (const { ticket } of plan.moves)
      if (await pendingChangeOf(tx, ticket.sale_id, ticket.id)) return fail('change_waiting')
    const moves = plan.moves.map(({ ticket, to, poolId, seats }) => ({
      sale: sales.get(ticket.sale_id)!.sale,
      ticket,
      to,
      poolId,
      seatIds: seats.map(({ id }) => id),
      returns,
    }))
    const why = await reseat(tx, moves, { random: ctx.deps.random, now: ctx.now }).catch(refuseChange)
    if (why !== null) throw new RolledBack(fail(why))
    if (returns) for (const [id, own] of sales) await checkReturnLimit(tx, ctx, own, returnedMinor(plan.moves, id))
    for (const id of sales.keys()) await mailOrder(tx, ctx, id)
    return {
      reply: orderReply(ctx, order_id),
      log: {
        subject: ['order', order_id],
        after: {
          tickets: party!.tickets.length,
          seats: labelsOf(plan.moves.filter(({ ticket }) => ticket.sale_id === order_id)),
          ...(plan.otherId !== null && { other_order_id: plan.otherId }),
          returned: returns,
        },
      },
    }
  },
}

/** Locks these orders by id, as all who lock several do; null if this person may not see one. */
async function lockAll(tx: Tx, ctx: OfficeContext, ids: readonly number[]): Promise<Map<number, Locked> | null> {
  const locked = new Map<number, Locked>()
  for (const id of [...ids].sort((a, b) => a - b)) {
    const own = await lockOwnOrder(tx, ctx, id)
    if (own === undefined) return null
    locked.set(id, own)
  }
  return locked
}

const returnedMinor = (moves: readonly PartyMove[], saleId: number): Minor =>
  sum(moves.filter(({ ticket }) => ticket.sale_id === saleId).map(({ difference }) => Math.max(0, -difference)))

/** Returning money needs a recent proof of identity, like a refund, and a second look while a bank disputes the payment. */
async function whyNotReturned(
  tx: Tx,
  ctx: OfficeContext,
  { plan, returns, disputed }: { plan: PartyPlan; returns: boolean; disputed: boolean },
) {
  const payers = new Set(plan.moves.filter(({ difference }) => difference < 0).map(({ ticket }) => ticket.sale_id))
  if (!returns || payers.size === 0) return null
  for (const id of payers)
    if (!disputed && (await disputeOfSale(tx, id)) === 'disputed') return fail('payment_disputed')
  return hasFreshProof(ctx.session, ctx.now) ? null : fail('proof_too_old')
}
