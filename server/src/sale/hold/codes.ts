import type { Discount } from '@foyer/domain/money/totals.ts'
import { sql } from 'kysely'
import type { Tx } from '../../db/transaction/tx.ts'
import type { SaleRow } from '../sale.ts'
import { snapshotOf } from '../snapshot/snapshot.ts'
import type { Terms } from '../terms/terms.ts'
import type { HoldLine } from './lines.ts'

/**
 * Codes are stock too: a held sale sets aside one use of a limited discount and part of a gift voucher's balance. Releasing
 * the hold returns them, so nothing is spent twice. Constraints on the counters are the second guard.
 */

/** Returns the sales that have codes applied. Only sales without lines (gift vouchers alone) need a query for this. */
export async function salesWithCodes(tx: Tx, sales: ReadonlyMap<number, readonly HoldLine[]>): Promise<number[]> {
  const idsWithoutLines = [...sales].flatMap(([id, lines]) => (lines.length === 0 ? [id] : []))
  const { rows } =
    idsWithoutLines.length === 0
      ? { rows: [] }
      : await sql<{ sale_id: number }>`
          select distinct sale_id from sale_codes where sale_id = any(${sql.val(idsWithoutLines)}::bigint[])`.execute(
          tx,
        )
  const idsWithCodes = new Set(rows.map(({ sale_id }) => sale_id))
  return [...sales].flatMap(([id, lines]) => (lines.some((line) => line.coded) || idsWithCodes.has(id) ? [id] : []))
}

/**
 * Sets aside what the sale's codes pay for under these terms, and returns its discounts. Removes codes that can no longer be
 * used and returns them as `lostCodes`. `isLate`: the sale was reserved while its discounts were valid, and the payment
 * arrived after its hold expired.
 */
export async function reserveCodes(
  tx: Tx,
  sale: SaleRow,
  terms: Terms | null,
  { now, isLate = false }: { now: Date; isLate?: boolean },
): Promise<{ lostCodes: string[]; discounts: Discount[] }> {
  // Locks in code order, so that two sales with the same two codes cannot deadlock.
  const appliedCodes = await tx
    .selectFrom('sale_codes')
    .selectAll()
    .where('sale_id', '=', sale.id)
    .orderBy('code')
    .execute()
  if (appliedCodes.length === 0) return { lostCodes: [], discounts: [] }
  const lostCodes: string[] = []
  for (const { code, discount_id } of appliedCodes) {
    if (discount_id === null) continue
    const { numUpdatedRows } = await tx
      .updateTable('discount_codes')
      .set((eb) => ({ uses: eb('uses', '+', 1) }))
      .where('id', '=', discount_id)
      // guard: limited-code-used-once
      .where((eb) => eb.or([eb('max_uses', 'is', null), eb('uses', '<', eb.ref('max_uses'))]))
      .$if(!isLate, (query) =>
        query
          .where((eb) => eb.or([eb('valid_from', 'is', null), eb('valid_from', '<=', now)]))
          .where((eb) => eb.or([eb('valid_until', 'is', null), eb('valid_until', '>', now)])),
      )
      .executeTakeFirstOrThrow()
    if (numUpdatedRows === 0n) lostCodes.push(code)
  }
  const voucherIds = appliedCodes.flatMap(({ voucher_id }) => (voucher_id === null ? [] : [voucher_id]))
  if (voucherIds.length > 0)
    await tx
      .selectFrom('issued_vouchers')
      .select('id')
      .where('id', 'in', voucherIds)
      .orderBy('id')
      .forUpdate()
      .execute()
  const endedCodes = new Set(await endedVoucherCodes(tx, sale.id, now))
  lostCodes.push(...endedCodes)
  if (lostCodes.length > 0)
    await tx.deleteFrom('sale_codes').where('sale_id', '=', sale.id).where('code', 'in', lostCodes).execute()

  // Priced as a sale without a hold, so that it can use everything that other sales have not set aside.
  const { totals, money } = await snapshotOf(tx, { ...sale, held_until: null }, terms)
  for (const { code, voucher_id } of appliedCodes) {
    if (voucher_id === null || endedCodes.has(code)) continue
    const amountMinor = totals.vouchersApplied[code] ?? 0
    if (amountMinor === 0) {
      lostCodes.push(code)
      await tx.deleteFrom('sale_codes').where('sale_id', '=', sale.id).where('code', '=', code).execute()
      continue
    }
    await tx
      .updateTable('issued_vouchers')
      // guard: voucher-balance-set-aside
      .set((eb) => ({ reserved_minor: eb('reserved_minor', '+', amountMinor) }))
      .where('id', '=', voucher_id)
      .execute()
    await tx
      .updateTable('sale_codes')
      .set({ reserved_minor: amountMinor })
      .where('sale_id', '=', sale.id)
      .where('code', '=', code)
      .execute()
  }
  return { lostCodes, discounts: [...money.discounts] }
}

/** Returns the gift voucher codes on this sale that no longer pay: they have expired, their order was refunded, or they were replaced. */
export async function endedVoucherCodes(tx: Tx, saleId: number, now: Date): Promise<string[]> {
  const rows = await tx
    .selectFrom('sale_codes as applied')
    .innerJoin('issued_vouchers as voucher', 'voucher.id', 'applied.voucher_id')
    .select('applied.code')
    .where('applied.sale_id', '=', saleId)
    .where((eb) =>
      eb.or([
        eb('voucher.voided_at', 'is not', null),
        eb('voucher.expires_on', '<', now.toISOString().slice(0, 10)),
        eb('voucher.code', '<>', eb.ref('applied.code')),
      ]),
    )
    .orderBy('applied.code')
    .execute()
  return rows.map(({ code }) => code)
}

/** Releases what was set aside, when a hold ends without payment. */
export async function releaseCodes(tx: Tx, saleId: number): Promise<void> {
  const appliedCodes = await tx
    .selectFrom('sale_codes')
    .selectAll()
    .where('sale_id', '=', saleId)
    .orderBy('code')
    .execute()
  for (const { discount_id, voucher_id, reserved_minor } of appliedCodes) {
    if (discount_id !== null)
      await tx
        .updateTable('discount_codes')
        .set((eb) => ({ uses: eb('uses', '-', 1) }))
        .where('id', '=', discount_id)
        .execute()
    if (voucher_id !== null && reserved_minor > 0)
      await tx
        .updateTable('issued_vouchers')
        .set((eb) => ({ reserved_minor: eb('reserved_minor', '-', reserved_minor) }))
        .where('id', '=', voucher_id)
        .execute()
  }
  await tx.updateTable('sale_codes').set({ reserved_minor: 0 }).where('sale_id', '=', saleId).execute()
}

/** Spends what was set aside, when the sale is paid. The amount that each code paid stays on the sale. */
export async function redeemCodes(tx: Tx, saleId: number): Promise<void> {
  const appliedCodes = await tx
    .selectFrom('sale_codes')
    .selectAll()
    .where('sale_id', '=', saleId)
    .where('voucher_id', 'is not', null)
    .orderBy('code')
    .execute()
  for (const { voucher_id, reserved_minor } of appliedCodes)
    await tx
      .updateTable('issued_vouchers')
      .set((eb) => ({
        reserved_minor: eb('reserved_minor', '-', reserved_minor),
        balance_minor: eb('balance_minor', '-', reserved_minor),
      }))
      .where('id', '=', voucher_id!)
      .execute()
}
