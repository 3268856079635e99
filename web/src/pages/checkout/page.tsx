import { common } from '@foyer/contract/messages.en.ts'
import type { Page } from '../../page.ts'

export const page: Page<'checkout'> = {
  title: () => common['title.basket'],
  frame: 'checkout',
  Body: () => (
    <div className="page">
      <h1>{common['title.basket']}</h1>
    </div>
  ),
}
