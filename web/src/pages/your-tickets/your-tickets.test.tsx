import type { PageData } from '@foyer/contract/pages.ts'
import { afterEach, expect, it, vi } from 'vitest'
import { answerCalls } from '../../testing/calls.ts'
import { buttonNamed, pressAndWait } from '../../testing/interact.ts'
import { render, type } from '../../testing/render.tsx'
import { sampleShell } from '../../testing/shell.ts'
import { page } from './page.tsx'

afterEach(() => vi.unstubAllGlobals())

type Data = PageData['your_tickets']
const RETURNS = { amount: '£9.40', kept: '£1.60', voucher: '', is_protected: false, nice_until: 'Wed, 7:00pm' }

const ticket = (
  ticket_id: number,
  ticket_type_id: number,
  returns: Data['tickets'][number]['returns'] = RETURNS,
): Data['tickets'][number] => ({
  ticket_id,
  ticket_type_id,
  title: 'Gala',
  name: 'Standing',
  seat: '',
  holder: `Holder ${ticket_id}`,
  returns,
  nice_date: 'Fri, 7:00pm',
  may_rename: false,
  changes_left: 0,
  waiting: '',
  choices: [],
  url: '/events/gala/',
  thumbnail: '/posters/event-1.svg',
})
const one = (back_minor: number, kept_minor: number, voucher_minor = 0) => ({ back_minor, kept_minor, voucher_minor })

const show = (
  tickets: Data['tickets'],
  plan: Data['plan'] = null,
  owned: Data['owned'] = [],
  more: Partial<Data> = {},
) =>
  render(
    <page.Body
      shell={sampleShell()}
      data={{
        reference: 'REF',
        is_proved: true,
        currency: 'GBP',
        tickets,
        plan,
        owned,
        review: null,
        is_changed: false,
        refused: '',
        ...more,
        worth: [
          { ticket_type_id: 1, of: [one(940, 160), one(1880, 320)] },
          { ticket_type_id: 2, of: [one(0, 0, 500)] },
        ],
      }}
    />,
  ).box
const choose = (box: HTMLElement, id: string) => pressAndWait(box.querySelector<HTMLElement>(`#return-${id}`)!)

it('returns a whole order for the sum shown', async () => {
  const sent = answerCalls({ 'return_tickets/': { success: true, amount: '£18.80' } })
  const box = show([ticket(11, 1), ticket(12, 1), ticket(13, 2), ticket(14, 3, null)])
  expect(box.textContent).toContain('Choose tickets to see what you get back.')
  expect(box.querySelector('#return-14'), 'it can’t be returned').toBeNull()
  await choose(box, 'all')
  expect(box.textContent).toContain('We’ll refund £18.80 to your original payment method.')
  expect(box.textContent).toContain('£5.00 goes back on the gift voucher that paid for them.')
  expect(box.textContent).toContain('The organiser keeps £3.20.')
  await pressAndWait(buttonNamed(box, 'Return 3 tickets for £18.80'))
  const form = { 'ticket_ids[0]': '11', 'ticket_ids[1]': '12', 'ticket_ids[2]': '13', amount: '£18.80' }
  expect(sent).toMatchObject([{ form: { reference: 'REF', ...form, voucher: '£5.00' } }])
  expect(box.textContent).toContain('Your tickets are returned. £18.80 is on its way to you.')
})

it('returns some tickets for their value, and keeps the choice after a refusal', async () => {
  answerCalls({ 'return_tickets/': { status: 409, body: { code: 'return_changed', error: 'The amount has changed' } } })
  const box = show([ticket(11, 1), ticket(12, 1), ticket(13, 2)])
  await choose(box, 'all')
  await choose(box, '12')
  expect(box.querySelector<HTMLInputElement>('#return-all')!.checked).toBe(false)
  expect(box.textContent).toContain('We’ll refund £9.40 to your original payment method.')
  await choose(box, '13')
  await pressAndWait(buttonNamed(box.querySelector('form:has(#return-all)')!, 'Return ticket for £9.40'))
  expect(box.querySelector('[role="alert"]')).not.toBeNull()
  expect(box.querySelector<HTMLInputElement>('#return-11')!.checked).toBe(true)
})

