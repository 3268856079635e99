import { giftAidTax, isClaimable } from '@foyer/domain/donation/gift-aid.ts'
import { donorOf } from '@foyer/domain/donation/gift-aid-claim.ts'
import { LONDON, niceDate } from '@foyer/domain/format/dates.ts'
import { formatMinor } from '@foyer/domain/format/money.ts'
import { shownOrderNumber } from '@foyer/domain/format/order-number.ts'
import { fail } from '@foyer/domain/result.ts'
import { giftAidMail } from '../../mail/templates/gift-aid.ts'
import { mailBuyer } from '../../sale/mail-buyer.ts'
import type { OfficeHandlers } from '../handle.ts'
import { giftAidPath } from './claim.ts'
import { ofWholeOrganiser, openDeclarations } from './declarations.ts'

export const completeGiftAid: OfficeHandlers['complete_gift_aid'] = {
  async change(tx, { order_id, donor_name, address1, postcode, uk_based, confirmed }, ctx) {
    const access = ofWholeOrganiser(ctx)
    if (!access.ok) return access
    const [declaration] = await openDeclarations(tx, access.organiserId, { saleId: order_id })
    if (declaration === undefined) return fail('not_found')
    const address = { address1, postcode, ukBased: uk_based }
    if (!donorOf({ donorName: donor_name, ...address }).ok) return fail('gift_aid_incomplete')
    if (!declaration.is_confirmed && !confirmed) return fail('gift_aid_confirmations_missing')
    const statements = { uk_taxpayer: true, own_money: true, not_gambling: true, declared_at: ctx.now }
    const declared = { ukTaxpayer: true, ownMoney: true, notGambling: true }
    await tx
      .updateTable('gift_aid_declarations')
      .set({
        donor_name,
        address_1: address1,
        postcode,
        uk_based,
        claimable: isClaimable({ ...declared, ...address, donorName: donor_name }),
        ...(!declaration.is_confirmed && statements),
      })
      .where('sale_id', '=', order_id)
      .execute()
    const changed = [
      ...(donor_name === declaration.donor_name ? [] : ['name']),
      ...(address1 === declaration.address_1 ? [] : ['address']),
      ...(postcode === declaration.postcode ? [] : ['postcode']),
      ...(declaration.is_confirmed ? [] : ['statements']),
    ]
    return {
      reply: { success: true, next: giftAidPath(ctx) },
      log: { subject: ['order', order_id], after: { changed } },
    }
  },
}

/** The key of the email that asks a donor for missing details. Each donor gets it once. */
export const requestMailKey = (saleId: number): string => `gift-aid:${saleId}`

export const askGiftAid: OfficeHandlers['ask_gift_aid'] = {
  async change(tx, _, ctx) {
    const access = ofWholeOrganiser(ctx)
    if (!access.ok) return access
    const { contact_email } = await tx
      .selectFrom('organisers')
      .select('contact_email')
      .where('id', '=', access.organiserId)
      .executeTakeFirstOrThrow()
    const incomplete = (await openDeclarations(tx, access.organiserId)).filter(
      ({ state, email }) => state.status === 'incomplete' && email !== '',
    )
    const charities = await tx
      .selectFrom('charities')
      .select(['id', 'name'])
      .where('id', 'in', [-1, ...incomplete.map(({ charity_id }) => charity_id)])
      .execute()
    const sales = await tx
      .selectFrom('sales')
      .select(['id', 'language'])
      .where('id', 'in', [-1, ...incomplete.map(({ sale_id }) => sale_id)])
      .execute()
    let sent = 0
    for (const { sale_id, charity_id, email, kept, paid_at, number, is_confirmed, wording } of incomplete) {
      const sale = sales.find(({ id }) => id === sale_id)!
      const isNew = await mailBuyer(tx, ctx.deps.config, sale, async () => ({
        ...giftAidMail({
          charity: charities.find(({ id }) => id === charity_id)!.name,
          amount: formatMinor(kept, 'GBP'),
          worth: formatMinor(giftAidTax(kept), 'GBP'),
          date: niceDate(paid_at, LONDON, { allDay: true }),
          number: shownOrderNumber(number),
          contact: contact_email,
          statements: is_confirmed ? '' : wording,
        }),
        key: requestMailKey(sale_id),
        kind: 'gift_aid',
        recipient: email,
        saleId: sale_id,
        now: ctx.now,
      }))
      if (isNew) sent += 1
    }
    return {
      reply: { success: true, next: giftAidPath(ctx) },
      log: sent === 0 ? null : { subject: ['organiser', access.organiserId], after: { emails: sent } },
    }
  },
}
