import { sum } from '@foyer/domain/money/money.ts'
import { sql } from 'kysely'
import type { Tx } from '../../db/transaction/tx.ts'
import type { SaleRow } from '../../sale/sale.ts'
import type { OrderLine } from './lines.ts'
import { orderNumbersOf } from './number.ts'

type How = { totalMinor: number; paidAt: Date; filledIn?: boolean }

/**
 * The statement that writes the order of a sale; it reads the customer itself. Without `offset 0`, PostgreSQL plans to read all
 * orders and accounts for each order, because it plans once and a new shop has none.
 */
export const orderQuery = (
  tx: Tx,
  sale: Pick<SaleRow, 'id' | 'reference' | 'currency'>,
  { totalMinor, paidAt, filledIn = false }: How,
) =>
  tx
    .insertInto('orders')
    .columns([
      'sale_id',
      'number',
      'channel',
      'user_id',
      'name',
      'email',
      'phone',
      'currency',
      'total_minor',
      'paid_at',
      'filled_in',
    ])
    .expression((eb) =>
      eb
        .selectFrom('sales as sale')
        .leftJoinLateral(
          (of) =>
            of
              .selectFrom('users')
              .select(['first_name', 'last_name', 'email'])
              .whereRef('users.id', '=', 'sale.user_id')
              .offset(0)
              .as('account'),
          (join) => join.onTrue(),
        )
        .where('sale.id', '=', sale.id)
        .select([
          'sale.id',
          sql<string>`(
            select candidate from unnest(${sql.val(orderNumbersOf(sale.reference))}::text[]) with ordinality as list (candidate, nth)
            where not exists (select from orders where orders.number = candidate offset 0) order by nth limit 1)`.as(
            'number',
          ),
          // Only a walk-in has no name.
          sql<string>`case when sale.user_id is null and sale.guest_email is null and not ${filledIn}::boolean
            then 'counter' else 'online' end`.as('channel'),
          'sale.user_id',
          sql<string>`coalesce(nullif(trim(coalesce(account.first_name, '') || ' ' || coalesce(account.last_name, '')), ''), sale.guest_name, '')`.as(
            'name',
          ),
          sql<string>`lower(coalesce(account.email, sale.guest_email, ''))`.as('email'),
          sql<string>`coalesce(sale.contact_number, '')`.as('phone'),
          sql.val(sale.currency ?? 'GBP').as('currency'),
          sql<number>`${totalMinor}::bigint`.as('total_minor'),
          sql<Date>`${paidAt}::timestamptz`.as('paid_at'),
          sql<boolean>`${filledIn}::boolean`.as('filled_in'),
        ]),
    )

/** The statement that writes an order's lines; null without lines. */
export const orderLinesQuery = (tx: Tx, saleId: number, lines: readonly OrderLine[], paidAt: Date) =>
  lines.length === 0
    ? null
    : tx.insertInto('order_lines').values(
        lines.map((line, i) => ({
          sale_id: saleId,
          line: i + 1,
          kind: line.kind,
          organiser_id: line.organiserId,
          event_id: line.eventId,
          date_id: line.dateId,
          ticket_type_id: line.ticketTypeId,
          design_id: line.designId,
          charity_id: line.charityId,
          qty: line.qty,
          list_minor: line.listMinor,
          offer_minor: line.offerMinor,
          discount_minor: line.discountMinor,
          net_minor: line.netMinor,
          fee_minor: line.feeMinor,
          protection_minor: line.protectionMinor,
          delivery_minor: line.deliveryMinor,
          voucher_minor: line.voucherMinor,
          rounding_minor: line.roundingMinor,
          tax_minor: sum(line.taxes.map(({ taxMinor }) => taxMinor)),
          paid_at: paidAt,
        })),
      )

/** The tax within the lines of an order, not written yet; null for none. */
export function orderTaxesQuery(tx: Tx, saleId: number, lines: readonly OrderLine[]) {
  const taxes = lines.flatMap((line, i) =>
    line.taxes.map(({ part, rateBp, grossMinor, taxMinor }) => ({
      sale_id: saleId,
      line: i + 1,
      part,
      rate_bp: rateBp,
      gross_minor: grossMinor,
      tax_minor: taxMinor,
    })),
  )
  return taxes.length === 0 ? null : tx.insertInto('order_line_taxes').values(taxes)
}
