import { common } from '@foyer/contract/messages.en.ts'
import type { Page } from '../../page.ts'

export const page: Page<'terms'> = {
  title: () => common['footer.terms'],
  frame: 'shop',
  Body: () => (
    <div className="page">
      <h1>{common['footer.terms']}</h1>
    </div>
  ),
}
