import { OFFICE_PAGES } from '@foyer/contract/office/pages.ts'
import { parseAmount } from '@foyer/domain/money/chosen-amount.ts'
import { currencyCode, isCurrency } from '@foyer/domain/money/money.ts'
import { expectedCash } from '@foyer/domain/office/counter.ts'
import { fail } from '@foyer/domain/result.ts'
import type { Selectable } from 'kysely'
import type { CounterShiftsTable } from '../../db/schema/types.generated.ts'
import type { Db, Tx } from '../../db/transaction/tx.ts'
import { areOpen } from '../../payment-status.ts'
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

export const openShift: OfficeHandlers['open_shift'] = {
  async change(tx, { float, currency }, ctx) {
    if (!isCurrency(currency)) return fail('bad_amount')
    const floatMinor = float === '' ? 0 : parseAmount(float, currency)
    if (floatMinor === null) return fail('bad_amount')
    const shift = await tx
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
    if (shift === undefined) return fail('shift_open')
    return {
      reply: { success: true, next: counterPath(ctx) },
      log: { subject: ['shift', shift.id], after: { float_minor: floatMinor, currency } },
    }
  },
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
    const expected = expectedCash({ floatMinor: shift.float_minor, ...cashOf(report) })
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
        after: { counted_minor: countedMinor, difference_minor: countedMinor - expected },
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
