import { parseAmount } from '@foyer/domain/money/chosen-amount.ts'
import { fail } from '@foyer/domain/result.ts'
import { grantOf, type OfficeHandlers } from '../handle.ts'

/** The limit is in the currency of each order, stored in hundredths. */
export const setRefundLimit: OfficeHandlers['set_refund_limit'] = {
  async change(tx, { limit }, ctx) {
    const { organiserId } = grantOf(ctx)
    const minor = parseAmount(limit === '' ? '0' : limit, 'GBP')
    if (minor === null) return fail('bad_amount')
    const organiser = tx.selectFrom('organisers').select('box_office_refund_minor').where('id', '=', organiserId)
    const before = await organiser.forUpdate().executeTakeFirstOrThrow()
    await tx.updateTable('organisers').set({ box_office_refund_minor: minor }).where('id', '=', organiserId).execute()
    return {
      reply: { success: true },
      log: {
        subject: ['organiser', organiserId],
        before: { refund_limit_minor: before.box_office_refund_minor },
        after: { refund_limit_minor: minor },
      },
    }
  },
}
