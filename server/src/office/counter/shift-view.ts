import type { OfficeReply } from '@foyer/contract/office/calls.ts'
import { niceDate } from '@foyer/domain/format/dates.ts'
import { formatMinor } from '@foyer/domain/format/money.ts'
import { currencyCode, currencyInfo } from '@foyer/domain/money/money.ts'
import { expectedCash } from '@foyer/domain/office/counter.ts'
import { fail } from '@foyer/domain/result.ts'
import { mayAlso } from '../event/state.ts'
import { grantOf, type OfficeHandlers, staffOf } from '../handle.ts'
import { formKey } from '../order/form-key.ts'
import { cashOf, type MethodReport, reportOf } from './report.ts'

const MAX_SHOWN = 50

/** People see their own shifts; those who may see money see everyone's. */
export const officeShift: OfficeHandlers['office_shift'] = {
  async read({ shift_id }, ctx) {
    const { db } = ctx.deps
    const { id: staffId } = staffOf(ctx)
    const shifts = db
      .selectFrom('counter_shifts as shift')
      .innerJoin('staff', 'staff.id', 'shift.staff_id')
      .selectAll('shift')
      .select('staff.name')
      .where('shift.organiser_id', '=', grantOf(ctx).organiserId)
      // guard: shifts-of-others
      .$if(!mayAlso(ctx, 'see_money') || grantOf(ctx).eventIds !== null, (query) =>
        query.where('shift.staff_id', '=', staffId),
      )
    const shift =
      shift_id === undefined
        ? await shifts.where('shift.staff_id', '=', staffId).where('shift.closed_at', 'is', null).executeTakeFirst()
        : await shifts.where('shift.id', '=', shift_id).executeTakeFirst()
    if (shift === undefined && shift_id !== undefined) return fail('not_found')
    const closed = await shifts
      .where('shift.closed_at', 'is not', null)
      .orderBy('shift.id', 'desc')
      .limit(MAX_SHOWN)
      .execute()
    return {
      form_key: formKey(ctx),
      shift: shift === undefined ? null : await shiftReply(shift, staffId),
      earlier: closed.map(({ id, name, closed_at, counted_minor, expected_minor, float_minor, currency }) => ({
        shift_id: id,
        who: name,
        nice_closed: niceDate(closed_at!),
        difference: float_minor === null ? '' : formatMinor(counted_minor! - expected_minor!, currencyCode(currency)),
      })),
    }

    type ShiftWithName = NonNullable<typeof shift>
    async function shiftReply(
      row: ShiftWithName,
      me: number,
    ): Promise<NonNullable<OfficeReply<'office_shift'>['shift']>> {
      const money = (minor: number) => formatMinor(minor, currencyCode(row.currency))
      // A closed shift keeps the report it was closed with.
      const report = row.closed_at === null ? await reportOf(db, row.id) : (row.report as unknown as MethodReport[])
      const expected = row.expected_minor ?? expectedCash({ floatMinor: row.float_minor ?? 0, ...cashOf(report) })
      return {
        shift_id: row.id,
        who: row.name,
        is_own: row.staff_id === me,
        nice_opened: niceDate(row.opened_at),
        nice_closed: row.closed_at ? niceDate(row.closed_at) : '',
        currency: currencyInfo(currencyCode(row.currency)),
        float: row.float_minor === null ? '' : money(row.float_minor),
        taken: report.map(({ how, sales, tickets, takenMinor, backMinor }) => ({
          how,
          sales,
          tickets,
          taken: money(takenMinor),
          back: backMinor === 0 ? '' : money(-backMinor),
        })),
        expected: money(expected),
        counted: row.counted_minor === null ? '' : money(row.counted_minor),
        difference: row.counted_minor === null || row.float_minor === null ? '' : money(row.counted_minor - expected),
      }
    }
  },
}
