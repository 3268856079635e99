import { completed } from '@foyer/contract/messages.en.ts'
import type { Page } from '../../page.ts'

export const page: Page<'waiver'> = {
  title: () => completed['title.waiver'],
  frame: 'shop',
  Body: () => (
    <div className="page">
      <h1>{completed['title.waiver']}</h1>
    </div>
  ),
}
