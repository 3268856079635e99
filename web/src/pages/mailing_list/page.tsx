import { shop } from '@foyer/contract/messages.en.ts'
import type { Page } from '../../page.ts'

export const page: Page<'mailing_list'> = {
  title: () => shop['mailing.title'],
  frame: 'shop',
  Body: () => (
    <div className="page">
      <h1>{shop['mailing.title']}</h1>
    </div>
  ),
}
