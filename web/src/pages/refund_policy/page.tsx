import { common } from '@foyer/contract/messages.en.ts'
import type { Page } from '../../page.ts'

export const page: Page<'refund_policy'> = {
  title: () => common['footer.refunds'],
  frame: 'shop',
  Body: () => (
    <div className="page">
      <h1>{common['footer.refunds']}</h1>
    </div>
  ),
}
