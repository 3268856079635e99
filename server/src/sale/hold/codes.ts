import { sql } from 'kysely'
import type { Tx } from '../../db/transaction/tx.ts'
import type { Sale } from '../sale.ts'
import { snapshotOf } from '../snapshot.ts'
import type { HoldLine } from './lines.ts'

/**
 * Codes are stock too: a use of a limited discount and the balance of a gift voucher are set aside while a sale is held and
 * come back with the hold, so that nothing is spent twice. The counters' own constraints are the second guard.
 */

/** Those of these sales that have codes applied. Lines say so themselves; a sale of gift vouchers alone is looked up. */
export async function withCodes(tx: Tx, sales: ReadonlyMap<number, readonly HoldLine[]>): Promise<number[]> {
  const bare = [...sales].flatMap(([id, lines]) => (lines.length === 0 ? [id] : []))
  const { rows } =
    bare.length === 0
      ? { rows: [] }
      : await sql<{ sale_id: number }>`
          select distinct sale_id from sale_codes where sale_id = any(${sql.val(bare)}::bigint[])`.execute(tx)
  const applied = new Set(rows.map(({ sale_id }) => sale_id))
  return [...sales].flatMap(([id, lines]) => (lines.some((line) => line.coded) || applied.has(id) ? [id] : []))
}

/** Sets aside what the sale's codes are worth to it now; a code that has run out meanwhile is taken off the sale. */
export async function reserveCodes(tx: Tx, sale: Sale, now: Date): Promise<{ lost: string[] }> {
  // Locked in one order, so that two sales with the same two codes cannot wait for each other.
  const applied = await tx.selectFrom('sale_codes').selectAll().where('sale_id', '=', sale.id).orderBy('code').execute()
  if (applied.length === 0) return { lost: [] }
  const lost: string[] = []
  for (const { code, discount_id } of applied) {
    if (discount_id === null) continue
    const { numUpdatedRows } = await tx
      .updateTable('discount_codes')
      .set((eb) => ({ uses: eb('uses', '+', 1) }))
      .where('id', '=', discount_id)
      // guard: limited-code-used-once
      .where((eb) => eb.or([eb('max_uses', 'is', null), eb('uses', '<', eb.ref('max_uses'))]))
      .where((eb) => eb.or([eb('valid_from', 'is', null), eb('valid_from', '<=', now)]))
      .where((eb) => eb.or([eb('valid_until', 'is', null), eb('valid_until', '>', now)]))
      .executeTakeFirstOrThrow()
    if (numUpdatedRows === 0n) lost.push(code)
  }
  const voucherIds = applied.flatMap(({ voucher_id }) => (voucher_id === null ? [] : [voucher_id]))
  if (voucherIds.length > 0)
    await tx
      .selectFrom('issued_vouchers')
      .select('id')
      .where('id', 'in', voucherIds)
      .orderBy('id')
      .forUpdate()
      .execute()
  const ended = new Set(await endedVouchers(tx, sale.id, now))
  lost.push(...ended)
  if (lost.length > 0)
    await tx.deleteFrom('sale_codes').where('sale_id', '=', sale.id).where('code', 'in', lost).execute()

  // Priced as not yet held, so that what nobody else has set aside is what this sale may use.
  const { totals } = await snapshotOf(tx, { ...sale, held_until: null })
  for (const { code, voucher_id } of applied) {
    if (voucher_id === null || ended.has(code)) continue
    const worth = totals.vouchersApplied[code] ?? 0
    if (worth === 0) {
      lost.push(code)
      await tx.deleteFrom('sale_codes').where('sale_id', '=', sale.id).where('code', '=', code).execute()
      continue
    }
    await tx
      .updateTable('issued_vouchers')
      // guard: voucher-balance-set-aside
      .set((eb) => ({ reserved_minor: eb('reserved_minor', '+', worth) }))
      .where('id', '=', voucher_id)
      .execute()
    await tx
      .updateTable('sale_codes')
      .set({ reserved_minor: worth })
      .where('sale_id', '=', sale.id)
      .where('code', '=', code)
      .execute()
  }
  return { lost }
}

/** Codes of gift vouchers on this sale that no longer pay: they have expired, or the order they came from was refunded. */
export async function endedVouchers(tx: Tx, saleId: number, now: Date): Promise<string[]> {
  const rows = await tx
    .selectFrom('sale_codes as applied')
    .innerJoin('issued_vouchers as voucher', 'voucher.id', 'applied.voucher_id')
    .select('applied.code')
    .where('applied.sale_id', '=', saleId)
    .where((eb) =>
      eb.or([eb('voucher.voided_at', 'is not', null), eb('voucher.expires_on', '<', now.toISOString().slice(0, 10))]),
    )
    .orderBy('applied.code')
    .execute()
  return rows.map(({ code }) => code)
}

/** Gives back what was set aside: the hold ended without a sale. */
export async function releaseCodes(tx: Tx, saleId: number): Promise<void> {
  const applied = await tx.selectFrom('sale_codes').selectAll().where('sale_id', '=', saleId).orderBy('code').execute()
  for (const { discount_id, voucher_id, reserved_minor } of applied) {
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

/** Spends what was set aside: the sale is paid. What each code paid stays on the sale as its record. */
export async function redeemCodes(tx: Tx, saleId: number): Promise<void> {
  const applied = await tx
    .selectFrom('sale_codes')
    .selectAll()
    .where('sale_id', '=', saleId)
    .where('voucher_id', 'is not', null)
    .orderBy('code')
    .execute()
  for (const { voucher_id, reserved_minor } of applied)
    await tx
      .updateTable('issued_vouchers')
      .set((eb) => ({
        reserved_minor: eb('reserved_minor', '-', reserved_minor),
        balance_minor: eb('balance_minor', '-', reserved_minor),
      }))
      .where('id', '=', voucher_id!)
      .execute()
}
