import { common } from '@foyer/contract/messages.en.ts'
import type { Page } from '../../page.ts'

export const page: Page<'not_found'> = {
  title: () => common['error.notFound'],
  frame: 'shop',
  Body: () => (
    <div className="page">
      <h1>{common['error.notFound']}</h1>
    </div>
  ),
}