it('says what a change costs, and how much of a lower price goes back on a gift voucher', () => {
  const choice = (ticket_type_id: number, difference: number, amount: string, more = {}) => ({
    ticket_type_id,
    name: `Type ${ticket_type_id}`,
    nice_date: 'Fri, 7:00pm',
    difference,
    amount,
    seats: [],
    voucher: '',
    is_kept: false,
    ...more,
  })
  const choices = [
    choice(2, 400, '£4.00'),
    choice(3, -500, '£5.00'),
    choice(4, -600, '£6.00', { voucher: '£2.50' }),
    choice(5, 0, ''),
    choice(6, 0, '', { is_kept: true }),
  ]
  const box = show([{ ...ticket(11, 1), changes_left: 1, choices }])
  for (const text of [
    'you pay £4.00 more',
    '£5.00 goes back to you',
    '£6.00 goes back to you, £2.50 of it on the gift voucher that paid for it',
    'same price',
    'costs less, and the difference isn’t returned',
  ])
    expect(box.textContent).toContain(text)
  expect(box.innerHTML).toContain('aria-label="Review the change to Type 2, Fri, 7:00pm"')
})

it('reviews a change at the same price before it is made, and says all that it does', async () => {
  const sent = answerCalls({ 'change_own_ticket/': { success: true, next: '/orders/REF/' } })
  const seats = [{ seat_id: 7, label: 'B7' }]
  const choice = { ticket_type_id: 2, name: 'Balcony', nice_date: 'Sat, 7:00pm', difference: 0, amount: '', seats }
  const tickets = [{ ...ticket(11, 1), changes_left: 2, choices: [{ ...choice, voucher: '', is_kept: false }] }]
  const asked = show(tickets).querySelector<HTMLFormElement>('form:has([name="ticket_type_id"])')!
  expect([asked.method, asked.getAttribute('action')]).toEqual(['get', '/orders/REF/tickets/'])
  expect(Object.fromEntries(new FormData(asked))).toEqual({ ticket_id: '11', ticket_type_id: '2', seat_id: '' })

  const review = { ticket_id: 11, ticket_type_id: 2, seat_id: 7, email: 'ada@example.org' }
  const box = show(tickets, null, [], { review })
  expect([...box.querySelectorAll('dd')].map(({ textContent }) => textContent)).toEqual([
    'Gala, Standing, Fri, 7:00pm, Holder 11',
    'Gala, Balcony, Sat, 7:00pm, Seat B7',
    'None. You pay nothing, and nothing is refunded.',
    'We email it to ada@example.org.',
    'It stops working as soon as the ticket changes.',
    '1',
  ])
  const form = box.querySelector('form')!
  expect(form.getAttribute('action'), 'without a script').toBe('/orders/REF/tickets/')
  const values = { ticket_id: '11', ticket_type_id: '2', difference: '0', seat_id: '7' }
  expect(Object.fromEntries(new FormData(form))).toEqual(values)
  await pressAndWait(buttonNamed(box, 'Yes, change my ticket'))
  expect(sent).toMatchObject([{ form: { reference: 'REF', ...values } }])
  expect(box.textContent).toContain('Your ticket has been changed.')
})

it('says without a script what became of a change', () => {
  expect(show([], null, [], { is_changed: true }).textContent).toContain('Your ticket has been changed.')
  expect(show([ticket(11, 1)], null, [], { refused: 'Sold out.' }).textContent).toContain('Sold out.')
})

it('offers no selection for a single ticket', () => {
  expect(show([ticket(11, 1)]).querySelector('#return-all')).toBeNull()
})

