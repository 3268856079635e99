import type { BodyOf } from '@foyer/contract/calls.ts'
import { LIMITS } from '@foyer/domain/limits.ts'
import { fail, type Ok } from '@foyer/domain/result.ts'
import type { Tx } from '../db/tx.ts'
import type { RequestContext } from '../http/handle.ts'
import { hit, hitsOf } from '../http/rate-limit.ts'
import type { Sale } from '../sale/sale.ts'
import { snapshotOf } from '../sale/snapshot.ts'
import { changeBasket } from './change.ts'

/** Codes that did not work, from one network: a hall full of people mistypes less, and a program that guesses more. */
const WRONG_CODES = { most: 100, windowSeconds: 600 }

/**
 * Applies one discount or gift voucher code (API-12, OPEN-36). A code that does not exist, is over, used up, empty, for
 * other tickets or already applied changes nothing and answers false: which of these it was is nobody's business.
 */
export async function setCode(body: BodyOf<'set_code'>, ctx: RequestContext) {
  const { deps, ip, now } = ctx
  const tries = `wrong-code:ip:${ip}`
  // Beyond the limit a right code is refused too: else trying on would still find it.
  if ((await hitsOf(deps, tries, WRONG_CODES.windowSeconds)) >= WRONG_CODES.most) return fail('too_many_requests')
  const code = body.code.toUpperCase()
  const outcome = await changeBasket(ctx, async (tx, sale): Promise<Ok<{ applied: boolean }>> => {
    const applied = code !== '' && (await apply(tx, sale, code, now))
    return { ok: true, applied }
  })
  if (outcome.ok && !outcome.applied && code !== '') await hit(deps, tries, WRONG_CODES.windowSeconds)
  return outcome
}

async function apply(tx: Tx, sale: Sale, code: string, now: Date): Promise<boolean> {
  const before = await snapshotOf(tx, sale)
  if (before.codes.length >= LIMITS.maxCodesPerBasket || before.codes.some((applied) => applied.code === code))
    return false
  const found = (await discount(tx, sale, code, now)) ?? (await giftVoucher(tx, sale, code, now))
  if (found === null) return false
  await tx
    .insertInto('sale_codes')
    .values({ sale_id: sale.id, code, ...found, applied_at: now })
    .execute()
  // A code that takes nothing off this basket is no code for this basket.
  const { totals } = await snapshotOf(tx, sale)
  const worth = found.discount_id !== null ? totals.discounts[code] : totals.vouchersApplied[code]
  if (worth) return true
  await tx.deleteFrom('sale_codes').where('sale_id', '=', sale.id).where('code', '=', code).execute()
  return false
}

async function discount(tx: Tx, sale: Sale, code: string, now: Date) {
  const row = await tx
    .selectFrom('discount_codes')
    .select(['id', 'currency', 'valid_from', 'valid_until', 'max_uses', 'uses'])
    .where('code', '=', code)
    .executeTakeFirst()
  if (!row) return null
  const early = row.valid_from !== null && row.valid_from > now
  const late = row.valid_until !== null && row.valid_until <= now
  const usedUp = row.max_uses !== null && row.uses >= row.max_uses
  const otherCurrency = row.currency !== null && row.currency !== sale.currency
  return early || late || usedUp || otherCurrency ? null : { discount_id: row.id, voucher_id: null }
}

async function giftVoucher(tx: Tx, sale: Sale, code: string, now: Date) {
  const row = await tx
    .selectFrom('issued_vouchers')
    .select(['id', 'currency', 'expires_on', 'voided_at', 'balance_minor', 'reserved_minor'])
    .where('code', '=', code)
    .executeTakeFirst()
  if (!row) return null
  const over = row.voided_at !== null || row.expires_on < now.toISOString().slice(0, 10)
  const empty = row.balance_minor <= row.reserved_minor
  return over || empty || row.currency !== sale.currency ? null : { discount_id: null, voucher_id: row.id }
}
