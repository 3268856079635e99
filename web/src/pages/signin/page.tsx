import { account } from '@foyer/contract/messages.en.ts'
import type { Page } from '../../page.ts'

export const page: Page<'signin'> = {
  title: () => account['signin.title'],
  frame: 'shop',
  Body: () => (
    <div className="page">
      <h1>{account['signin.title']}</h1>
    </div>
  ),
}
