import type { Minor } from '@foyer/domain/money/money.ts'
import { sum } from '@foyer/domain/money/money.ts'
import { type TaxedPart, taxRefunded } from '@foyer/domain/money/tax.ts'
import type { Tx } from '../../db/transaction/tx.ts'

/** The refunded amount of one part of a line, and the tax within it. */
export type RefundedTax = { line: number; part: TaxedPart; rateBp: number; grossMinor: Minor; taxMinor: Minor }

/** Deducts the tax of a refund from a sale's lines, and returns it. `refunded`: the amounts by line and part, in minor units. */
export async function deductTax(
  tx: Tx,
  saleId: number,
  refunded: ReadonlyMap<number, Record<TaxedPart, Minor>>,
): Promise<RefundedTax[]> {
  if (refunded.size === 0) return []
  const taxes = await tx
    .selectFrom('order_line_taxes')
    .selectAll()
    .where('sale_id', '=', saleId)
    .where('line', 'in', [...refunded.keys()])
    .orderBy('line')
    .execute()
  const back = taxes.flatMap(({ line, part, rate_bp, gross_minor, tax_minor, refunded_minor, refunded_tax_minor }) => {
    const grossMinor = refunded.get(line)![part]
    if (grossMinor === 0) return []
    const whole = { rateBp: rate_bp, grossMinor: gross_minor, taxMinor: tax_minor }
    const taxMinor = taxRefunded(whole, refunded_minor + grossMinor) - refunded_tax_minor
    return [{ line, part, rateBp: rate_bp, grossMinor, taxMinor }]
  })
  for (const { line, part, grossMinor, taxMinor } of back)
    await tx
      .updateTable('order_line_taxes')
      .set((eb) => ({
        refunded_minor: eb('refunded_minor', '+', grossMinor),
        refunded_tax_minor: eb('refunded_tax_minor', '+', taxMinor),
      }))
      .where('sale_id', '=', saleId)
      .where('line', '=', line)
      .where('part', '=', part)
      .execute()
  for (const line of new Set(back.map((part) => part.line)))
    await tx
      .updateTable('order_lines')
      .set((eb) => ({
        refunded_tax_minor: eb(
          'refunded_tax_minor',
          '+',
          sum(back.map((part) => (part.line === line ? part.taxMinor : 0))),
        ),
      }))
      .where('sale_id', '=', saleId)
      .where('line', '=', line)
      .execute()
  return back
}
