import { account } from '@foyer/contract/messages.en.ts'
import type { Page } from '../../page.ts'

export const page: Page<'order'> = {
  title: () => account['order.title'],
  frame: 'shop',
  Body: () => (
    <div className="page">
      <h1>{account['order.title']}</h1>
    </div>
  ),
}
