import type { Checkout } from '@foyer/contract/types.ts'
import { act } from 'react'
import { afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { blur, focus } from '../../../../testing/render.tsx'
import { sampleTicket } from '../../../testing/checkout.ts'
import { failed, go, NOON, onCheckoutPage, openCheckout, textOf, type } from '../../../testing/page.tsx'

onCheckoutPage()
beforeAll(() => Promise.all([import('./transfer.tsx'), import('../../../../ui/date-picker/date-picker-calendar.tsx')]))
afterEach(() => history.replaceState(null, '', '/'))

const STALLS = sampleTicket({ ticket_id: 1, ticket_name: 'Stalls', qty: 3 })
const CIRCLE = sampleTicket({ ticket_id: 2, ticket_name: 'Circle', qty: 1 })
const BOX = sampleTicket({ ticket_id: 3, ticket_name: 'Box', qty: 2, seats: ['B1', 'B2'] })

type Options = Parameters<typeof openCheckout>[1]
async function open(tickets = [STALLS, CIRCLE, BOX], options: Options = {}, said: Partial<Checkout> = {}) {
  const page = await openCheckout({ state: 'order_completed', payment_complete: true, tickets, ...said }, options)
  await page.press(page.button('Transfer tickets'))
  const send = () => page.button('Send tickets')
  const heads = () => page.all<HTMLButtonElement>('form h2 button')
  return {
    ...page,
    send,
    heads,
    /** the accordions by their words, and whether each is open */
    accordions: () => heads().map((head) => [textOf(head.firstElementChild), head.getAttribute('aria-expanded')]),
    rows: () => page.all<HTMLFieldSetElement>('form fieldset:has([type=email])'),
    more: (name: string) => page.press(page.button(`More ${name}`)),
    fewer: (name: string) => page.press(page.button(`Fewer ${name}`)),
    counts: () => page.all<HTMLInputElement>('form [role=spinbutton]').map(({ value }) => value),
    /** TRF-23: it is called disabled; a press of it still says what is missing (TRF-25, TRF-26). */
    ready: () => send().getAttribute('aria-disabled') !== 'true',
    leave: (field: HTMLElement) => {
      focus(field)
      blur(field)
    },
  }
}
type Opened = Awaited<ReturnType<typeof open>>

const FIRST = 'Stalls, person 1'
const fill = (page: Opened, at = 0, name = 'Grace Hopper', email = 'grace@example.org') => {
  type(page.fields('Full name')[at]!, name)
  type(page.fields('Email')[at]!, email)
}
/** One Stalls ticket for Grace, ready to go. */
async function ready(tickets?: Parameters<typeof open>[0], options?: Options) {
  const page = await open(tickets, options)
  await page.more(FIRST)
  fill(page)
  return page
}
const giftOf = async (page: Opened) => {
  await page.press(page.fields('This ticket is a gift')[0]!)
  return page
}
const scheduled = async (page: Opened) => {
  await giftOf(page)
  await page.press(page.field('Schedule'))
  return page
}

describe('the transfer form', () => {
  it('[TRF-03, TRF-04, TRF-05] has an accordion for each ticket type without seats', async () => {
    const page = await open()
    expect(page.heading()).toBe('Transfer tickets')
    expect(page.accordions()).toEqual([
      ['Autumn Gala Concert - Stalls', 'true'],
      ['Autumn Gala Concert - Circle', 'false'],
    ])
    expect(page.has('0 of 3 selected')).toBe(true)
  })

  it('[TRF-06, TRF-07, TRF-08] has rows with quantity, gift option and recipient', async () => {
    const page = await open([CIRCLE])
    expect(page.all('[role=spinbutton]').map((each) => each.getAttribute('aria-label'))).toEqual([
      'Quantity, Circle, person 1',
    ])
    expect(page.all('legend').map(textOf)).toContain('Circle, person 1')
    expect(page.field('This ticket is a gift').type).toBe('checkbox')
    expect(page.field('Full name').type).toBe('text')
    expect(page.field('Email').type).toBe('email')
  })

  it('[TRF-09, TRF-10] adds rows with the plus button and removes them, except the first', async () => {
    const page = await open([STALLS])
    expect(page.buttons(/^Remove person/)).toEqual([])
    await page.press(page.button('Send to another person'))
    expect(page.rows()).toHaveLength(2)
    expect(document.activeElement?.getAttribute('aria-label')).toBe('Quantity, Stalls, person 2')
    fill(page, 1, 'Second')
    await page.press(page.button('Send to another person'))
    expect(page.buttons(/^Remove person/).map((each) => each.getAttribute('aria-label'))).toEqual([
      'Remove person 2',
      'Remove person 3',
    ])
    await page.press(page.button('Remove person 3'))
    expect(page.fields('Full name').map(({ value }) => value)).toEqual(['', 'Second'])
    expect(document.activeElement?.getAttribute('aria-label')).toBe('Quantity, Stalls, person 2')
  })

  it('[TRF-27] a quantity does not go below 0', async () => {
    const page = await open([STALLS])
    expect(page.counts()).toEqual(['0'])
    await page.fewer(FIRST)
    expect(page.counts()).toEqual(['0'])
    expect(page.button(`Fewer ${FIRST}`).getAttribute('aria-disabled')).toBe('true')
  })

  it('[TRF-28] limits the total of a type’s rows to the number bought', async () => {
    const page = await open([STALLS])
    await page.press(page.button('Send to another person'))
    await page.more(FIRST)
    type(page.all<HTMLInputElement>('[role=spinbutton]')[1]!, '9')
    expect(page.counts()).toEqual(['1', '2'])
    await page.more(FIRST)
    expect(page.counts()).toEqual(['1', '2'])
    expect(page.has('3 of 3 selected')).toBe(true)
  })

  it('[TRF-28] counts ticket types separately', async () => {
    const page = await open()
    await page.more(FIRST)
    await page.more('Circle, person 1')
    expect(page.counts()).toEqual(['1', '1'])
  })

  it('[TRF-29] hides the plus button when all are allocated, and shows it again', async () => {
    const page = await open([CIRCLE])
    expect(page.buttons('Send to another person')).toHaveLength(1)
    await page.more('Circle, person 1')
    expect(page.buttons('Send to another person')).toEqual([])
    await page.fewer('Circle, person 1')
    expect(page.buttons('Send to another person')).toHaveLength(1)
  })

  it('[TRF-16, DONE-02] Back returns to the overview', async () => {
    const page = await open()
    expect(page.send().type).toBe('submit')
    await page.press(page.button('Back'))
    expect(page.heading()).toBe('Order complete! Your tickets are on their way.')
  })
})

describe('a gift', () => {
  it('[TRF-11, TRF-12] is sent at once, or at a scheduled time', async () => {
    const page = await giftOf(await open([CIRCLE]))
    expect(page.field('Send now').checked).toBe(true)
    expect(page.fields('Delivery date')).toEqual([])
    await page.press(page.field('Schedule'))
    expect(page.fields('Delivery date')).toHaveLength(1)
    expect(page.field('Delivery time').type).toBe('time')
    await page.press(page.field('Send now'))
    expect(page.fields('Delivery date')).toEqual([])
  })

  it('[TRF-11] without a gift asks for no time', async () => {
    const page = await open([CIRCLE])
    expect([...page.fields('Schedule'), ...page.fields('Send now')]).toEqual([])
  })

  it('[TRF-15] can have a message', async () => {
    const page = await giftOf(await ready())
    expect(page.field('Message (optional)').placeholder).toBe('Leave a message...')
    expect(page.ready()).toBe(true)
  })

  it('[TRF-13, TRF-14, UI-10] has a date dd/MM/yyyy, today at the earliest', async () => {
    const page = await scheduled(await open([CIRCLE]))
    expect(page.has('dd/MM/yyyy')).toBe(true)
    const date = page.field('Delivery date')
    type(date, '31/08/2027')
    page.leave(date)
    expect(page.errorOf(date)).toBe('Please enter a date')
    type(date, '01/09/2027')
    expect(page.errorOf(date)).toBe('')
  })

  it('[TRF-14] uses the event’s time zone for today', async () => {
    // At noon in London the next day has begun in Auckland.
    const page = await scheduled(await open([{ ...CIRCLE, timezone: 'Pacific/Auckland' }]))
    const date = page.field('Delivery date')
    type(date, '01/09/2027')
    page.leave(date)
    expect(page.errorOf(date)).toBe('Please enter a date')
    type(date, '02/09/2027')
    expect(page.errorOf(date)).toBe('')
  })

  it('[TRF-13, TRF-14] has a calendar that offers today and later, and fills in the date', async () => {
    vi.stubGlobal('matchMedia', () => ({ matches: false, addEventListener: () => {}, removeEventListener: () => {} }))
    const page = await scheduled(await open([CIRCLE]))
    vi.setSystemTime(Date.UTC(2027, 8, 15, 12))
    type(page.field('Full name'), 'Grace')
    await page.press(page.button('Choose from a calendar'))
    const days = page.all<HTMLButtonElement>('[role=gridcell] button')
    expect(days.filter((day) => !day.disabled).map(textOf)[0]).toBe('15')
    await page.press(days.find((day) => textOf(day) === '20')!)
    expect(page.field('Delivery date').value).toBe('20/09/2027')
  })
})

describe('validation', () => {
  it('[TRF-18, TRF-23] requires a quantity', async () => {
    const page = await open()
    fill(page)
    expect(page.ready()).toBe(false)
    await page.more(FIRST)
    expect(page.ready()).toBe(true)
  })

  it.each([
    ['TRF-19', 'Full name', ' ', 'Please enter a name'],
    ['TRF-20', 'Email', '', 'Please enter an email'],
    ['OPEN-100', 'Email', 'grace@home', 'Please type a valid email address'],
  ])('[TRF-19, TRF-20, TRF-23] %s: %s %j says %j', async (_, label, typed, words) => {
    const page = await ready([CIRCLE].map((ticket) => ({ ...ticket, ticket_name: 'Stalls' })))
    expect(page.ready()).toBe(true)
    const field = page.field(label)
    type(field, typed)
    expect(page.errorOf(field)).toBe('')
    page.leave(field)
    expect(page.errorOf(field)).toBe(words)
    expect(page.ready()).toBe(false)
  })

  it('ignores a field that was only tabbed through', async () => {
    const page = await open([CIRCLE])
    page.leave(page.field('Full name'))
    expect(page.errorOf(page.field('Full name'))).toBe('')
  })

  it('[TRF-21, TRF-22, TRF-23] a scheduled gift requires date and time', async () => {
    const page = await scheduled(await ready([STALLS]))
    expect(page.ready()).toBe(false)
    await page.press(page.send())
    expect(page.errorOf(page.field('Delivery date'))).toBe('Please enter a date')
    expect(page.errorOf(page.field('Delivery time'))).toBe('Please enter a time')
    type(page.field('Delivery date'), '02/09/2027')
    expect(page.ready()).toBe(false)
    type(page.field('Delivery time'), '09:30')
    expect(page.ready()).toBe(true)
  })

  it('[TRF-23, TRF-24] ignores rows of 0, but not rows above 0', async () => {
    const page = await ready()
    await page.press(page.buttons('Send to another person')[0]!)
    expect(page.ready()).toBe(true)
    await page.more('Stalls, person 2')
    expect(page.ready()).toBe(false)
  })

  it('[TRF-25, TRF-26] sending opens the accordion of the first invalid row and shows why', async () => {
    const page = await ready()
    await page.press(page.heads()[1]!)
    await page.more('Circle, person 1')
    await page.press(page.heads()[1]!)
    expect(page.accordions()[1]).toEqual(['Autumn Gala Concert - Circle', 'false'])
    await page.press(page.send())
    expect(page.accordions()[1]).toEqual(['Autumn Gala Concert - Circle', 'true'])
    const [right, wrong] = page.fields('Full name')
    expect([page.errorOf(right!), page.errorOf(wrong!)]).toEqual(['', 'Please enter a name'])
    expect(page.errorOf(page.fields('Email')[1]!)).toBe('Please enter an email')
    expect(document.activeElement).toBe(wrong)
    expect(page.shop.named('set_transfers')).toEqual([])
  })

  it('[TRF-25] finds the uppermost invalid row, whenever it was added', async () => {
    const page = await open()
    await page.more('Circle, person 1')
    await page.press(page.buttons('Send to another person')[0]!)
    await page.more('Stalls, person 2')
    await page.press(page.send())
    expect(document.activeElement).toBe(page.fields('Full name')[1])
    expect(page.errorOf(page.fields('Full name')[2]!)).toBe('')
  })

  it('[TRF-14, TRF-25, TRF-26] finds on sending a date that has passed meanwhile', async () => {
    const page = await scheduled(await ready())
    type(page.field('Delivery date'), '01/09/2027')
    type(page.field('Delivery time'), '23:00')
    await page.press(page.heads()[0]!)
    expect(page.ready()).toBe(true)
    vi.setSystemTime(NOON + 86_400_000)
    await page.press(page.send())
    expect(page.shop.named('set_transfers')).toEqual([])
    expect(page.accordions()[0]![1]).toBe('true')
    expect(page.errorOf(page.field('Delivery date'))).toBe('Please enter a date')
    expect(document.activeElement).toBe(page.field('Delivery date'))
  })

  it('[TRF-19, TRF-20, TRF-25, TRF-26] with nothing filled in, focuses the first quantity and shows everything missing', async () => {
    const page = await open()
    await page.press(page.heads()[0]!)
    await page.press(page.send())
    expect(page.accordions()[0]).toEqual(['Autumn Gala Concert - Stalls', 'true'])
    expect(document.activeElement?.getAttribute('aria-label')).toBe(`Quantity, ${FIRST}`)
    expect(page.errorOf(page.fields('Full name')[0]!)).toBe('Please enter a name')
    expect(page.errorOf(page.fields('Email')[0]!)).toBe('Please enter an email')
    expect(page.spoken()).toContainEqual(['polite', 'Choose how many tickets to send and who to.'])
    expect(page.shop.named('set_transfers')).toEqual([])
  })

  it('[TRF-18, TRF-25] focuses the quantity of a row with a person but none, also in a collapsed type', async () => {
    const page = await open()
    await page.press(page.heads()[1]!)
    fill(page, 1)
    await page.press(page.heads()[1]!)
    await page.press(page.send())
    expect(page.accordions()[1]).toEqual(['Autumn Gala Concert - Circle', 'true'])
    expect(document.activeElement?.getAttribute('aria-label')).toBe('Quantity, Circle, person 1')
    expect(page.errorOf(page.fields('Full name')[0]!)).toBe('')
  })
})

describe('sending', () => {
  it('[TRF-11, TRF-24, API-49, ENT-34] sends the rows above 0 with their options', async () => {
    const page = await scheduled(await ready())
    type(page.field('Delivery date'), '24/12/2027')
    type(page.field('Delivery time'), '18:00')
    type(page.field('Message (optional)'), 'Merry Christmas')
    await page.press(page.buttons('Send to another person')[0]!)
    await page.more('Circle, person 1')
    fill(page, 2, 'Alan Turing', 'alan@example.org')
    await page.press(page.send())
    expect(page.shop.named('set_transfers')).toEqual([
      {
        'transfers[0][ticket_id]': '1',
        'transfers[0][name]': 'Grace Hopper',
        'transfers[0][email]': 'grace@example.org',
        'transfers[0][qty]': '1',
        'transfers[0][is_gift]': '1',
        'transfers[0][send_gift]': 'Schedule',
        'transfers[0][delivery_date]': '24/12/2027',
        'transfers[0][delivery_time]': '18:00',
        'transfers[0][message]': 'Merry Christmas',
        'transfers[1][ticket_id]': '2',
        'transfers[1][name]': 'Alan Turing',
        'transfers[1][email]': 'alan@example.org',
        'transfers[1][qty]': '1',
        'transfers[1][is_gift]': '0',
        'transfers[1][send_gift]': '',
        'transfers[1][delivery_date]': '',
        'transfers[1][delivery_time]': '',
        'transfers[1][message]': '',
      },
    ])
  })

  it('[TRF-11, API-49] omits date and time of a gift sent now, whatever was typed before', async () => {
    const page = await scheduled(await ready())
    type(page.field('Delivery date'), '24/12/2027')
    await page.press(page.field('Send now'))
    await page.press(page.send())
    const [sent] = page.shop.named('set_transfers') as [Record<string, string>]
    expect([sent['transfers[0][send_gift]'], sent['transfers[0][delivery_date]']]).toEqual(['Send now', ''])
  })

  it('[TRF-17, TRF-02] replaces the form with a confirmation, and removes the tile', async () => {
    const page = await ready()
    await page.press(page.send())
    expect(page.has('Your tickets have been transferred')).toBe(true)
    expect(page.alerts('success')[0]).toMatch(/1 ticket for .+, .+@/)
    expect(page.link('Track or cancel this transfer').pathname).toMatch(/^\/orders\/[\w-]+\/$/)
    expect(page.all('form')).toEqual([])
    expect(page.heading()).toBe('Transfer tickets')
    await page.press(page.link('Back'))
    expect(page.buttons('Transfer tickets')).toEqual([])
  })

  it('sends once however often it is pressed', async () => {
    let answer = () => {}
    const page = await ready(undefined, {
      script: {
        set_transfers: () =>
          new Promise((done) => {
            answer = () => done({ success: true })
          }),
      },
    })
    await page.press(page.send())
    expect(page.send().disabled).toBe(true)
    act(() => {
      page.find<HTMLFormElement>('form').dispatchEvent(new Event('submit', { bubbles: true, cancelable: true }))
    })
    answer()
    await go(0)
    expect(page.shop.named('set_transfers')).toHaveLength(1)
  })

  it('[ERR-22] reports a failure and keeps the input', async () => {
    const page = await ready(undefined, { script: { set_transfers: failed() } })
    await page.press(page.send())
    expect(page.notes()).toEqual(['Unable to send tickets. Please try again later'])
    expect(page.fields('Full name')[0]!.value).toBe('Grace Hopper')
    expect(page.ready()).toBe(true)
  })
})