it('says beforehand that an adult’s ticket can’t be returned without the child’s', async () => {
  const adult = { ticketTypeId: 1, qty: 1, inOrder: 1, minPerCustomer: 0, requirements: [] }
  const child = { ...adult, ticketTypeId: 2, requirements: [{ title: 'Adult', ids: [1] }] }
  const box = show([ticket(11, 1), ticket(12, 2)], null, [adult, child])
  expect(box.textContent).toContain('You can’t return this ticket on its own')
  expect(
    [...box.querySelectorAll('button')].filter(({ textContent }) => textContent === 'Return ticket for £9.40'),
    'the child’s',
  ).toHaveLength(1)
  const several = () => box.querySelector('form:has(#return-all)')!
  await choose(box, '11')
  expect(several().textContent).toContain('Some of the tickets you’d keep depend on these')
  expect(several().querySelector('button[type="submit"]')).toBeNull()
  await choose(box, '12')
  expect(several().textContent).not.toContain('Some of the tickets you’d keep depend on these')
  expect(several().querySelector('button[type="submit"]')).not.toBeNull()
})

it('names a ticket that a plan has not issued yet', async () => {
  const sent = answerCalls({ 'name_plan_ticket/': { success: true } })
  const named = { ticket_type_id: 1, title: 'Gala', name: 'Stalls', nice_date: 'Fri, 7:00pm' }
  const tickets = [
    { place: 5, seat: 'A5', holder: 'Ada' },
    { place: 6, seat: 'A6', holder: '' },
  ]
  const box = show([], { ...PLAN!, names: [{ ...named, tickets }] })
  expect(box.querySelector<HTMLInputElement>('#name-1-5')!.value).toBe('Ada')
  expect(box.textContent).toContain('Name on the ticket for seat A6')
  type(box.querySelector<HTMLInputElement>('#name-1-6')!, ' Grace Hopper ')
  await pressAndWait([...box.querySelectorAll('button')].filter(({ textContent }) => textContent === 'Save name')[1]!)
  expect(sent).toMatchObject([{ form: { reference: 'REF', ticket_type_id: '1', place: '6', name: 'Grace Hopper' } }])
  expect(box.textContent).toContain('The name is saved.')
})

const PLAN: Data['plan'] = {
  names: [],
  payments: [
    { nice_due: 'Sat 28 Feb 2026', amount_minor: 1000, is_paying: false },
    { nice_due: 'Tue 31 Mar 2026', amount_minor: 1000, is_paying: false },
  ],
  places: [
    {
      ticket_type_id: 1,
      left: 2,
      title: 'Gala',
      name: 'Stalls',
      nice_date: 'Fri, 7:00pm',
      is_protected: false,
      units: [
        { seat_ids: [5], seat: 'A5' },
        { seat_ids: [6], seat: 'A6' },
      ],
    },
  ],
}

it('returning a ticket of a running plan lowers the last payments and refunds the excess', async () => {
  const sent = answerCalls({ 'return_tickets/': { success: true, amount: '£0.00' } })
  const box = show([], PLAN)
  expect(box.textContent).toContain('You’re still paying for this order in instalments')
  await choose(box, '1-1')
  expect(box.textContent).toContain('Your payment on Tue 31 Mar 2026 goes down from £10.00 to £0.60.')
  expect(box.textContent).not.toContain('to your original payment method')
  await choose(box, 'all')
  expect(box.textContent).toContain('Your payment of £10.00 on Tue 31 Mar 2026 is no longer due.')
  expect(box.textContent).toContain('Your payment on Sat 28 Feb 2026 goes down from £10.00 to £1.20.')
  await choose(box, '1-0')
  await pressAndWait(buttonNamed(box, 'Return ticket'))
  const place = { 'places[0][ticket_type_id]': '1', 'places[0][left]': '2', 'places[0][qty]': '1' }
  expect(sent).toMatchObject([
    { form: { ...place, 'places[0][seat_ids][0]': '6', amount: '£0.00', less_to_pay: '£9.40', voucher: '' } },
  ])
  expect(box.textContent).toContain('We’ve emailed you your new payments.')
})

it('offers no return that needs a payment in progress', async () => {
  const box = show([], { ...PLAN, payments: PLAN.payments.map((payment) => ({ ...payment, is_paying: true })) })
  await choose(box, '1-0')
  expect(box.textContent).toContain('A payment is being taken right now.')
  expect(box.querySelector('button[type="submit"]')).toBeNull()
})
