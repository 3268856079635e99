import type { BodyOf } from '@foyer/contract/calls.ts'
import { donationProblem } from '@foyer/domain/donation/amount.ts'
import { giftAidNeedsAddress } from '@foyer/domain/donation/gift-aid.ts'
import { donationFee } from '@foyer/domain/money/fees.ts'
import { toMinor } from '@foyer/domain/money/money.ts'
import { type Fail, fail } from '@foyer/domain/result.ts'
import type { Tx } from '../db/transaction/tx.ts'
import type { RequestContext } from '../http/handle.ts'
import { type Changed, changeStep, successReply } from '../sale/change/step-change.ts'
import { currencyOf } from '../sale/snapshot/snapshot.ts'
import { charityOf } from '../sale/terms/charity.ts'

type DonationFail = Fail<'donation_too_small' | 'donation_too_big' | 'unknown_charity'>

/** Saves the donation with its fee, which is calculated here; 0 removes the donation. */
export const saveDonation = async (body: BodyOf<'save_donation'>, ctx: RequestContext) =>
  successReply(
    await changeStep(ctx, async (tx, snapshot): Promise<Changed | DonationFail> => {
      const { sale } = snapshot
      const charity = await charityOf(tx, snapshot)
      if (charity === null || charity.id !== body.charity_id) return fail('unknown_charity')
      const currency = currencyOf(snapshot)
      const amount = toMinor(body.amount_before_booking_fee, currency)
      if (amount === 0) {
        await tx.deleteFrom('gift_aid_declarations').where('sale_id', '=', sale.id).execute()
        return { ok: true, sale: { donation_minor: 0, donation_fee_minor: 0, donation_charity_id: null } }
      }
      const problem = donationProblem(amount, currency)
      if (problem) return fail(problem)
      const fee = donationFee(amount, {
        baseFeeMinor: charity.base_fee_minor,
        bookingFeeBp: charity.booking_fee_bp,
        bookingFeeIncludesVat: charity.booking_fee_includes_vat,
        bookingFeeVatBp: charity.booking_fee_vat_bp,
        bookingFeeCapMinor: charity.booking_fee_cap_minor,
      })
      await updateDeclarationAmount(tx, sale.id, { charityId: charity.id, amount })
      const donation = { donation_minor: amount, donation_fee_minor: fee, donation_charity_id: charity.id }
      return { ok: true, sale: donation }
    }),
  )

/**
 * Updates the declaration to a changed amount. Deletes it if the new donation needs another one: for another charity, or with an
 * address. The Gift Aid step, which comes next, then offers it again.
 */
async function updateDeclarationAmount(
  tx: Tx,
  saleId: number,
  { charityId, amount }: { charityId: number; amount: number },
): Promise<void> {
  await tx
    .deleteFrom('gift_aid_declarations')
    .where('sale_id', '=', saleId)
    .where((eb) =>
      eb.or([
        eb('charity_id', '<>', charityId),
        eb.and([eb('address_1', '=', ''), eb.val(giftAidNeedsAddress(amount))]),
      ]),
    )
    .execute()
  await tx.updateTable('gift_aid_declarations').set({ donation_minor: amount }).where('sale_id', '=', saleId).execute()
}
