import { afterEach, describe, expect, it, vi } from 'vitest'
import { answerCalls } from '../../testing/calls.ts'
import { sampleDate, sampleEventPage, sampleTicket } from '../../testing/events.ts'
import { buttonNamed, pressAndWait } from '../../testing/interact.ts'
import { click, render, type } from '../../testing/render.tsx'
import { sampleShell } from '../../testing/shell.ts'
import { page } from './page.tsx'

afterEach(() => vi.unstubAllGlobals())

const show = (data: ReturnType<typeof sampleEventPage>) => render(<page.Body data={data} shell={sampleShell()} />)
const add = (box: HTMLElement) => pressAndWait(buttonNamed(box, 'Add to basket'))

it('extras are listed under their own heading, after the tickets', () => {
  const tickets = [
    sampleTicket(),
    sampleTicket({ ticket_id: 12, name: 'Shirt, M', extra: true }),
    sampleTicket({ ticket_id: 13, name: 'Mug', extra: true }),
  ]
  const { box } = show(sampleEventPage({}, [sampleDate({ tickets })]))
  expect([...box.querySelectorAll('li h3')].map((each) => each.textContent)).toEqual([
    'Stalls',
    'Extras',
    'Shirt, M',
    'Mug',
  ])
})

describe('an amount chosen by the buyer', () => {
  const flexible = sampleTicket({
    all_in_price: 6,
    price: 5,
    booking_fee: 1,
    pay_what_you_can: { min: 5, suggested: 12 },
  })
  const amountIn = (box: HTMLElement) =>
    box.querySelector<HTMLInputElement>('input[aria-label="Your price for each ticket, Stalls"]')!

  it('starts with the suggestion, and the total follows', async () => {
    const sent = answerCalls({ 'add_to_basket/': { success: true, basket_quantity: 1 } })
    const { box, find } = show(sampleEventPage({}, [sampleDate({ tickets: [flexible] })]))
    expect(amountIn(box).value).toBe('12.00')
    expect(find('li h3').nextElementSibling?.textContent).toBe('£13.00')
    expect(box.textContent).toContain('Minimum £5.00. Suggested: £12.00.')
    click(buttonNamed(box, 'More Stalls'))
    type(amountIn(box), '20.50')
    expect(find('li h3').nextElementSibling?.textContent).toBe('£21.50')
    expect(box.textContent).toContain('£21.50 incl. £1.00 booking fee')
    await add(box)
    expect(sent[0]?.form).toEqual({ ticket_id: '11', quantity: '1', amount: '20.5' })
  })

  it.each(['4.99', '1e9', '0.001', '-1', ''])('refuses %j and sends nothing', async (typed) => {
    const sent = answerCalls({})
    const { box } = show(sampleEventPage({}, [sampleDate({ tickets: [flexible] })]))
    click(buttonNamed(box, 'More Stalls'))
    type(amountIn(box), typed)
    await add(box)
    expect(box.textContent).toContain('Enter an amount from £5.00 to £10,000.00.')
    expect(sent).toEqual([])
  })
})
