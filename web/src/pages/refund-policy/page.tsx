import { common } from '@foyer/contract/messages.ts'
import { LEAD, SECTIONS } from '@foyer/contract/texts/refund-policy.en.ts'
import type { Page } from '../../page.ts'
import { LegalText } from '../legal-text.tsx'

export const page: Page<'refund_policy'> = {
  title: () => common['footer.refunds'],
  frame: 'shop',
  Body: ({ data }) => <LegalText own={data} title={common['footer.refunds']} lead={LEAD} sections={SECTIONS} />,
}
