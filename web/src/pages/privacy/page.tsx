import { common } from '@foyer/contract/messages.ts'
import { LEAD, SECTIONS } from '@foyer/contract/texts/privacy.en.ts'
import type { Page } from '../../page.ts'
import { LegalText } from '../legal-text.tsx'

export const page: Page<'privacy'> = {
  title: () => common['footer.privacy'],
  frame: 'shop',
  Body: ({ data }) => <LegalText own={data} title={common['footer.privacy']} lead={LEAD} sections={SECTIONS} />,
}
