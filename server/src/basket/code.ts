import type { BodyOf } from '@foyer/contract/calls.ts'
import { LIMITS } from '@foyer/domain/limits.ts'
import { type Fail, fail, type Ok } from '@foyer/domain/result.ts'
import type { Tx } from '../db/transaction/tx.ts'
import type { RequestContext } from '../http/handle.ts'
import { countGuess } from '../http/limits/guesses.ts'
import type { SaleRow } from '../sale/sale.ts'
import { snapshotOf } from '../sale/snapshot/snapshot.ts'
import { changeBasket } from './change.ts'

/**
 * Applies one discount or gift voucher code. A code that does not exist, has expired, is used up, empty or for other tickets
 * changes nothing, and the reply does not say which. A code already applied stays applied once.
 */
export async function setCode(body: BodyOf<'set_code'>, ctx: RequestContext) {
  const { now } = ctx
  const code = body.code.toUpperCase()
  const guess = code === '' ? null : await countGuess(ctx)
  if (code !== '' && guess === null) return fail('too_many_requests')
  const outcome = await changeBasket(ctx, async (tx, sale): Promise<Ok<{ applied: boolean; again?: true }>> => {
    if (code === '') return { ok: true, applied: false }
    const before = await snapshotOf(tx, sale)
    if (before.codes.some((applied) => applied.code === code)) return { ok: true, applied: true, again: true }
    const full = before.codes.length >= LIMITS.maxCodesPerBasket
    const organiserIds = before.lines.map(({ organiserId }) => organiserId)
    return { ok: true, applied: !full && (await applyCode(tx, sale, { code, organiserIds }, now)) }
  })
  const isGuess = outcome.ok && !outcome.applied
  if (!isGuess) await guess?.takeBack()
  return outcome
}

/** Removes a code from the basket. Nothing needs releasing, because only a held basket sets anything aside. */
export const removeCode = (body: BodyOf<'remove_code'>, ctx: RequestContext) =>
  changeBasket(ctx, async (tx, sale): Promise<Ok | Fail<'unknown_code'>> => {
    const { numDeletedRows } = await tx
      .deleteFrom('sale_codes')
      .where('sale_id', '=', sale.id)
      .where('code', '=', body.code.toUpperCase())
      .executeTakeFirstOrThrow()
    return numDeletedRows > 0n ? { ok: true } : fail('unknown_code')
  })

type Entered = { code: string; organiserIds: readonly number[] }
type Found = { discount_id: number | null; voucher_id: number | null }

/** Applies the first discount or gift voucher with this code that reduces something in this basket. */
async function applyCode(tx: Tx, sale: SaleRow, entered: Entered, now: Date): Promise<boolean> {
  for (const discount of await findDiscounts(tx, sale, entered, now))
    if (await applyIfWorth(tx, sale, entered.code, discount, now)) return true
  const voucher = await findGiftVoucher(tx, sale, entered.code, now)
  return voucher !== null && applyIfWorth(tx, sale, entered.code, voucher, now)
}

async function applyIfWorth(tx: Tx, sale: SaleRow, code: string, found: Found, now: Date): Promise<boolean> {
  await tx
    .insertInto('sale_codes')
    .values({ sale_id: sale.id, code, ...found, applied_at: now })
    .execute()
  // A code that reduces nothing in this basket does not apply to it.
  const { totals } = await snapshotOf(tx, sale)
  const worth = found.discount_id !== null ? totals.discounts[code] : totals.vouchersApplied[code]
  if (worth) return true
  await tx.deleteFrom('sale_codes').where('sale_id', '=', sale.id).where('code', '=', code).execute()
  return false
}

/** The discounts with this code that are valid now: of the organisers in the basket, then of the shop. */
async function findDiscounts(tx: Tx, sale: SaleRow, { code, organiserIds }: Entered, now: Date): Promise<Found[]> {
  const rows = await tx
    .selectFrom('discount_codes')
    .select(['id', 'currency', 'valid_from', 'valid_until', 'max_uses', 'uses'])
    .where('typed_code', '=', code)
    .where((eb) => eb.or([eb('owner_id', 'is', null), eb('owner_id', 'in', [0, ...organiserIds])]))
    .orderBy('owner_id', (order) => order.asc().nullsLast())
    .execute()
  return rows
    .filter((row) => {
      const isEarly = row.valid_from !== null && row.valid_from > now
      const isExpired = row.valid_until !== null && row.valid_until <= now
      const isUsedUp = row.max_uses !== null && row.uses >= row.max_uses
      const isOtherCurrency = row.currency !== null && row.currency !== sale.currency
      return !(isEarly || isExpired || isUsedUp || isOtherCurrency)
    })
    .map(({ id }) => ({ discount_id: id, voucher_id: null }))
}

async function findGiftVoucher(tx: Tx, sale: SaleRow, code: string, now: Date): Promise<Found | null> {
  const row = await tx
    .selectFrom('issued_vouchers')
    .select(['id', 'currency', 'expires_on', 'voided_at', 'balance_minor', 'reserved_minor'])
    .where('code', '=', code)
    .executeTakeFirst()
  if (!row) return null
  const isInvalid = row.voided_at !== null || row.expires_on < now.toISOString().slice(0, 10)
  const isSpent = row.balance_minor <= row.reserved_minor
  return isInvalid || isSpent || row.currency !== sale.currency ? null : { discount_id: null, voucher_id: row.id }
}
