import { shop } from '@foyer/contract/messages.en.ts'
import type { Page } from '../../page.ts'

export const page: Page<'home'> = {
  title: () => shop['title.events'],
  frame: 'shop',
  Body: () => (
    <div className="page">
      <h1>{shop['title.events']}</h1>
    </div>
  ),
}
