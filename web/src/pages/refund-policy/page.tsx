import { common } from '@foyer/contract/messages.ts'
import type { Page } from '../../page.ts'
import { LegalText } from '../legal-text.tsx'
import { LEAD, SECTIONS } from './refund-policy.en.ts'

export const page: Page<'refund_policy'> = {
  title: () => common['footer.refunds'],
  frame: 'shop',
  Body: () => <LegalText title={common['footer.refunds']} lead={LEAD} sections={SECTIONS} />,
}
