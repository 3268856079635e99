import { common } from '@foyer/contract/messages.ts'
import type { Page } from '../../page.ts'
import { LegalText } from '../legal-text.tsx'
import { LEAD, SECTIONS } from './privacy.en.ts'

export const page: Page<'privacy'> = {
  title: () => common['footer.privacy'],
  frame: 'shop',
  Body: () => <LegalText title={common['footer.privacy']} lead={LEAD} sections={SECTIONS} />,
}
