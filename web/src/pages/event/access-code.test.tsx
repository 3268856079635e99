import type { EventPageData } from '@foyer/contract/types.ts'
import { afterEach, expect, it, vi } from 'vitest'
import { answerCalls } from '../../testing/calls.ts'
import { sampleDate, sampleEventPage, sampleTicket } from '../../testing/events.ts'
import { buttonNamed, pressAndWait } from '../../testing/interact.ts'
import { click, render } from '../../testing/render.tsx'
import { sampleShell } from '../../testing/shell.ts'
import { page } from './page.tsx'

afterEach(() => vi.unstubAllGlobals())

const show = (data: Partial<EventPageData>, tickets = [sampleTicket()]) =>
  render(
    <page.Body
      data={{ ...sampleEventPage({ has_access_codes: true }, [sampleDate({ tickets })]), ...data }}
      shell={sampleShell()}
    />,
  )

it('offers an access code field if there are codes, in a form that works without JavaScript', () => {
  const { find } = show({})
  const { form, maxLength } = find<HTMLInputElement>('input[name="code"]')
  expect(maxLength, 'of the longest code').toBe(64)
  expect([form!.method, form!.getAttribute('action')]).toEqual(['get', '/events/gala/'])
  const { box } = render(<page.Body data={sampleEventPage()} shell={sampleShell()} />)
  expect(box.querySelector('input[name="code"]')).toBeNull()
})

it('offers it also when everything else is sold out, but not after the event', () => {
  const gone = sampleDate({ tickets: [], sold_out: true })
  const soldOut = sampleEventPage({ has_access_codes: true, sold_out: true }, [gone])
  expect(
    render(<page.Body data={soldOut} shell={sampleShell()} />).box.querySelector('input[name="code"]'),
  ).not.toBeNull()
  const over = sampleEventPage({ has_access_codes: true }, [sampleDate({ past: true })])
  expect(render(<page.Body data={over} shell={sampleShell()} />).box.querySelector('input[name="code"]')).toBeNull()
})

it.each([
  ['wrong', 'We don’t recognise that code. Check it and try again.'],
  ['too_many', 'Too many attempts. Wait ten minutes and try again.'],
] as const)('shows at the field that a code is %s', (state, words) => {
  const { find } = show({ access: { code: '', state } })
  expect(find<HTMLInputElement>('input[name="code"]').getAttribute('aria-invalid')).toBe('true')
  expect(find('form').textContent).toContain(words)
})

it('marks the types a code reveals, and sends the code with those tickets only', async () => {
  const sent = answerCalls({ 'add_to_basket/': { success: true, basket_quantity: 2 } })
  const tickets = [sampleTicket(), sampleTicket({ ticket_id: 12, name: 'Member', with_code: true })]
  const { box } = show({ access: { code: 'MEMBERS', state: 'opened' } }, tickets)
  expect(box.textContent).toContain('Code accepted.')
  expect(box.textContent).toContain('With your code')
  expect(box.querySelector('input[name="code"]')).toBeNull()
  click(buttonNamed(box, 'More Stalls'))
  click(buttonNamed(box, 'More Member'))
  await pressAndWait(buttonNamed(box, 'Add to basket'))
  expect(sent.map(({ form }) => form)).toEqual([
    { ticket_id: '11', quantity: '1' },
    { ticket_id: '12', quantity: '1', code: 'MEMBERS' },
  ])
})
