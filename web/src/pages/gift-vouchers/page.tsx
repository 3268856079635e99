import { common, shop } from '@foyer/contract/messages.ts'
import { PAGES, type PageData } from '@foyer/contract/pages.ts'
import type { Page } from '../../page.ts'
import { ButtonLink } from '../../ui/actions/button-link.tsx'
import { EmptyState } from '../../ui/feedback/empty-state.tsx'
import browse from '../browse/browse.module.css'
import { VoucherCards } from './voucher-cards.tsx'

function GiftVouchers({ data: { gift_vouchers } }: { data: PageData['gift_vouchers'] }) {
  return (
    <div className={`page ${browse.stack}`}>
      <header>
        <h1>{shop['title.giftVouchers']}</h1>
        <p className={browse.lead}>{shop['voucher.lead']}</p>
      </header>
      {gift_vouchers.length > 0 ? (
        <VoucherCards designs={gift_vouchers} heading="h2" />
      ) : (
        <EmptyState action={<ButtonLink href={PAGES.events}>{common['link.browseEvents']}</ButtonLink>}>
          {shop['voucher.none']}
        </EmptyState>
      )}
    </div>
  )
}

export const page: Page<'gift_vouchers'> = {
  title: () => shop['title.giftVouchers'],
  frame: 'shop',
  Body: GiftVouchers,
}
