import { orderPath } from '@foyer/contract/pages.ts'
import { niceDay } from '@foyer/domain/format/dates.ts'
import { formatMinor } from '@foyer/domain/format/money.ts'
import { currencyCode } from '@foyer/domain/money/money.ts'
import type { Tx } from '../../db/transaction/tx.ts'
import type { Deps } from '../../deps.ts'
import { planMail } from '../../mail/templates/plan.ts'
import { mailBuyer } from '../../sale/mail-buyer.ts'
import { orderNumberOf } from '../../sale/order/order-number.ts'
import type { SaleRow } from '../../sale/sale.ts'

/** Sends the payments of a plan with their days, once per key. Returns whether the mail is new. */
export async function mailPlan(
  tx: Tx,
  { config }: { config: Pick<Deps['config'], 'publicUrl' | 'shop'> },
  sale: SaleRow,
  { recipient, key, changed, now }: { recipient: string; key: string; changed?: boolean; now: Date },
): Promise<boolean> {
  const payments = await tx
    .selectFrom('plan_instalments')
    .select(['due_on', 'amount_minor', 'status'])
    .where('sale_id', '=', sale.id)
    .where('status', '<>', 'cancelled')
    .orderBy('seq')
    .execute()
  return mailBuyer(tx, config, sale, async () => ({
    ...planMail({
      number: await orderNumberOf(tx, sale.id),
      payments: payments.map(({ due_on, amount_minor, status }) => ({
        amount: formatMinor(amount_minor, currencyCode(sale.currency)),
        due: niceDay(due_on),
        paid: status === 'paid',
      })),
      orderUrl: config.publicUrl + orderPath(sale.reference),
      ...(changed && { changed }),
    }),
    key,
    kind: 'plan',
    recipient,
    saleId: sale.id,
    now,
  }))
}
