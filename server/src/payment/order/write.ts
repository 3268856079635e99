import { sum } from '@foyer/domain/money/money.ts'
import { sql } from 'kysely'
import type { Parameters } from '../../db/transaction/batch.ts'
import { type Lists, listsOf, namesOf, rowsOf } from '../../db/transaction/column-lists.ts'
import type { SaleRow } from '../../sale/sale.ts'
import type { OrderLine } from './lines.ts'
import { orderNumbersOf } from './number.ts'

/** An order to be written: its sale, and what is not in the sale's row. */
export type NewOrder = {
  sale: Pick<SaleRow, 'id' | 'reference' | 'currency'>
  totalMinor: number
  paidAt: Date
  filledIn?: boolean
}

/** What the statement of new orders needs besides their sales, with types. `numbers`: the numbers to try, separated by spaces. */
const NEW_ORDER = {
  sale_id: 'bigint',
  numbers: 'text',
  currency: 'text',
  total_minor: 'bigint',
  paid_at: 'timestamptz',
  filled_in: 'boolean',
} as const

/** The lists of these orders for `ordersWrite`. */
export const orderLists = (orders: readonly NewOrder[]): Lists =>
  listsOf(
    'new_orders',
    NEW_ORDER,
    orders.map(({ sale, totalMinor, paidAt, filledIn = false }) => ({
      sale_id: sale.id,
      numbers: orderNumbersOf(sale.reference).join(' '),
      currency: sale.currency ?? 'GBP',
      total_minor: totalMinor,
      paid_at: paidAt,
      filled_in: filledIn,
    })),
  )

/**
 * The statement that writes orders; it reads the customers itself. Without `offset 0`, PostgreSQL plans to read all orders,
 * sales and accounts for each order, because it plans once and a new shop has none.
 */
export const ordersWrite = (lists: Parameters<Lists>) => sql`
  insert into orders (sale_id, number, channel, user_id, name, email, phone, currency, total_minor, paid_at, filled_in)
  select sale.id,
    -- Not sorted, so that it looks for the second only if the first is taken.
    (select candidate from unnest(string_to_array(sold.numbers, ' ')) as list (candidate)
      where not exists (select from orders where orders.number = candidate offset 0) limit 1),
    -- Only a walk-in has no name.
    case when sale.user_id is null and sale.guest_email is null and not sold.filled_in then 'counter' else 'online' end,
    sale.user_id,
    coalesce(nullif(trim(coalesce(account.first_name, '') || ' ' || coalesce(account.last_name, '')), ''), sale.guest_name, ''),
    lower(coalesce(account.email, sale.guest_email, '')),
    coalesce(sale.contact_number, ''), sold.currency, sold.total_minor, sold.paid_at, sold.filled_in
  from ${rowsOf('new_orders', NEW_ORDER, lists)} as sold (${namesOf(NEW_ORDER)})
    cross join lateral (select * from sales where sales.id = sold.sale_id offset 0) sale
    left join lateral (
      select first_name, last_name, email from users where users.id = sale.user_id offset 0
    ) account on true`

/** The same for one order, as a statement of its own. */
export const orderQuery = (order: NewOrder) =>
  ordersWrite(Object.fromEntries(Object.entries(orderLists([order])).map(([name, list]) => [name, sql.val(list)])))

/** The rows of an order's lines. */
export const orderLineRows = (saleId: number, lines: readonly OrderLine[], paidAt: Date) =>
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
  }))

/** The rows of the tax within the lines of an order. */
export const orderTaxRows = (saleId: number, lines: readonly OrderLine[]) =>
  lines.flatMap((line, i) =>
    line.taxes.map(({ part, rateBp, grossMinor, taxMinor }) => ({
      sale_id: saleId,
      line: i + 1,
      part,
      rate_bp: rateBp,
      gross_minor: grossMinor,
      tax_minor: taxMinor,
    })),
  )
