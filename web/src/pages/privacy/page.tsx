import { common } from '@foyer/contract/messages.ts'
import type { Page } from '../../page.ts'
import { Letter } from '../letter.tsx'
import { LEAD, SECTIONS } from './privacy.en.ts'

export const page: Page<'privacy'> = {
  title: () => common['footer.privacy'],
  frame: 'shop',
  Body: () => <Letter title={common['footer.privacy']} lead={LEAD} sections={SECTIONS} />,
}
