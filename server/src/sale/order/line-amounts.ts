import type { Minor } from '@foyer/domain/money/money.ts'
import { type RawBuilder, type Selectable, sql } from 'kysely'
import type { OrderLinesTable } from '../../db/schema/types.generated.ts'

/** Sums of the parts of an order's line, for rows of `order_lines` with this alias. Amounts are in minor units. */
const sumOf = (line: string, plus: readonly string[], minus: readonly string[]): RawBuilder<number> => {
  const column = (name: string) => sql.ref(`${line}.${name}_minor`)
  return sql<number>`(${sql.join(plus.map(column), sql` + `)} - ${sql.join(minus.map(column), sql` - `)})`
}
const PARTS = ['net', 'fee', 'protection', 'delivery', 'rounding']
const REFUNDED = PARTS.map((part) => `refunded_${part}`)

/** What was paid with money; the rest was paid with gift vouchers. */
export const paidOfLine = (line = 'line'): RawBuilder<number> => sumOf(line, PARTS, ['voucher'])

/** What was refunded in money. */
export const refundedOfLine = (line = 'line'): RawBuilder<number> => sumOf(line, REFUNDED, ['refunded_voucher'])

/** What can still be refunded, in money and to gift vouchers. */
export const remainingOfLine = (line = 'line'): RawBuilder<number> => sumOf(line, PARTS, REFUNDED)

type PaidAmounts = Pick<
  Selectable<OrderLinesTable>,
  'net_minor' | 'fee_minor' | 'protection_minor' | 'delivery_minor' | 'rounding_minor' | 'voucher_minor'
>

/** The same as `paidOfLine`, for a row that has been read. */
export const paidForLine = (line: PaidAmounts): Minor =>
  line.net_minor +
  line.fee_minor +
  line.protection_minor +
  line.delivery_minor +
  line.rounding_minor -
  line.voucher_minor
