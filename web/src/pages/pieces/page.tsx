import { common } from '@foyer/contract/messages.en.ts'
import type { Page } from '../../page.ts'

export const page: Page<'pieces'> = {
  title: () => common.brand,
  frame: 'shop',
  Body: () => (
    <div className="page">
      <h1>{common.brand}</h1>
    </div>
  ),
}
