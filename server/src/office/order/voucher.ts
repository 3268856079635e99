import { orderPath } from '@foyer/contract/pages.ts'
import { niceDay } from '@foyer/domain/format/dates.ts'
import { formatMinor } from '@foyer/domain/format/money.ts'
import { shownOrderNumber } from '@foyer/domain/format/order-number.ts'
import type { CurrencyCode, Minor } from '@foyer/domain/money/money.ts'
import type { Tx } from '../../db/transaction/tx.ts'
import { refundVoucherMail } from '../../mail/templates/refund-voucher.ts'
import { customerOf } from '../../sale/customer/customer.ts'
import { mailBuyer } from '../../sale/mail-buyer.ts'
import type { SaleRow } from '../../sale/sale.ts'
import { voucherExpiry } from '../../tickets/delivery/expiry.ts'
import { newVoucherCode } from '../../tickets/signing/codes.ts'
import { grantOf, type OfficeContext } from '../handle.ts'
import type { OwnOrder } from './own-order.ts'

/** The organiser's design that refunds are issued in; undefined without gift vouchers in this currency. */
export const voucherDesignOf = (tx: Pick<Tx, 'selectFrom'>, organiserId: number, currency: string) =>
  tx
    .selectFrom('gift_voucher_designs')
    .select(['id', 'name', 'valid_months'])
    .where('organiser_id', '=', organiserId)
    .where('currency', '=', currency)
    .orderBy('id')
    .executeTakeFirst()

/** Issues a gift voucher for a refund and mails it. It isn't part of the order, so refunding the rest of the order doesn't void it. */
export async function giveVoucher(
  tx: Tx,
  ctx: OfficeContext,
  { sale, order }: OwnOrder & { sale: SaleRow },
  { amountMinor, currency }: { amountMinor: Minor; currency: CurrencyCode },
): Promise<void> {
  const { now, deps } = ctx
  const design = await voucherDesignOf(tx, grantOf(ctx).organiserId, currency)
  const customer = await customerOf(tx, sale)
  if (design === undefined || customer === null) throw new Error(`no voucher can be issued for sale ${sale.id}`)
  const code = newVoucherCode(deps.random)
  const expires = voucherExpiry(now, design.valid_months)
  const { id } = await tx
    .insertInto('issued_vouchers')
    .values({
      code,
      design_id: design.id,
      sale_id: null,
      currency,
      value_minor: amountMinor,
      balance_minor: amountMinor,
      expires_on: expires,
      to_name: customer.full_name,
      issued_at: now,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  await mailBuyer(tx, deps.config, sale, async () => ({
    ...refundVoucherMail({
      amount: formatMinor(amountMinor, currency),
      name: design.name,
      code,
      expires: niceDay(expires),
      number: shownOrderNumber(order.number),
      orderUrl: deps.config.publicUrl + orderPath(sale.reference),
    }),
    key: `refund_voucher:${id}`,
    kind: 'refund',
    recipient: customer.email,
    saleId: sale.id,
    now,
  }))
}
