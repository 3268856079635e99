import { common } from '@foyer/contract/messages.ts'
import { LEAD, SECTIONS } from '@foyer/contract/texts/terms.en.ts'
import type { Page } from '../../page.ts'
import { LegalText } from '../legal-text.tsx'

export const page: Page<'terms'> = {
  title: (data) => data?.title ?? common['footer.terms'],
  frame: 'shop',
  Body: ({ data }) => <LegalText own={data} title={common['footer.terms']} lead={LEAD} sections={SECTIONS} />,
}
