import { fill } from '@foyer/contract/fill.ts'
import { disputes } from '@foyer/contract/office/orders/disputes.en.ts'
import { changePage as t } from '@foyer/contract/office/orders/messages.en.ts'
import type { OfficePageData, OfficeShell } from '@foyer/contract/office/pages.ts'
import { expect, it } from 'vitest'
import { render } from '../../../testing/render.tsx'
import { ChangePage } from './change.tsx'

const shell = {
  page_path: '/office/order/change/',
  organiser_id: 1,
  failed: null,
  resume: null,
} as unknown as OfficeShell
const data: OfficePageData['change'] = {
  order_id: 7,
  ticket_id: 9,
  number: 'FY-1',
  title: 'The Show',
  event_id: 1,
  nice_date: 'Friday',
  now: 'Stalls, Friday',
  holder: 'Ada',
  paid: '£20.00',
  choices: [
    {
      ticket_type_id: 3,
      event_id: 1,
      title: 'The Show',
      name: 'Circle',
      nice_date: 'Saturday',
      free: 4,
      difference: '£5.00',
      difference_minor: -500,
      sign: -1,
      may_charge: false,
      seats: [],
      own_seats: [],
    },
  ],
  review: null,
  form_key: 'k',
}
const formOf = (box: ParentNode) => box.querySelector('form')!
const fieldsOf = (form: HTMLFormElement) => Object.fromEntries(new FormData(form))

it('choosing what a ticket becomes asks for the review, and posts nothing', () => {
  const { box } = render(<ChangePage data={data} shell={shell} />)
  expect([...box.querySelectorAll('form')].map(({ method }) => method)).toEqual(['get'])
  expect(fieldsOf(formOf(box))).toMatchObject({ order_id: '7', ticket_id: '9', ticket_type_id: '3', returns: '1' })
  expect(box.textContent).toContain(t.button)
})

it('a ticket for several people that stays of its type moves seat by seat', () => {
  const seats = [11, 12, 13].map((seat_id) => ({ seat_id, label: `Row A ${seat_id}` }))
  const choices = [{ ...data.choices[0]!, seats, own_seats: [11, 12] }]
  const { box } = render(<ChangePage data={{ ...data, choices }} shell={shell} />)
  const selects = [...box.querySelectorAll('select')]
  expect(selects.map(({ name, value, labels }) => [labels[0]!.textContent, name, value])).toEqual([
    ['Seat 1 of 2', 'seat_ids', '11'],
    ['Seat 2 of 2', 'seat_ids', '12'],
  ])
})

it('of many dates only those of the ticket’s own event are open, and of them its own date', () => {
  const [circle] = data.choices
  const choices = [
    { ...circle!, nice_date: 'Friday' },
    { ...circle!, ticket_type_id: 4, name: 'Stalls' },
    { ...circle!, ticket_type_id: 5, event_id: 2, title: 'Another', nice_date: 'Sunday' },
  ]
  const { box } = render(<ChangePage data={{ ...data, choices }} shell={shell} />)
  const open = (fold: Element) => fold.parentElement!.closest('details:not([open])') === null
  const folds = [...box.querySelectorAll('details')].map((fold) => [
    fold.querySelector('summary')!.textContent,
    fold.open && open(fold),
  ])
  expect(folds).toEqual([
    ['The Show', true],
    ['Friday', true],
    ['Saturday', false],
    ['Another', false],
    ['Sunday', false],
  ])
})

it('the review says all that happens, and its form posts the same choice', () => {
  const review = {
    ticket_type_id: 3,
    seat_ids: [],
    becomes: 'The Show, Circle, Saturday',
    difference: '£5.00',
    difference_minor: -500,
    is_disputed: true,
    broken: ['Child needs Adult, and this order will have none.'],
  }
  const { box } = render(
    <ChangePage data={{ ...data, review: { ...review, money: 'returned', email: 'ada@example.org' } }} shell={shell} />,
  )
  for (const text of [
    'Stalls, Friday, Ada',
    review.becomes,
    fill(t['money.returned'], { amount: '£5.00' }),
    fill(t['mails.changed'], { email: 'ada@example.org' }),
    t.broken,
    disputes.refund,
    ...review.broken,
  ])
    expect(box.textContent).toContain(text)
  expect([...box.querySelectorAll('form')].map(({ method }) => method)).toEqual(['post'])
  expect(fieldsOf(formOf(box))).toMatchObject({
    call: 'change_ticket',
    ticket_id: '9',
    ticket_type_id: '3',
    difference: '-500',
    returns: '1',
  })
})

it('a difference that the buyer pays is asked for, and nobody without an address is emailed', () => {
  const review = {
    ticket_type_id: 3,
    seat_ids: [5],
    becomes: 'Circle',
    difference: '£5.00',
    difference_minor: 500,
    broken: [],
    is_disputed: false,
  }
  const shown = (more: Pick<NonNullable<typeof data.review>, 'money' | 'email'>) =>
    render(<ChangePage data={{ ...data, review: { ...review, ...more } }} shell={shell} />).box
  const asked = shown({ money: 'asked', email: 'ada@example.org' })
  expect(asked.textContent).toContain(fill(t['mails.asked'], { amount: '£5.00', email: 'ada@example.org' }))
  expect(fieldsOf(formOf(asked))).toMatchObject({ charges: '1', seat_id: '5' })
  const nobody = shown({ money: 'waived', email: '' })
  expect(nobody.textContent).toContain(t['mails.nobody'])
  expect(fieldsOf(formOf(nobody)).charges).toBeUndefined()
})
