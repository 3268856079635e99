import type { BodyOf, ReplyOf } from '@foyer/contract/calls.ts'
import { isComplete } from '@foyer/domain/checkout/complete.ts'
import {
  isMoveAllowed,
  isPaidStep,
  isStoredStep,
  isTimed,
  nextStep,
  type StoredStep,
} from '@foyer/domain/checkout/steps.ts'
import { BANK_PROVIDERS } from '@foyer/domain/payment/providers.ts'
import { type Fail, fail } from '@foyer/domain/result.ts'
import { sql } from 'kysely'
import { unnestRows } from '../db/transaction/column-lists.ts'
import { combine, onePerDb } from '../db/transaction/combine.ts'
import { type Db, inTx } from '../db/transaction/tx.ts'
import type { RequestContext } from '../http/handle.ts'
import { areOpen } from '../payment/provider/status.ts'
import { canChange } from '../sale/customer/customer.ts'
import { isPaymentRunning } from '../sale/hold/pending-payment.ts'
import { cancelBankPayments, releaseHold } from '../sale/hold/release.ts'
import { lockSale, type SaleRow, secondsRemaining } from '../sale/sale.ts'
import { currentSnapshot } from '../sale/session/current.ts'
import { sessionSaleOf } from '../sale/session/session-sale.ts'
import { isEmpty, type Snapshot } from '../sale/snapshot/snapshot.ts'
import { openPlanOf } from './plan-view.ts'
import { acceptPrices, hasUnseenPrice } from './price-changes.ts'

type MoveFail = Fail<
  | 'unknown_state'
  | 'unknown_sale'
  | 'wrong_step'
  | 'step_incomplete'
  | 'hold_expired'
  | 'basket_empty'
  | 'not_paid'
  | 'payment_running'
  | 'price_changed'
> & { body?: { state: StoredStep } }

/**
 * Stores a move to another step. The step table decides, as it does in the browser. A move that is not allowed is refused,
 * and the response has the actual state.
 */
export async function updateBasketState(
  { state: to }: BodyOf<'update_basket_state'>,
  ctx: RequestContext,
): Promise<ReplyOf<'update_basket_state'> | MoveFail> {
  if (!isStoredStep(to)) return fail('unknown_state')
  const { deps, session, now } = ctx
  const snapshot = await currentSnapshot(ctx)
  if (snapshot === null) return to === 'basket' ? { seconds_remaining: 0 } : fail('basket_empty')

  const refused = await moveRefusal(ctx, snapshot, to)
  if (refused) return { ...refused, body: { state: snapshot.sale.state } }
  if (to === 'reserve') {
    // guard: price-told-before-reserve
    if (hasUnseenPrice(snapshot)) return { ...fail('price_changed'), body: { state: snapshot.sale.state } }
    await acceptPrices(deps.db, snapshot)
  }
  if (await storeSimpleMove(ctx, snapshot.sale, to))
    return { seconds_remaining: secondsRemaining(snapshot.sale.held_until, now) }

  return inTx(deps.db, async (tx): Promise<ReplyOf<'update_basket_state'> | MoveFail> => {
    const sale = await lockSale(tx, snapshot.sale.id)
    // Another tab, browser or payment has moved the sale between the read and the lock.
    if (
      !canChange(session, sale) ||
      sale.state !== snapshot.sale.state ||
      sale.held_until?.getTime() !== snapshot.sale.held_until?.getTime()
    )
      return { ...fail('wrong_step'), body: { state: sale.state } }
    if (to === 'basket' && sale.held_until !== null && sale.paid_at === null) {
      const running = await isPaymentRunning(tx, sale.id, now)
      if (running) return { ...fail('payment_running'), body: { state: sale.state } }
      // Nothing is held in the basket step.
      await releaseHold(tx, sale, 'unpaid', now)
      return { seconds_remaining: 0 }
    }
    if (sale.state === 'awaiting_truelayer' && to === 'payment') {
      // Approved at the bank: the payment is in progress, so a second one must not start.
      const running = await isPaymentRunning(tx, sale.id, now)
      if (running) return { ...fail('payment_running'), body: { state: sale.state } }
      // The buyer pays another way, so the bank should no longer take this payment. It may be too late to stop it.
      await cancelBankPayments(tx, sale.id, now)
    }
    await tx
      .updateTable('sales')
      .set({
        state: to,
        updated_at: now,
        ...(sale.state === 'awaiting_truelayer' && { truelayer_returned_from: null }),
        // A signed-in buyer confirms their account, which becomes the sale's.
        ...(sale.state === 'login' && sale.user_id === null && sale.guest_name === null && { user_id: session.userId }),
      })
      .where('id', '=', sale.id)
      .execute()
    return { seconds_remaining: secondsRemaining(sale.held_until, now) }
  })
}

