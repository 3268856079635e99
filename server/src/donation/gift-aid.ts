import type { BodyOf } from '@foyer/contract/calls.ts'
import { fill } from '@foyer/contract/fill.ts'
import { GIFT_AID_FORM } from '@foyer/contract/forms/gift-aid.ts'
import { fromWire } from '@foyer/contract/forms/names.ts'
import { checkout } from '@foyer/contract/messages.ts'
import { isUkPostcode } from '@foyer/domain/delivery/postcode.ts'
import { DECLARATION_VERSION, giftAidMissing, isClaimable } from '@foyer/domain/donation/gift-aid.ts'
import { type Fail, fail, type Ok } from '@foyer/domain/result.ts'
import type { RequestContext } from '../http/handle.ts'
import { changeStep, successReply } from '../sale/change/step-change.ts'
import { customerOf } from '../sale/customer/customer.ts'
import { record } from '../sale/sale.ts'
import { completeDeclaration, homeAddressOf, homeColumns, NEWS_REQUEST, type NewsRequest } from './declaration.ts'

/** The statements as the buyer read them. A charity may word the first differently, and HMRC requires the text to be kept. */
const wordingOf = (charity: { gift_aid_wording: string | null }): string =>
  [
    checkout['giftAid.optIn'],
    charity.gift_aid_wording || checkout['giftAid.taxpayer'],
    checkout['giftAid.ownMoney'],
    checkout['giftAid.notGambling'],
  ].join('\n')

type GiftAidFail = Fail<
  'gift_aid_confirmations_missing' | 'gift_aid_address_missing' | 'bad_uk_postcode' | 'unknown_charity'
>

/**
 * Saves the Gift Aid declaration for this sale's donation as it was made: wording, time, donor and home address. Without
 * opting in there is none. The documented payload has no statements: a declaration without them is kept, but nothing is claimed
 * until its donor has made them.
 */
export const updateDonation = async (body: BodyOf<'update_donation'>, ctx: RequestContext) =>
  successReply(
    await changeStep(ctx, async (tx, { sale }): Promise<Ok | GiftAidFail> => {
      const charity =
        sale.donation_charity_id === null
          ? undefined
          : await tx
              .selectFrom('charities')
              .select(['id', 'name', 'gift_aid_wording'])
              .where('id', '=', sale.donation_charity_id)
              .executeTakeFirst()
      if (!charity) return body.is_gift_aid ? fail('unknown_charity') : { ok: true }

      const sent = fromWire(GIFT_AID_FORM, body)
      const { ukTaxpayer, ownMoney, notGambling } = sent
      const statements = [ukTaxpayer, ownMoney, notGambling]
      if (sent.isGiftAid && statements.includes(false)) return fail('gift_aid_confirmations_missing')
      const form = {
        ...sent,
        ukTaxpayer: ukTaxpayer ?? false,
        ownMoney: ownMoney ?? false,
        notGambling: notGambling ?? false,
      }
      if (sent.isGiftAid && sent.ukBased && sent.postcode.trim() !== '' && !isUkPostcode(sent.postcode))
        return fail('bad_uk_postcode')
      const missing = giftAidMissing(form, sale.donation_minor)
      if (missing.includes('address1') || missing.includes('postcode')) return fail('gift_aid_address_missing')

      const newsRequest: NewsRequest = {
        wanted: body.subscribe,
        charity_id: charity.id,
        wording: fill(checkout['giftAid.subscribe'], { charity: charity.name }),
      }
      await record(tx, sale.id, NEWS_REQUEST, ctx.now, newsRequest)
      const customer = await customerOf(tx, sale)
      if (!body.is_gift_aid) {
        await tx.deleteFrom('gift_aid_declarations').where('sale_id', '=', sale.id).execute()
      } else {
        const home = form.address1 === '' ? ((await homeAddressOf(tx, sale.id)) ?? form) : form
        const donorName = customer?.full_name ?? ''
        const declaration = {
          charity_id: charity.id,
          donation_minor: sale.donation_minor,
          uk_taxpayer: form.ukTaxpayer,
          own_money: form.ownMoney,
          not_gambling: form.notGambling,
          wording: wordingOf(charity),
          wording_version: DECLARATION_VERSION,
          donor_name: donorName,
          ...homeColumns(home),
          claimable: isClaimable({ ...form, ...home, donorName }),
          declared_at: ctx.now,
          cancelled_at: null,
          cancelled_as: null,
        }
        await tx
          .insertInto('gift_aid_declarations')
          .values({ sale_id: sale.id, ...declaration })
          .onConflict((conflict) => conflict.column('sale_id').doUpdateSet(declaration))
          .execute()
      }
      await completeDeclaration(tx, sale.id, customer)
      return { ok: true }
    }),
  )
