import { voucherPosterPath } from '@foyer/contract/pages.ts'
import type { GiftVoucherDesign } from '@foyer/contract/types.ts'
import { currencyCode, currencyInfo, toMajor } from '@foyer/domain/money/money.ts'
import { soldBy, TRADER } from '../../trader.ts'
import type { Reader } from './shared.ts'

/** Returns the gift vouchers for sale, of one organiser if given. */
export async function giftVouchers(db: Reader, organiserId?: number): Promise<GiftVoucherDesign[]> {
  const designs = await db
    .selectFrom('gift_voucher_designs as design')
    .innerJoin('organisers as organiser', 'organiser.id', 'design.organiser_id')
    .selectAll('design')
    .select(['organiser.name as organiser', 'organiser.full_url as organiser_url', TRADER.as('trader')])
    .where('organiser.closed_at', 'is', null)
    .$if(organiserId !== undefined, (query) => query.where('design.organiser_id', '=', organiserId!))
    .orderBy('design.id')
    .execute()
  return designs.map((design) => ({
    id: design.id,
    slug: design.slug,
    name: design.name,
    description: design.description,
    organiser: design.organiser,
    organiser_url: design.organiser_url,
    sold_by: soldBy(design.trader),
    thumbnail: voucherPosterPath(design.id),
    currency: currencyInfo(currencyCode(design.currency)),
    values: design.values_minor.map((minor) => toMajor(minor, currencyCode(design.currency))),
    valid_months: design.valid_months,
    max_qty: design.max_qty,
  }))
}
