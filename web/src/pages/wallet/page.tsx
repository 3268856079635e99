import { account } from '@foyer/contract/messages.en.ts'
import type { Page } from '../../page.ts'

export const page: Page<'wallet'> = {
  title: () => account['wallet.title'],
  frame: 'shop',
  Body: () => (
    <div className="page">
      <h1>{account['wallet.title']}</h1>
    </div>
  ),
}
