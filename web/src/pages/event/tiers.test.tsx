import { afterEach, expect, it, vi } from 'vitest'
import { answerCalls } from '../../testing/calls.ts'
import { sampleDate, sampleEventPage, sampleTicket } from '../../testing/events.ts'
import { buttonNamed, pressAndWait } from '../../testing/interact.ts'
import { click, render } from '../../testing/render.tsx'
import { sampleShell } from '../../testing/shell.ts'
import { page } from './page.tsx'

afterEach(() => vi.unstubAllGlobals())

const show = (tickets: ReturnType<typeof sampleTicket>[]) =>
  render(<page.Body data={sampleEventPage({}, [sampleDate({ tickets })])} shell={sampleShell()} />)

it('a ticket shows how long its price applies, and the next one', () => {
  const { box } = show([sampleTicket({ tier_text: 'For the next 4, then £13.00' })])
  expect(box.textContent).toContain('For the next 4, then £13.00')
})

it('does not send more places than the customer maximum, across all ticket types', async () => {
  const sent = answerCalls({ 'add_to_basket/': { success: true, basket_quantity: 1 } })
  const places_limit = (each: number) => ({ places_limit: { most: 4, each } })
  const { box } = show([
    sampleTicket(places_limit(1)),
    sampleTicket({ ticket_id: 12, name: 'Family', ...places_limit(4) }),
  ])
  click(buttonNamed(box, 'More Stalls'))
  click(buttonNamed(box, 'More Family'))
  await pressAndWait(buttonNamed(box, 'Add to basket'))
  expect(box.textContent).toContain('One order can include up to 4 places at this event, across all ticket types.')
  expect(sent).toEqual([])
  click(buttonNamed(box, 'Fewer Stalls'))
  await pressAndWait(buttonNamed(box, 'Add to basket'))
  expect(sent).toHaveLength(1)
})
