import type { PageData } from '@foyer/contract/pages.ts'
import { expect, it } from 'vitest'
import { render } from '../../testing/render.tsx'
import { sampleShell } from '../../testing/shell.ts'
import { page } from './page.tsx'

const VALUES = { name: 'Ada Lovelace', reference: 'FY-2345-CDFG', email: 'ada@example.org' }
const LINE = { title: '', nice_date: '', qty: 2, amount: '', nice_until: 'Sun 13 Dec 2026', is_balance: false }
const LINES: PageData['withdraw']['lines'] = [
  { ...LINE, line: 1, name: 'Adult', title: 'Quiz night', nice_date: 'Sat 5 Dec 2026, 7:30pm', state: 'dated' },
  { ...LINE, line: 2, name: 'A night out', amount: '£20.00', state: 'open', is_balance: true },
  { ...LINE, line: 3, name: 'Programme', state: 'late' },
]
const show = (change: Partial<PageData['withdraw']>) =>
  render(
    <page.Body shell={sampleShell()} data={{ step: 'who', problem: null, values: VALUES, lines: [], ...change }} />,
  ).box

it('asks who and for which order, and says why a form is shown again', () => {
  const box = show({ problem: 'unknown' })
  const sent = [...box.querySelectorAll('input')].map(({ name, value }) => [name, value])
  expect(sent).toEqual(Object.entries(VALUES))
  expect(box.querySelector('[role="alert"], [class*="error"]')!.textContent).toContain('can’t find an order')
  expect(box.textContent).toContain('I give notice that I withdraw')
})

it('offers what can go back, with its amount and last day, and says why the rest can’t', () => {
  const box = show({ step: 'what', lines: LINES })
  const boxes = [...box.querySelectorAll<HTMLInputElement>('input[name="lines"]')]
  expect(boxes.map(({ value, checked }) => [value, checked])).toEqual([['2', true]])
  expect(box.querySelector('button[name="confirm"]')!.textContent).toBe('Confirm withdrawal')
  for (const words of [
    '2 × A night out',
    '£20.00',
    'its balance goes back. Until Sun 13 Dec 2026.',
    '2 × Adult, Quiz night, Sat 5 Dec 2026, 7:30pm',
    'can’t be returned under the 14-day right',
    'The period ended on Sun 13 Dec 2026.',
  ])
    expect(box.textContent).toContain(words)
  const none = show({ step: 'what', lines: [LINES[0]!] })
  expect(none.querySelector('button')).toBeNull()
  expect(none.textContent).toContain('nothing in this order')
})

it('confirms that it was received', () =>
  expect(show({ step: 'done' }).textContent).toContain('received your withdrawal'))
