import { common } from '@foyer/contract/messages.ts'
import type { Page } from '../../page.ts'
import { Letter } from '../letter.tsx'
import { LEAD, SECTIONS } from './refund-policy.en.ts'

export const page: Page<'refund_policy'> = {
  title: () => common['footer.refunds'],
  frame: 'shop',
  Body: () => <Letter title={common['footer.refunds']} lead={LEAD} sections={SECTIONS} />,
}
