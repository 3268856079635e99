import { shop } from '@foyer/contract/messages.en.ts'
import type { Page } from '../../page.ts'

export const page: Page<'gift_vouchers'> = {
  title: () => shop['title.giftVouchers'],
  frame: 'shop',
  Body: () => (
    <div className="page">
      <h1>{shop['title.giftVouchers']}</h1>
    </div>
  ),
}
