import type { EventPageData } from '@foyer/contract/types.ts'
import { act } from 'react'
import { afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { answerCalls } from '../../testing/calls.ts'
import { sampleDate, sampleEventPage, sampleSeat, sampleTicket } from '../../testing/events.ts'
import { buttonNamed, pressAndWait } from '../../testing/interact.ts'
import { click, press, render } from '../../testing/render.tsx'
import { sampleShell } from '../../testing/shell.ts'
import { page } from './page.tsx'
import { loadSeatedPart } from './seated-part.ts'

beforeAll(loadSeatedPart)
afterEach(() => vi.unstubAllGlobals())

const show = (data: EventPageData) => render(<page.Body data={data} shell={sampleShell()} />)
const add = (box: HTMLElement) => pressAndWait(buttonNamed(box, 'Add to basket'))
/** The chosen seats of a call, which are all of the party's. */
const sentSeats = (...labels: string[]) =>
  Object.fromEntries(['seats', 'party'].flatMap((name) => labels.map((label, n) => [`${name}[${n}]`, label])))
const quantityOf = (box: HTMLElement, name: string) =>
  box.querySelector<HTMLInputElement>(`input[aria-label="Quantity, ${name}"]`)!.value

it('shows the price including fees first, and its parts beside it', () => {
  const { box, find } = show(sampleEventPage())
  expect(find('li h3').nextElementSibling?.textContent).toBe('£27.50')
  expect(box.textContent).toContain('incl. £2.50 booking fee')
})

it('shows the total of a ticket that is sold in twos and posted, beside it and in the bar of a phone', () => {
  const pair = sampleTicket({
    all_in_price: 10,
    booking_fee: 1,
    min_per_customer: 2,
    delivered_by_post: true,
    delivery_cost: 4.95,
  })
  const { box, find } = show(sampleEventPage({}, [sampleDate({ tickets: [pair], from_text: 'From £24.95 for 2' })]))
  expect(find('li p').textContent).toBe(
    '£24.95 for 2, £10.00 for each further ticket (with £4.95 postage per order) incl. £2.00 booking fee',
  )
  expect(box.textContent).toContain('From £24.95 for 2')
})

it.each([{ hide_booking_fee: true }, { absorb_fee: true }, { booking_fee: 0 }])('shows no parts for %o', (ticket) => {
  const { box } = show(sampleEventPage({}, [sampleDate({ tickets: [sampleTicket(ticket)] })]))
  expect(box.textContent).not.toContain('booking fee')
})

it('[DSP-07] shows a free ticket as FREE', () => {
  const free = sampleTicket({ all_in_price: 0, price: 0, booking_fee: 0 })
  const { find } = show(sampleEventPage({}, [sampleDate({ tickets: [free] })]))
  expect(find('li h3').nextElementSibling?.textContent).toBe('FREE')
})

it('shows no heading without a description', () => {
  expect(show(sampleEventPage()).box.textContent).toContain('About this event')
  expect(show(sampleEventPage({ description_html: '' })).box.textContent).not.toContain('About this event')
})

it('adds the chosen types one by one, and confirms it', async () => {
  const sent = answerCalls({
    'add_to_basket/': [
      { success: true, basket_quantity: 2 },
      { success: true, basket_quantity: 6 },
    ],
  })
  const tickets = [
    sampleTicket(),
    sampleTicket({ ticket_id: 12, name: 'Family', min_per_customer: 4, all_in_price: 10 }),
  ]
  const { box } = show(sampleEventPage({}, [sampleDate({ tickets })]))
  click(buttonNamed(box, 'More Stalls'))
  click(buttonNamed(box, 'More Stalls'))
  click(buttonNamed(box, 'More Family'))
  expect(box.textContent).toContain('£95.00')
  await add(box)
  expect(sent.map(({ form }) => form)).toEqual([
    { ticket_id: '11', quantity: '2' },
    { ticket_id: '12', quantity: '4' },
  ])
  expect(box.textContent).toContain('Added to your basket')
  expect(box.querySelector('a[href="/smartcheckout/"]')?.textContent).toBe('Go to basket')
  expect([quantityOf(box, 'Stalls'), quantityOf(box, 'Family')]).toEqual(['0', '0'])
})

it('cannot add tickets while the basket is held: says so once, with a link to Edit basket', async () => {
  const error = 'Your tickets are reserved. Use Edit basket to change them.'
  const sent = answerCalls({ 'add_to_basket/': { status: 409, body: { code: 'basket_is_held', error } } })
  const { box } = show(
    sampleEventPage({}, [sampleDate({ tickets: [sampleTicket(), sampleTicket({ ticket_id: 12, name: 'Circle' })] })]),
  )
  click(buttonNamed(box, 'More Stalls'))
  click(buttonNamed(box, 'More Circle'))
  await add(box)
  expect(sent).toHaveLength(1)
  expect(box.textContent!.split(error)).toHaveLength(2)
  expect(box.querySelector('a[href="/smartcheckout/"]')?.textContent).toBe('Edit basket')
  expect([quantityOf(box, 'Stalls'), quantityOf(box, 'Circle')]).toEqual(['1', '1'])
  click(buttonNamed(box, 'More Stalls'))
  expect(box.textContent).not.toContain(error)
})

it('shows at its line why a type was refused, keeps that choice, and does not add the others again', async () => {
  const sent = answerCalls({
    'add_to_basket/': [
      { status: 409, body: { error: 'Sorry, these tickets are sold out.' } },
      { success: true, basket_quantity: 1 },
      { success: true, basket_quantity: 2 },
    ],
  })
  const { box } = show(
    sampleEventPage({}, [sampleDate({ tickets: [sampleTicket(), sampleTicket({ ticket_id: 12, name: 'Circle' })] })]),
  )
  click(buttonNamed(box, 'More Stalls'))
  click(buttonNamed(box, 'More Circle'))
  await add(box)
  const [stalls, circle] = box.querySelectorAll<HTMLElement>('ul > li:has(h3)')
  expect(stalls!.textContent).toContain('Sorry, these tickets are sold out.')
  expect(circle!.textContent).not.toContain('Sorry')
  expect([quantityOf(box, 'Stalls'), quantityOf(box, 'Circle')]).toEqual(['1', '0'])
  expect(box.textContent).not.toContain('Added to your basket')

  await add(box)
  expect(sent.map(({ form }) => form.ticket_id)).toEqual(['11', '12', '11'])
  expect(box.textContent).toContain('Added to your basket')
})

it('asks for a choice when nothing is chosen', async () => {
  const sent = answerCalls({})
  const { box } = show(sampleEventPage())
  await add(box)
  expect(box.textContent).toContain('Choose at least one ticket.')
  expect(sent).toEqual([])
})

it('reports a network failure', async () => {
  answerCalls({ 'add_to_basket/': 'offline' })
  const { box } = show(sampleEventPage())
  click(buttonNamed(box, 'More Stalls'))
  await add(box)
  expect(box.textContent).toContain('An unknown error occured.')
})

it.each([
  ['a cancelled event', sampleEventPage({ cancelled: true }), 'This event has been cancelled.'],
  [
    'an event not yet on sale',
    sampleEventPage({ on_sale_from: '2027-06-01T09:00:00Z', nice_on_sale_from: 'Tue 1 Jun, 10:00am' }),
    'Tickets go on sale Tue 1 Jun, 10:00am',
  ],
  [
    'a postponed event',
    sampleEventPage({ postponed: true }, [sampleDate({ postponed: true, tickets: [] })]),
    'The new date will follow, and tickets stay valid for it.',
  ],
  ['an event that is over', sampleEventPage({}, [sampleDate({ past: true })]), 'This event has finished.'],
  ['a sold-out event', sampleEventPage({ sold_out: true }), 'This event is sold out.'],
  [
    'an event without tickets',
    sampleEventPage({}, [sampleDate({ tickets: [] })]),
    'There are no tickets on sale for this event.',
  ],
])('%s is shown and sells nothing', (_, data, words) => {
  const { box } = show(data)
  expect(box.textContent).toContain(words)
  expect(() => buttonNamed(box, 'Add to basket')).toThrow()
})

it('a sold-out type has a text instead of a quantity, and a low stock its number', () => {
  const tickets = [
    sampleTicket({ sold_out: true }),
    sampleTicket({ ticket_id: 12, name: 'Circle', left_text: '3 left' }),
  ]
  const { box } = show(sampleEventPage({}, [sampleDate({ tickets })]))
  const [stalls, circle] = box.querySelectorAll<HTMLElement>('ul > li:has(h3)')
  expect(stalls!.textContent).toContain('Sold out')
  expect(stalls!.querySelector('input')).toBeNull()
  expect(circle!.textContent).toContain('3 left')
})

it('shows the conditions of a type', () => {
  const ticket = sampleTicket({
    non_refundable: true,
    requires: ['Membership'],
    delivered_by_post: true,
    delivery_cost: 3.5,
  })
  const { box } = show(sampleEventPage({}, [sampleDate({ tickets: [ticket] })]))
  for (const words of [
    'Non-refundable',
    'Only with Membership',
    'Sent by post',
    '£31.00 for one, £27.50 for each further ticket (with £3.50 postage per order)',
  ])
    expect(box.textContent).toContain(words)
})

it('another date has its own tickets and resets the choice', () => {
  const second = sampleDate({
    date_id: 2,
    nice_date: 'Sat 2 Oct 2027, 7:00pm',
    tickets: [sampleTicket({ ticket_id: 21, name: 'Late' })],
  })
  const { box } = show(sampleEventPage({}, [sampleDate(), second]))
  click(buttonNamed(box, 'More Stalls'))
  click(box.querySelector('input[type=radio][value="2"]')!)
  expect(quantityOf(box, 'Late')).toBe('0')
  expect(box.textContent).not.toContain('£27.50Total')
  expect(() => buttonNamed(box, 'More Stalls')).toThrow()
})

it('starts with the first available date', () => {
  const { find } = show(
    sampleEventPage({}, [sampleDate({ sold_out: true }), sampleDate({ date_id: 2 }), sampleDate({ date_id: 3 })]),
  )
  expect(find<HTMLInputElement>('input[type=radio]:checked').value).toBe('2')
})

it('a family ticket needs several seats, and is not added without all of them', async () => {
  const sent = answerCalls({ 'add_to_basket/': { success: true, basket_quantity: 1 } })
  const seats = [sampleSeat('A1'), sampleSeat('A2'), sampleSeat('A3')]
  const family = sampleTicket({ name: 'Family', seats, seats_each: 2, max_per_basket: 1 })
  const { box } = show(sampleEventPage({}, [sampleDate({ tickets: [family] })]))
  const seat = (name: string) => box.querySelector<HTMLInputElement>(`input[aria-label="${name}"]`)!
  expect(box.textContent).toContain('Each ticket takes 2 seats.')
  click(seat('A1, available'))
  await add(box)
  expect(box.textContent).toContain('Please choose 2 seats for each ticket.')
  expect(sent).toEqual([])
  click(seat('A2, available'))
  click(seat('A3, available'))
  expect(box.textContent).toContain('2 seats selected: A1, A2')
  await add(box)
  expect(sent[0]?.form).toEqual({ ticket_id: '11', quantity: '1', ...sentSeats('A1', 'A2') })
})

describe('a seating plan with several prices', () => {
  const balcony = { pool_id: 9, seats: [sampleSeat('B1'), sampleSeat('B2')] }
  const tickets = [
    sampleTicket({ seats: [sampleSeat('A1'), sampleSeat('A2', false)] }),
    sampleTicket({ ticket_id: 12, name: 'Balcony', all_in_price: 17.6, ...balcony }),
    sampleTicket({ ticket_id: 13, name: 'Under 26', all_in_price: 8.8, max_per_basket: 1, ...balcony }),
  ]
  const open = () => {
    const { box, find } = show(sampleEventPage({}, [sampleDate({ tickets })]))
    return { box, find, seat: (name: string) => find<HTMLInputElement>(`input[aria-label="${name}"]`) }
  }

  it('is drawn once, with one stage, every seat once and its price', () => {
    const { box, seat } = open()
    expect(box.querySelectorAll('input[type=checkbox]')).toHaveLength(4)
    expect(box.textContent!.split('Stage')).toHaveLength(2)
    const priceOf = (name: string) =>
      box.querySelector(`[id="${seat(name).getAttribute('aria-describedby')}"]`)?.textContent?.trim()
    expect(priceOf('A1, available')).toBe('Stalls · £27.50')
    expect(priceOf('B2, available')).toBe('Balcony · £17.60 / £8.80')
  })

  it('names the chosen seats and their prices, and allows another price for a seat', async () => {
    const sent = answerCalls({ 'add_to_basket/': { success: true, basket_quantity: 1 } })
    const { box, find, seat } = open()
    for (const name of ['A1', 'B1', 'B2']) click(seat(`${name}, available`))
    expect(box.textContent).toContain('3 seats selected: A1, B1, B2')
    expect(box.textContent).toContain('£62.70')
    const price = find<HTMLSelectElement>('select')
    act(() => {
      price.value = '13'
      price.dispatchEvent(new Event('change', { bubbles: true }))
    })
    expect(box.textContent).toContain('£53.90')
    // one under 26 is all that a buyer may have
    const other = box.querySelectorAll<HTMLSelectElement>('select')[1]!
    expect([...other.options].map(({ text, disabled }) => [text, disabled])).toEqual([
      ['Balcony · £17.60', false],
      ['Under 26 · £8.80', true],
    ])
    click(buttonNamed(box, 'Remove A1'))
    await add(box)
    // The other price's seat is named too, because the rule for single seats judges them together.
    const party = { 'party[0]': 'B2', 'party[1]': 'B1' }
    expect(sent.map(({ form }) => form)).toEqual([
      { ticket_id: '12', quantity: '1', 'seats[0]': 'B2', ...party },
      { ticket_id: '13', quantity: '1', 'seats[0]': 'B1', ...party },
    ])
  })

  it('[41] takes a companion seat pressed on it at the companion’s price', () => {
    const seats = [{ ...sampleSeat('C2'), kind: 'companion' as const }]
    const { box } = show(
      sampleEventPage({}, [
        sampleDate({
          tickets: [
            sampleTicket({ ticket_id: 12, name: 'Adult', pool_id: 9, seats }),
            sampleTicket({ ticket_id: 13, name: 'Companion', pool_id: 9, seats, seat_kinds: ['companion'] }),
          ],
        }),
      ]),
    )
    click(box.querySelector<HTMLInputElement>('input[aria-label="C2, available"]')!)
    const select = [...box.querySelectorAll('select')].find((field) => field.textContent?.includes('Companion'))!
    expect([...select.options].find(({ value }) => value === select.value)?.textContent).toContain('Companion')
  })

  it('keeps the chosen seats as they are while they are added', async () => {
    let answer = () => {}
    const { box, seat } = open()
    for (const name of ['A1', 'B1']) click(seat(`${name}, available`))
    vi.stubGlobal(
      'fetch',
      () =>
        new Promise((done) => {
          answer = () => done(Response.json({ success: true, basket_quantity: 1 }))
        }),
    )
    await add(box)
    const controls = [buttonNamed(box, 'Remove A1'), ...box.querySelectorAll<HTMLSelectElement>('select')]
    expect(controls.map(({ disabled }) => disabled)).toEqual([true, true])
    await act(async () => answer())
  })

  it('a seat in the basket is not available again', async () => {
    answerCalls({ 'add_to_basket/': { success: true, basket_quantity: 1 } })
    const { box, seat } = open()
    click(seat('A1, available'))
    await add(box)
    expect(seat('A1, in your basket').getAttribute('aria-disabled')).toBe('true')
    click(seat('A1, in your basket'))
    expect(box.textContent).toContain('0 seats selected')
  })
})

it('[41] the list of a plan is the plan: the same seats, words, prices and choice, one Tab stop, a line for each arrow', () => {
  const seats = [sampleSeat('A1'), { ...sampleSeat('A2', false), name: 'A2, aisle' }, sampleSeat('B1')]
  const { box } = show(sampleEventPage({}, [sampleDate({ tickets: [sampleTicket({ seats })] })]))
  const all = () => [...box.querySelectorAll<HTMLInputElement>('input[type=checkbox]')]
  const facts = () =>
    all().map((one) => [one.getAttribute('aria-label'), one.checked, one.getAttribute('aria-disabled')])
  const seat = (name: string) => box.querySelector<HTMLInputElement>(`input[aria-label="${name}"]`)!
  click(seat('A1, available'))
  const onPlan = facts()
  click(buttonNamed(box, 'Show as a list'))
  expect(facts()).toEqual(onPlan)
  expect(seat('B1, available').parentElement!.textContent).toContain('B1, available · Stalls · £27.50')
  expect(seat('A2, aisle, taken').parentElement!.textContent).toContain('A2, aisle, taken')
  expect(all().filter(({ tabIndex }) => tabIndex === 0)).toHaveLength(1)
  act(() => seat('A1, selected').focus())
  for (const name of ['A2, aisle, taken', 'B1, available']) {
    act(() => {
      document.activeElement!.dispatchEvent(
        new KeyboardEvent('keydown', { key: 'ArrowDown', bubbles: true, cancelable: true }),
      )
    })
    expect(document.activeElement).toBe(seat(name))
  }
  click(seat('B1, available'))
  click(buttonNamed(box, 'Show as a plan'))
  expect(seat('B1, selected').checked).toBe(true)
})

it('the shop chooses seats in the section the buyer wants', async () => {
  const sent = answerCalls({ 'add_to_basket/': { success: true, basket_quantity: 2 } })
  const seats = [
    sampleSeat('A1'),
    { ...sampleSeat('B1'), section: 'Circle' },
    { ...sampleSeat('C1', false), section: 'Box' },
  ]
  const { box, find } = show(
    sampleEventPage({}, [
      sampleDate({ tickets: [sampleTicket({ seats: [{ ...sampleSeat('A2'), section: 'Stalls' }, ...seats] })] }),
    ]),
  )
  click(buttonNamed(box, 'Let us choose the best seats'))
  const section = find<HTMLSelectElement>('select')
  expect([...section.options].map(({ text }) => text)).toEqual(['Anywhere', 'Stalls', 'Circle'])
  act(() => {
    section.value = 'Circle'
    section.dispatchEvent(new Event('change', { bubbles: true }))
  })
  click(buttonNamed(box, 'More Stalls'))
  await add(box)
  expect(sent[0]?.form).toEqual({ ticket_id: '11', quantity: '1', section: 'Circle' })
})

it('seats can be chosen by keyboard and are sent by their labels', async () => {
  const sent = answerCalls({ 'add_to_basket/': { success: true, basket_quantity: 2 } })
  const seats = [
    sampleSeat('A1'),
    sampleSeat('A2', false),
    sampleSeat('A3'),
    sampleSeat('B1'),
    sampleSeat('B2'),
    sampleSeat('B3'),
  ]
  const { box } = show(sampleEventPage({}, [sampleDate({ tickets: [sampleTicket({ seats, max_per_basket: 2 })] })]))
  const seat = (name: string) => box.querySelector<HTMLInputElement>(`input[aria-label="${name}"]`)!
  expect([...box.querySelectorAll<HTMLElement>('input[type=checkbox]')].filter((each) => each.tabIndex === 0)).toEqual([
    seat('A1, available'),
  ])

  act(() => seat('A1, available').focus())
  click(document.activeElement!)
  press(document.activeElement!, 'ArrowRight')
  expect(document.activeElement).toBe(seat('A2, taken'))
  click(document.activeElement!)
  expect(box.textContent).toContain('1 seat selected: A1')
  press(document.activeElement!, 'ArrowDown')
  click(document.activeElement!)
  expect(box.textContent).toContain('2 seats selected: A1, B2')
  // the maximum per buyer
  click(seat('B3, available'))
  expect(box.textContent).toContain('2 seats selected: A1, B2')

  await add(box)
  expect(sent[0]?.form).toEqual({ ticket_id: '11', quantity: '2', ...sentSeats('A1', 'B2') })
})
