import { account } from '@foyer/contract/messages.en.ts'
import type { Page } from '../../page.ts'

export const page: Page<'mailbox'> = {
  title: () => account['mailbox.title'],
  frame: 'shop',
  Body: () => (
    <div className="page">
      <h1>{account['mailbox.title']}</h1>
    </div>
  ),
}
