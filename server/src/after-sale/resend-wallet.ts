import type { BodyOf, ReplyOf } from '@foyer/contract/calls.ts'
import { isEmail, normalEmail } from '@foyer/domain/people/email.ts'
import { type Fail, fail, type Ok } from '@foyer/domain/result.ts'
import { type Db, inTx, type Tx } from '../db/transaction/tx.ts'
import type { RequestContext } from '../http/handle.ts'
import { hit } from '../http/limits/rate-limit.ts'
import type { Session } from '../http/session.ts'
import { countTypedMails } from '../mail/typed-address.ts'
import type { Random } from '../random.ts'
import type { Customer } from '../sale/customer/customer.ts'
import { hasProved } from '../sale/customer/customer.ts'
import { lockSale, record, type SaleRow, saleByReference } from '../sale/sale.ts'
import { mailWalletAgain } from '../tickets/delivery/deliver.ts'
import { ownerOf } from '../tickets/owner.ts'
import { renewCode, renewVoucherCodes } from '../tickets/retire.ts'
import { buyerOf } from './buyer.ts'
import { undeliveredWallet } from './undelivered.ts'

type ResendFail = Fail<
  | 'unknown_sale'
  | 'not_paid'
  | 'bad_email'
  | 'email_not_proved'
  | 'address_is_reachable'
  | 'address_mailed_often'
  | 'too_many_requests'
>

const SENDS = { max: 5, windowSeconds: 3600 }

/**
 * Whether the buyer may correct the address: it was never proved (express checkout), no mail reached it, and this browser is
 * the one that typed it. An address that was proved or reached stays.
 */
export const mayCorrect = (session: Session, buyer: Customer, undelivered: string | null): boolean =>
  buyer.is_guest && !hasProved(session, buyer) && undelivered !== null

/** Mails the wallet again after a delivery failure, to the same address or to a corrected one that was just proved. */
export async function resendWallet(
  body: BodyOf<'resend_wallet'>,
  ctx: RequestContext,
): Promise<ReplyOf<'resend_wallet'> | ResendFail> {
  const { deps, session } = ctx
  const found = await saleByReference(deps.db, body.reference)
  // Another buyer's order is reported as not found rather than forbidden.
  if (!found || (await buyerOf(deps.db, session, found)) === null) return fail('unknown_sale')
  if (found.paid_at === null || found.cancelled_at !== null) return fail('not_paid')
  if (body.email !== '' && !isEmail(body.email)) return fail('bad_email')
  if ((await hit(deps, `resend:sale:${found.id}`, SENDS.windowSeconds)) > SENDS.max) return fail('too_many_requests')

  const outcome = await inTx(deps.db, async (tx): Promise<Ok | ResendFail> => {
    const sale = await lockSale(tx, found.id)
    const buyer = await buyerOf(tx, session, sale)
    if (buyer === null) return fail('unknown_sale')
    const email = normalEmail(body.email)
    if (email !== '' && email !== normalEmail(buyer.email)) {
      if (!mayCorrect(session, buyer, await undeliveredWallet(tx, sale.id))) return fail('address_is_reachable')
      if (session.provedEmail !== email) return fail('email_not_proved')
      await moveOrderTo(tx, { random: deps.random, now: ctx.now }, sale, buyer, email)
    } else if (!hasProved(session, buyer)) {
      const again = { mail: 'unconfirmed_order' as const, recipients: [buyer.email], at: ctx.now }
      const counted = await countTypedMails(tx, deps.config, again)
      if (!counted.ok) return counted
    }
    await mailWalletAgain(tx, deps, sale.id)
    return { ok: true }
  })
  return outcome.ok ? { success: true } : outcome
}

/**
 * Moves the order, its tickets and the gift vouchers it bought to the corrected address, as a guest's, with new codes, so that
 * codes in misdirected mail stop working. The sale must be locked.
 */
export async function moveOrderTo(
  tx: Tx,
  { random, now }: { random: Random; now: Date },
  sale: SaleRow,
  buyer: Customer,
  email: string,
): Promise<void> {
  const guest = { user_id: null, guest_email: email, guest_name: buyer.full_name }
  await tx.updateTable('sales').set(guest).where('id', '=', sale.id).execute()
  // The office, mailings and the offer to return a moved date's tickets read the order.
  await tx.updateTable('orders').set({ email, user_id: null }).where('sale_id', '=', sale.id).execute()
  const owner = await ownerOf(tx, { ...sale, ...guest }, now)
  const tickets = await tx
    .selectFrom('tickets')
    .select('id')
    .where('sale_id', '=', sale.id)
    .where('holder_email', '=', normalEmail(buyer.email))
    .orderBy('id')
    .execute()
  for (const { id } of tickets) await renewCode(tx, id, { why: 'replaced', now, random })
  await renewVoucherCodes(tx, sale.id, random)
  await tx
    .updateTable('tickets')
    .set({ holder_email: owner.email, user_id: owner.userId })
    .where('sale_id', '=', sale.id)
    .where('holder_email', '=', normalEmail(buyer.email))
    .execute()
  await record(tx, sale.id, 'address_corrected', now)
}

/** Returns what the order page shows about a wallet mail that bounced. */
export async function undeliveredOf(db: Pick<Db, 'selectFrom'>, session: Session, saleId: number, buyer: Customer) {
  const email = await undeliveredWallet(db, saleId)
  return email === null ? null : { email, may_correct: mayCorrect(session, buyer, email) }
}
