import type { Tx } from '../../db/transaction/tx.ts'
import { countTypedMails } from '../../mail/typed-address.ts'
import { mailWalletAgain } from '../../tickets/delivery/deliver.ts'
import { grantOf, type OfficeContext, RolledBack } from '../handle.ts'

/** Counts orders that staff email to these addresses. Throws `RolledBack` if one of them has had too many today. */
export async function countStaffMails(tx: Tx, ctx: OfficeContext, recipients: readonly string[]): Promise<void> {
  const { organiserId } = grantOf(ctx)
  const to = { recipients, of: organiserId, at: ctx.now }
  const counted = await countTypedMails(tx, ctx.deps.config, { mail: 'sent_by_staff', ...to })
  if (!counted.ok) throw new RolledBack(counted)
}

/** Emails the tickets of an order for staff. Throws `RolledBack` if its address has had too many emails today. */
export async function mailOrder(tx: Tx, ctx: OfficeContext, orderId: number): Promise<void> {
  const { email } = await tx
    .selectFrom('orders')
    .select('email')
    .where('sale_id', '=', orderId)
    .executeTakeFirstOrThrow()
  await countStaffMails(tx, ctx, [email])
  await mailWalletAgain(tx, ctx.deps, orderId, { isSure: true })
}