/**
 * Stores a move that changes nothing but the step, as most do, in one statement. Returns false, and stores nothing, if the move
 * changes more or the sale has changed since it was read.
 */
async function storeSimpleMove(
  { deps, now }: RequestContext,
  { id, state, held_until, user_id, guest_email }: SaleRow,
  to: StoredStep,
): Promise<boolean> {
  if (to === 'basket' || state === 'awaiting_truelayer' || state === 'login') return false
  return stepMoves(deps.db)({ id, from: state, to, held_until, user_id, guest_email, now })
}

type StepMove = Pick<SaleRow, 'id' | 'held_until' | 'user_id' | 'guest_email'> & {
  from: StoredStep
  to: StoredStep
  now: Date
}

/** The moves of different sales that wait at the same moment share one statement. */
const stepMoves = onePerDb((db) =>
  combine((moves: StepMove[]) => storeMoves(db, moves), { maxBatch: 100, maxQueue: 20_000 }),
)

async function storeMoves(db: Db, moves: readonly StepMove[]): Promise<boolean[]> {
  // Of two moves of one sale from the same step, only the first can be stored.
  const firstOf = new Map<number, StepMove>()
  for (const move of moves) if (!firstOf.has(move.id)) firstOf.set(move.id, move)
  const first = [...firstOf.values()]
  const { rows } = await sql<{ id: number }>`
    update sales set state = move.next, updated_at = move.now
    from ${unnestRows('move', first, {
      id: ['bigint', ({ id }) => id],
      state: ['text', ({ from }) => from],
      next: ['text', ({ to }) => to],
      held_until: ['timestamptz', ({ held_until }) => held_until],
      user_id: ['bigint', ({ user_id }) => user_id],
      guest_email: ['text', ({ guest_email }) => guest_email],
      now: ['timestamptz', ({ now }) => now],
    })}
    where sales.id = move.id and ${IS_UNCHANGED}
    returning sales.id`.execute(db)
  const stored = new Set(rows.map(({ id }) => id))
  return moves.map((move) => firstOf.get(move.id) === move && stored.has(move.id))
}

/** Whether the sale is still as it was read. */
const IS_UNCHANGED = sql.join(
  [
    // guard: moved-from-its-step
    sql`sales.state = move.state`,
    // guard: moved-in-its-hold
    sql`sales.held_until is not distinct from move.held_until`,
    sql`sales.user_id is not distinct from move.user_id`,
    sql`sales.guest_email is not distinct from move.guest_email`,
  ],
  sql` and `,
)

async function moveRefusal(ctx: RequestContext, snapshot: Snapshot, to: StoredStep): Promise<MoveFail | null> {
  const { deps, session, now } = ctx
  const { sale: row } = snapshot
  const from = row.state
  if (!canChange(session, row)) return fail('unknown_sale')
  if (from === to) return null
  if (row.paid_at === null && isPaidStep(to)) return fail('not_paid')
  if (row.paid_at !== null && !isPaidStep(to)) return fail('wrong_step')
  if (to === 'basket') return null
  // Only the reserve leads to the captcha, and only a bank payment in progress leads to the wait for it.
  if (to === 'captcha') return fail('wrong_step')
  if (to === 'awaiting_truelayer' && !(await hasBankPayment(deps.db, row.id))) return fail('wrong_step')
  if (isEmpty(snapshot)) return fail('basket_empty')
  if (isTimed(to) && row.paid_at === null && row.held_until === null)
    return fail(row.expired ? 'hold_expired' : 'wrong_step')

  const sale = await sessionSaleOf(deps, session, snapshot, now)
  if (!isMoveAllowed(from, to, sale)) return fail('wrong_step')
  if (nextStep(from, sale) !== to) return null
  const facts = {
    ...sale,
    // This move assigns the signed-in account to the sale.
    hasCustomer: sale.hasCustomer || (from === 'login' && row.guest_name === null && session.userId !== null),
    // A payment plan delivers its tickets with its last payment; the buyer continues without waiting.
    isDelivered:
      row.tickets_delivered_at !== null || (snapshot.has.plans && (await openPlanOf(deps.db, row.id)) !== null),
  }
  return isComplete(from, facts) ? null : fail('step_incomplete')
}

const hasBankPayment = async (db: Db, saleId: number): Promise<boolean> =>
  (await db
    .selectFrom('payments')
    .select('id')
    .where('sale_id', '=', saleId)
    .where('provider', 'in', BANK_PROVIDERS)
    .where('provider_payment_id', 'is not', null)
    .where('called_off_at', 'is', null)
    .where(areOpen())
    .limit(1)
    .executeTakeFirst()) !== undefined
