import { OFFICE_PAGES } from '@foyer/contract/office/pages.ts'
import { parseAmount } from '@foyer/domain/money/chosen-amount.ts'
import { type CurrencyCode, currencyCode, isCurrency, type Minor } from '@foyer/domain/money/money.ts'
import { expectedCash } from '@foyer/domain/office/counter.ts'
import { fail } from '@foyer/domain/result.ts'
import type { Selectable } from 'kysely'
import type { CounterShiftsTable } from '../../db/schema/types.generated.ts'
import type { Db, Tx } from '../../db/transaction/tx.ts'
import { areOpen } from '../../payment/provider/status.ts'
import { grantOf, type OfficeContext, type OfficeHandlers, staffOf } from '../handle.ts'
import { cashOf, reportOf } from './report.ts'

export type ShiftRow = Selectable<CounterShiftsTable>

const openShiftQuery = (db: Pick<Db, 'selectFrom'>, ctx: OfficeContext) =>
  db
    .selectFrom('counter_shifts')
    .selectAll()
    .where('staff_id', '=', staffOf(ctx).id)
    .where('organiser_id', '=', grantOf(ctx).organiserId)
    .where('closed_at', 'is', null)

/** This person's open shift for this organiser. */
export const openShiftOf = (db: Pick<Db, 'selectFrom'>, ctx: OfficeContext): Promise<ShiftRow | undefined> =>
  openShiftQuery(db, ctx).executeTakeFirst()

/** The same, locked. Sales and refunds lock the shift before the sale, so that its report has all of them. */
export const lockShift = (tx: Tx, ctx: OfficeContext): Promise<ShiftRow | undefined> =>
  openShiftQuery(tx, ctx)
    // guard: shift-locked
    .forUpdate()
    .executeTakeFirst()

export const counterPath = (ctx: OfficeContext): string =>
  `${OFFICE_PAGES.counter.path}?organiser_id=${grantOf(ctx).organiserId}`
export const shiftPath = (ctx: OfficeContext, shiftId?: number): string =>
  `${OFFICE_PAGES.shift.path}?organiser_id=${grantOf(ctx).organiserId}${shiftId === undefined ? '' : `&shift_id=${shiftId}`}`

/** Opens a shift, or counts the opening float of one that was opened without. An empty float is counted later. */
export const openShift: OfficeHandlers['open_shift'] = {
  async change(tx, { float, currency }, ctx) {
    if (!isCurrency(currency)) return fail('bad_amount')
    const floatMinor = float === '' ? null : parseAmount(float, currency)
    if (floatMinor === null && float !== '') return fail('bad_amount')
    const opened = await insertShift(tx, ctx, currency, floatMinor)
    const shift = opened ?? (floatMinor === null ? undefined : await countFloat(tx, ctx, currency, floatMinor))
    if (shift === undefined) return fail('shift_open')
    return {
      reply: { success: true, next: counterPath(ctx) },
      log: {
        subject: ['shift', shift.id],
        ...(opened === undefined && { before: { float_minor: null } }),
        after: { float_minor: floatMinor, currency },
      },
    }
  },
}

/** Undefined if this person has an open shift already. */
const insertShift = (tx: Tx, ctx: OfficeContext, currency: CurrencyCode, floatMinor: Minor | null) =>
  tx
    .insertInto('counter_shifts')
    .values({
      organiser_id: grantOf(ctx).organiserId,
      staff_id: staffOf(ctx).id,
      currency,
      opened_at: ctx.now,
      float_minor: floatMinor,
    })
    // guard: one-open-shift
    .onConflict((conflict) => conflict.column('staff_id').where('closed_at', 'is', null).doNothing())
    .returning('id')
    .executeTakeFirst()

async function countFloat(tx: Tx, ctx: OfficeContext, currency: CurrencyCode, floatMinor: Minor) {
  const shift = await lockShift(tx, ctx)
  // A float is counted once.
  if (shift === undefined || shift.float_minor !== null || shift.currency !== currency) return undefined
  await tx.updateTable('counter_shifts').set({ float_minor: floatMinor }).where('id', '=', shift.id).execute()
  return shift
}

/**
 * The open shift, locked. `opens` is the currency of a form that was shown before there was one: it opens a shift whose float is
 * counted later. Any other form needs a shift, so that none opens by a form that was left over from a closed one.
 */
export async function shiftToSell(tx: Tx, ctx: OfficeContext, opens: string): Promise<ShiftRow | undefined> {
  const shift = await lockShift(tx, ctx)
  if (shift !== undefined || !isCurrency(opens)) return shift
  await insertShift(tx, ctx, opens, null)
  return lockShift(tx, ctx)
}

export const closeShift: OfficeHandlers['close_shift'] = {
  async change(tx, { counted }, ctx) {
    const shift = await lockShift(tx, ctx)
    if (shift === undefined) return fail('no_shift')
    const countedMinor = parseAmount(counted, currencyCode(shift.currency))
    if (countedMinor === null) return fail('bad_amount')
    // A card payment that is still in progress belongs to this shift.
    // guard: reader-ends-before-shift
    if (await isReaderWaiting(tx, shift.id)) return fail('reader_waiting')
    const report = await reportOf(tx, shift.id)
    const expected = expectedCash({ floatMinor: shift.float_minor ?? 0, ...cashOf(report) })
    await tx
      .updateTable('counter_shifts')
      .set({
        closed_at: ctx.now,
        counted_minor: countedMinor,
        expected_minor: expected,
        report: JSON.stringify(report),
      })
      .where('id', '=', shift.id)
      .execute()
    return {
      reply: { success: true, next: shiftPath(ctx, shift.id) },
      log: {
        subject: ['shift', shift.id],
        after: {
          counted_minor: countedMinor,
          ...(shift.float_minor !== null && { difference_minor: countedMinor - expected }),
        },
      },
    }
  },
}

const isReaderWaiting = async (tx: Tx, shiftId: number): Promise<boolean> =>
  (await tx
    .selectFrom('counter_sales as own')
    .innerJoin('payments as payment', 'payment.sale_id', 'own.sale_id')
    .select('payment.id')
    .where('own.shift_id', '=', shiftId)
    .where(areOpen('payment'))
    .executeTakeFirst()) !== undefined
