import { common } from '@foyer/contract/messages.ts'
import type { Page } from '../../page.ts'
import { LegalText } from '../legal-text.tsx'
import { LEAD, SECTIONS } from './terms.en.ts'

export const page: Page<'terms'> = {
  title: () => common['footer.terms'],
  frame: 'shop',
  Body: () => <LegalText title={common['footer.terms']} lead={LEAD} sections={SECTIONS} />,
}
