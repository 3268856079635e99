import { ticketChangePath } from '@foyer/contract/pages.ts'
import { currencyCode, type Minor } from '@foyer/domain/money/money.ts'
import { cardProvider } from '@foyer/domain/payment/methods.ts'
import { cardMinimum } from '@foyer/domain/payment/minimum.ts'
import type { CardProvider } from '@foyer/domain/payment/providers.ts'
import { type Fail, fail } from '@foyer/domain/result.ts'
import type { Db, Tx } from '../../db/transaction/tx.ts'
import { inTx } from '../../db/transaction/tx.ts'
import type { RequestContext } from '../../http/handle.ts'
import { cancelOpenPayments } from '../../sale/hold/release.ts'
import { ownAccountsOf, paidInto } from '../../sale/order/paid-into.ts'
import { lockSale } from '../../sale/sale.ts'
import { newKey } from '../keys.ts'
import type { Payment } from '../payment.ts'
import type { ProviderName } from '../provider/provider.ts'
import { isOpen, isRunning } from '../provider/status.ts'
import { networkOf } from '../start/card-attempts.ts'
import { platformFeeOf } from '../start/open-payment.ts'
import { isOpenChange } from './pending.ts'

type Reader = Pick<Db, 'selectFrom'>

export type CannotPayChange = Fail<'change_ended' | 'already_paid' | 'payment_running' | 'method_not_available'>

/** The change that a link is for, with the reference of its order. */
export const changeByToken = (db: Reader, token: string) =>
  db
    .selectFrom('ticket_changes as change')
    .innerJoin('sales as sale', 'sale.id', 'change.sale_id')
    .selectAll('change')
    .select(['sale.reference', 'sale.currency'])
    .where('change.token', '=', token)
    .executeTakeFirst()

export async function changePathOf(db: Reader, changeId: number): Promise<string> {
  const { token } = await db
    .selectFrom('ticket_changes')
    .select('token')
    .where('id', '=', changeId)
    .executeTakeFirstOrThrow()
  return ticketChangePath(token)
}

/** The account that account the card for the difference: the one that everything in the order would be paid into today. */
export async function differenceAccountOf(
  db: Reader,
  saleId: number,
): Promise<{ provider: CardProvider; accountId: number | null; feeBp: number }> {
  const organisers = await db
    .selectFrom('organisers')
    .select(['id as organiserId', 'payment_provider as paymentProvider'])
    .where('id', 'in', (lines) => lines.selectFrom('order_lines').select('organiser_id').where('sale_id', '=', saleId))
    .execute()
  const ids = organisers.map(({ organiserId }) => organiserId)
  const { provider, cardAccountId, platformFeeBp } = paidInto(organisers, await ownAccountsOf(db, ids))
  return { provider: cardProvider({ ownProvider: provider }), accountId: cardAccountId, feeBp: platformFeeBp }
}

/** Why a difference can't be paid by a link; null if it can. */
export async function linkPaymentRefusal(
  db: Reader,
  providers: Partial<Record<ProviderName, unknown>>,
  sale: { id: number; currency: string | null },
  minor: Minor,
): Promise<'method_not_available' | 'difference_too_small' | null> {
  const { provider, accountId } = await differenceAccountOf(db, sale.id)
  if (accountId === null && !(provider in providers)) return 'method_not_available'
  return minor < cardMinimum(provider, currencyCode(sale.currency)) ? 'difference_too_small' : null
}

/**
 * The payment of a change with this provider, reused while it has not ended. However often the link is opened, a change has one
 * open payment. `inDoubtForMs` as in `openPayment`: each attempt is a payment of its own and counts as running at once.
 * `accountId`: the account that will be charged, where that is known before.
 */
export async function openChangePayment(
  ctx: RequestContext,
  changeId: number,
  { provider, accountId, inDoubtForMs }: { provider: CardProvider; accountId?: number | null; inDoubtForMs?: number },
): Promise<{ ok: true; payment: Payment } | CannotPayChange> {
  const { deps, now } = ctx
  const key = await newKey(deps)
  return inTx(deps.db, async (tx): Promise<{ ok: true; payment: Payment } | CannotPayChange> => {
    const read = () => tx.selectFrom('ticket_changes').selectAll().where('id', '=', changeId).executeTakeFirstOrThrow()
    const sale = await lockSale(tx, (await read()).sale_id)
    const change = await read()
    if (change.state === 'done') return fail('already_paid')
    // guard: ended-change-not-payable
    if (change.ends_at <= now || !(await isOpenChange(tx, change))) return fail('change_ended')
    const account = await differenceAccountOf(tx, sale.id)
    if (account.provider !== provider || (accountId !== undefined && accountId !== account.accountId))
      return fail('method_not_available')
    const open = (await paymentsOf(tx, changeId)).filter(isOpen)
    if (open.some((payment) => isRunning(payment, now))) return fail('payment_running')
    const reusable = open.find(
      (payment) =>
        inDoubtForMs === undefined &&
        payment.provider === provider &&
        payment.status === 'created' &&
        payment.account_id === account.accountId &&
        payment.called_off_at === null,
    )
    const others = open.filter((payment) => payment !== reusable && payment.called_off_at === null).map(({ id }) => id)
    // guard: one-open-payment-of-a-change
    if (others.length > 0) await cancelOpenPayments(tx, sale.id, now, others)
    if (reusable) return { ok: true, payment: reusable }
    const payment = await tx
      .insertInto('payments')
      .values({
        sale_id: sale.id,
        provider,
        purpose: 'ticket_change',
        change_id: change.id,
        amount_minor: change.difference_minor,
        account_id: account.accountId,
        platform_fee_minor: platformFeeOf(change.difference_minor, account.feeBp),
        currency: sale.currency ?? 'GBP',
        status: inDoubtForMs === undefined ? 'created' : 'processing',
        idempotency_key: key,
        payer_network: networkOf(ctx, provider),
        created_at: now,
        updated_at: now,
        expires_at: inDoubtForMs === undefined ? null : new Date(now.getTime() + inDoubtForMs),
      })
      .returningAll()
      .executeTakeFirstOrThrow()
    return { ok: true, payment }
  })
}

const paymentsOf = (tx: Tx, changeId: number) =>
  tx.selectFrom('payments').selectAll().where('change_id', '=', changeId).orderBy('id').execute()
