import { shop } from '@foyer/contract/messages.ts'
import { PAGES } from '@foyer/contract/pages.ts'
import type { GiftVoucherDesign } from '@foyer/contract/types.ts'
import { ButtonLink } from '../../ui/actions/button-link.tsx'
import { giftIcon } from '../../ui/display/icons.ts'
import css from './browse.module.css'

/** A link to the gift vouchers for visitors who found no event. */
export function VoucherTeaser({ designs }: { designs: GiftVoucherDesign[] }) {
  const [first] = designs
  if (!first) return null
  return (
    <aside className={css.teaser}>
      <img src={first.thumbnail} alt="" width={400} height={300} loading="lazy" decoding="async" />
      <div className={css.teaserWords}>
        <h2>{shop['teaser.title']}</h2>
        <p>{shop['voucher.lead']}</p>
        <ButtonLink href={PAGES.gift_vouchers} variant="secondary" icon={giftIcon}>
          {shop['teaser.button']}
        </ButtonLink>
      </div>
    </aside>
  )
}
