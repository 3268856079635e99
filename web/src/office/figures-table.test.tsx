import { expect, it } from 'vitest'
import { render } from '../testing/render.tsx'
import { FiguresTable, shownAmount } from './figures-table.tsx'

it('no money is a dash and a minus as wide as a digit, but counts and words stay', () => {
  expect(['£0.00', '¥0', '−£15.84', '£1,549.46', '0', '-3', 'Card −£1', '0%'].map(shownAmount)).toEqual([
    '–',
    '–',
    '−£15.84',
    '£1,549.46',
    '0',
    '−3',
    'Card −£1',
    '0%',
  ])
})

it('figures are at the right under their heads, and the total is marked', () => {
  const { box } = render(
    <FiguresTable
      title="Sales"
      heads={['Event', 'Total', 'Note']}
      rows={[
        { key: 'a', label: 'Gala', cells: ['£3.20', 'new'] },
        { key: 'total', label: 'Total', cells: ['£3.20', ''], isTotal: true },
      ]}
    />,
  )
  const classesOf = (selector: string) => [...box.querySelectorAll(selector)].map((cell) => cell.className)
  expect(classesOf('thead th')).toEqual(['', 'office-figure', ''])
  expect(classesOf('tbody td')).toEqual(['office-figure', '', 'office-figure', ''])
  expect(classesOf('tbody tr')).toEqual(['', 'office-total'])
})
