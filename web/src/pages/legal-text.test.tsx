import { LEAD, SECTIONS } from '@foyer/contract/texts/terms.en.ts'
import { expect, it } from 'vitest'
import { render } from '../testing/render.tsx'
import { LegalText } from './legal-text.tsx'

it('clause 4.10 of the terms, cited by the basket, is about refund protection and booking fees', () => {
  const { box } = render(<LegalText title="Terms" lead={LEAD} sections={SECTIONS} />)
  const clause = box.querySelector('[id="s4.10"]')!.textContent
  expect(clause).toMatch(/^4\.10/)
  expect(clause).toContain('Refund protection')
  expect(clause).toContain('doesn’t cover a change of mind')
  expect(clause).toContain('Booking fees are generally not refundable')
})
