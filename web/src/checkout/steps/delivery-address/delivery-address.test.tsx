import type { Checkout } from '@foyer/contract/types.ts'
import { act } from 'react'
import { describe, expect, it } from 'vitest'
import { writeDraft } from '../../../drafts/draft-storage.ts'
import { sampleUser, sampleVoucher } from '../../testing/checkout.ts'
import { failed, go, onCheckoutPage, openCheckout, textOf, type } from '../../testing/page.tsx'

onCheckoutPage()

const ADA = sampleUser()
const SAVED = [
  { id: 4, first_name: 'Ada', last_name: 'Lovelace', full_address: '12 St James Square, London' },
  { id: 5, first_name: 'Ada', last_name: 'King', full_address: '1 Ockham Park, Surrey' },
]
const account = { full_name: 'Ada Lovelace', email: 'ada@example.org', is_guest: false }

const ADDRESS = {
  selected_user_address_id: 'new' as const,
  first_name: 'Ada',
  last_name: 'King',
  address_1: '1 Ockham Park',
  address_2: '',
  town: 'Ripley',
  postcode: 'GU23 6NQ',
  country: '1',
  state: '',
}

type Options = NonNullable<Parameters<typeof openCheckout>[1]>
const open = (said: Partial<Checkout> = {}, options: Options = {}) =>
  openCheckout({ state: 'delivery_address', seconds_remaining: 600, require_delivery_address: true, ...said }, options)
type Opened = Awaited<ReturnType<typeof open>>

const fillIn = (page: Opened, fields: Record<string, string> = {}) => {
  const all = {
    'First name': 'Ada',
    'Last name': 'Lovelace',
    'Address line 1': '12 St James Square',
    'Town or city': 'London',
    'Postcode or zip code': 'SW1Y 4JH',
    ...fields,
  }
  for (const [label, text] of Object.entries(all)) type(page.field(label), text)
}
const choose = (select: HTMLElement, value: string) =>
  act(async () => {
    ;(select as HTMLSelectElement).value = value
    select.dispatchEvent(new Event('change', { bubbles: true }))
  })
const sent = (page: Opened) => page.shop.named('set_delivery_address') as Record<string, string>[]

describe('a new address', () => {
  it('[ADR-01, ADR-04] has all its fields', async () => {
    const page = await open()
    expect(page.heading()).toBe('Delivery Address')
    for (const label of [
      'First name',
      'Last name',
      'Address line 1',
      'Address line 2 (optional)',
      'Town or city',
      'Postcode or zip code',
    ])
      expect(page.fields(label)).toHaveLength(1)
    expect([...page.field('Country').querySelectorAll('option')].map(textOf)).toEqual([
      'Please choose',
      'United Kingdom',
      'United States',
      'France',
    ])
  })

  it('Continue pressed while the countries load waits for them, and is then pressed', async () => {
    let arrive = () => {}
    const script: Options['script'] = {
      get_address_all_countries_states: () =>
        new Promise((done) => {
          arrive = () => done({ countries: { 1: 'United Kingdom' }, states: {} })
        }),
    }
    const page = await open({ delivery_address: ADDRESS }, { script })
    await page.press(page.button('Continue'))
    expect(page.button('Continue').getAttribute('aria-busy')).toBe('true')
    expect(sent(page)).toEqual([])
    arrive()
    await go(0)
    await go(0)
    expect(sent(page)).toMatchObject([{ 'address[town]': 'Ripley' }])
  })

  it('[ADR-05, ADR-11, ADR-16] requires a state in the USA only', async () => {
    const page = await open()
    expect(page.fields('State')).toEqual([])
    fillIn(page)
    await choose(page.field('Country'), '2')
    await page.press(page.button('Continue'))
    expect(sent(page)).toEqual([])
    expect(page.errorOf(page.field('State'))).not.toBe('')
    await choose(page.field('State'), '7')
    await page.press(page.button('Continue'))
    expect(sent(page)[0]).toMatchObject({ 'address[country]': '2', 'address[state]': '7' })
  })

  it('[ADR-10, ADR-14, ADR-15, API-29] is sent when everything but the second line is filled in', async () => {
    const page = await open()
    fillIn(page)
    await page.press(page.button('Continue'))
    expect(sent(page)).toEqual([
      {
        'address[selected_user_address_id]': 'new',
        'address[first_name]': 'Ada',
        'address[last_name]': 'Lovelace',
        'address[address_1]': '12 St James Square',
        'address[address_2]': '',
        'address[town]': 'London',
        'address[postcode]': 'SW1Y 4JH',
        'address[country]': '1',
        'address[state]': '',
        gift_voucher_from: '',
        gift_voucher_to: '',
      },
    ])
    expect(page.heading()).toBe('Payment')
  })

  it.each(['First name', 'Last name', 'Address line 1', 'Town or city', 'Postcode or zip code'])(
    '[ADR-10, ADR-14] without %s shows which field is missing',
    async (label) => {
      const page = await open()
      fillIn(page, { [label]: ' ' })
      await page.press(page.button('Continue'))
      expect(sent(page)).toEqual([])
      expect(page.errorOf(page.field(label))).toBe(`Enter your ${label[0]!.toLowerCase()}${label.slice(1)}`)
      expect(textOf(document.activeElement)).toContain('There is a problem')
    },
  )

  it('[ERR-17] reports a failure and keeps the input', async () => {
    const page = await open({}, { script: { set_delivery_address: failed() } })
    fillIn(page)
    await page.press(page.button('Continue'))
    expect(page.notes()).toEqual(['Unable to set the delivery Address. Please try again later'])
    expect(page.field('Town or city').value).toBe('London')
  })
})

describe('address lookup', () => {
  const FOUND = {
    possible_addresses: [
      {
        formatted_address: '12 St James Square, London',
        address_line_2: 'Flat 2',
        town: 'London',
        post_code: 'SW1Y 4JH',
      },
      { formatted_address: '13 St James Square, London', address_line_2: '', town: 'London', post_code: 'SW1Y 4JH' },
    ],
  }
  const lookup = (page: Opened) => page.field('Find your address')
  const lookups = (page: Opened) => page.shop.named('lookup_address')

  it('[ADR-07] searches from 3 characters on, once typing pauses', async () => {
    const page = await open({}, { script: { lookup_address: FOUND } })
    type(lookup(page), '12')
    await go(1000)
    expect(lookups(page)).toEqual([])
    type(lookup(page), '12 ')
    await go(1000)
    expect(lookups(page)).toEqual([])
    type(lookup(page), '12 S')
    await go(200)
    type(lookup(page), '12 St')
    await go(299)
    expect(lookups(page)).toEqual([])
    await go(1)
    expect(lookups(page)).toEqual([{ address: '12 St' }])
  })

  it('[ADR-06] shows suggestions, and fills in the one chosen', async () => {
    const page = await open({}, { script: { lookup_address: FOUND } })
    type(page.field('First name'), 'Ada')
    type(lookup(page), '12 St')
    await go(300)
    const options = page.all('[role=option]')
    expect(options.map(textOf)).toEqual(['12 St James Square, London', '13 St James Square, London'])
    expect(lookup(page).getAttribute('aria-expanded')).toBe('true')
    expect(page.spoken()).toContainEqual(['polite', '2 addresses found'])
    await page.press(options[0]!)
    expect(page.field('Address line 1').value).toBe('12 St James Square')
    expect(page.field('Address line 2 (optional)').value).toBe('Flat 2')
    expect(page.field('Town or city').value).toBe('London')
    expect(page.field('Postcode or zip code').value).toBe('SW1Y 4JH')
    expect(page.field('First name').value).toBe('Ada')
    expect(lookup(page).getAttribute('aria-expanded')).toBe('false')
  })

  it('[ADR-06] works with the keyboard alone', async () => {
    const page = await open({}, { script: { lookup_address: FOUND } })
    type(lookup(page), '12 St')
    await go(300)
    const key = (name: string) =>
      act(async () =>
        lookup(page).dispatchEvent(new KeyboardEvent('keydown', { key: name, bubbles: true, cancelable: true })),
      )
    await key('ArrowDown')
    await key('ArrowDown')
    expect(textOf(document.getElementById(lookup(page).getAttribute('aria-activedescendant')!))).toContain(
      '13 St James',
    )
    await key('Enter')
    expect(page.field('Address line 1').value).toBe('13 St James Square')
    expect(sent(page)).toEqual([])
  })

  it('shows nothing when a search fails', async () => {
    const page = await open({}, { script: { lookup_address: failed({ status: 503 }) } })
    type(lookup(page), '12 St')
    await go(300)
    expect(page.notes()).toEqual([])
    expect(page.all('[role=option]')).toEqual([])
  })
})

describe('saved addresses', () => {
  const known = { user: ADA, script: { get_user_addresses: { existing_addresses: SAVED } } }

  it('[ADR-02, ADR-09] a signed-in buyer is offered theirs, and one is enough', async () => {
    const page = await open({ account }, known)
    expect(page.has('12 St James Square, London')).toBe(true)
    await page.press(page.find('input[value="5"]'))
    await page.press(page.button('Continue'))
    expect(sent(page)[0]).toMatchObject({ 'address[selected_user_address_id]': '5' })
    expect(page.heading()).toBe('Payment')
  })

  it('[ADR-02] a visitor is offered none', async () => {
    const page = await open()
    expect(page.shop.named('get_user_addresses')).toEqual([])
  })

  it('[ADR-03, API-28] can be deleted after confirmation', async () => {
    const page = await open({ account }, known)
    await page.press(page.find('input[value="5"]'))
    await page.press(page.button('Delete this address'))
    expect(page.shop.named('delete_address')).toEqual([])
    await page.press(page.button('Remove'))
    expect(page.shop.named('delete_address')).toEqual([{ address_id: '5' }])
    expect(page.has('1 Ockham Park, Surrey')).toBe(false)
    expect(page.find<HTMLInputElement>('input[value="4"]').checked).toBe(true)
  })

  it('the last one is not typed in as a new address once it is deleted', async () => {
    const one = { user: ADA, script: { get_user_addresses: { existing_addresses: SAVED.slice(0, 1) } } }
    const page = await open({ account, delivery_address: { ...ADDRESS, selected_user_address_id: '4' } }, one)
    await page.press(page.button('Delete this address'))
    await page.press(page.button('Remove'))
    expect((page.field('Address line 1') as HTMLInputElement).value).toBe('')
    expect((page.field('Town or city') as HTMLInputElement).value).toBe('')
  })

  it('one that another window has deleted says so beside the others, and goes when it is removed', async () => {
    const gone = failed({ status: 404, code: 'unknown_address', error: 'We couldn’t find that address.' })
    const script = { ...known.script, set_delivery_address: gone, delete_address: gone }
    const page = await open({ account }, { ...known, script })
    await page.press(page.find('input[value="5"]'))
    await page.press(page.button('Continue'))
    expect(page.has('We couldn’t find that address.')).toBe(true)
    await page.press(page.button('Delete this address'))
    await page.press(page.button('Remove'))
    expect(page.has('1 Ockham Park, Surrey')).toBe(false)
    expect(page.find<HTMLInputElement>('input[value="4"]').checked).toBe(true)
  })

  it('[ADR-03] a failed deletion is reported and changes nothing', async () => {
    const page = await open(
      { account },
      { ...known, script: { ...known.script, delete_address: failed({ status: 0 }) } },
    )
    await page.press(page.button('Delete this address'))
    await page.press(page.button('Remove'))
    expect(page.notes()).toEqual(['An unknown error occured. Please try again, or contact support.'])
    expect(page.has('12 St James Square, London')).toBe(true)
  })

  it('[ADR-10] that arrive late do not replace a new address that the buyer is typing', async () => {
    let answer = () => {}
    const get_user_addresses = () =>
      new Promise<{ existing_addresses: typeof SAVED }>((done) => {
        answer = () => done({ existing_addresses: SAVED })
      })
    const page = await open({ account }, { user: ADA, script: { get_user_addresses } })
    fillIn(page)
    answer()
    await go(0)
    expect(page.find<HTMLInputElement>('input[value=new]').checked).toBe(true)
    await page.press(page.button('Continue'))
    expect(sent(page)[0]).toMatchObject({ 'address[selected_user_address_id]': 'new', 'address[town]': 'London' })
  })

  it.each([
    ['signed in', ADA],
    ['signed out', null],
  ])('[ADR-10] one that is gone does not prevent a new address: %s', async (_, user) => {
    writeDraft('sale-abc', 'delivery_address', { typed: { savedId: '9', touched: true } })
    const page = await open({ account }, { user })
    fillIn(page)
    await page.press(page.button('Continue'))
    expect(sent(page)[0]).toMatchObject({ 'address[selected_user_address_id]': 'new', 'address[town]': 'London' })
  })

  it('[ADR-04] a new one can be entered as well', async () => {
    const page = await open({ account }, known)
    await page.press(page.find('input[value=new]'))
    expect(page.field('First name').value).toBe('Ada')
    fillIn(page)
    await page.press(page.button('Continue'))
    expect(sent(page)[0]).toMatchObject({ 'address[selected_user_address_id]': 'new', 'address[town]': 'London' })
  })
})

describe('gift vouchers', () => {
  it('[ADR-08] are asked about only if there are any', async () => {
    const page = await open({ gift_vouchers: [sampleVoucher()] })
    expect(page.fields('from')).toHaveLength(1)
    expect(page.fields('to')).toHaveLength(1)
    expect((await open()).fields('from')).toEqual([])
  })

  it('[ADR-12, ADR-13] require sender and recipient', async () => {
    const page = await open({ gift_vouchers: [sampleVoucher()] })
    fillIn(page)
    await page.press(page.button('Continue'))
    expect(page.errorOf(page.field('from'))).toBe('Who is the gift voucher from?')
    expect(page.errorOf(page.field('to'))).toBe('Who is the gift voucher for?')
    expect(sent(page)).toEqual([])
    type(page.field('from'), 'Ada')
    type(page.field('to'), 'Charles')
    await page.press(page.button('Continue'))
    expect(sent(page)[0]).toMatchObject({ gift_voucher_from: 'Ada', gift_voucher_to: 'Charles' })
  })

  it('an emailed voucher needs no postal address', async () => {
    const page = await open({ gift_vouchers: [sampleVoucher()], require_postal_address: false })
    expect(page.heading()).toBe('Your gift voucher')
    expect(page.fields('First name')).toEqual([])
    type(page.field('from'), 'Ada')
    type(page.field('to'), 'Charles')
    await page.press(page.button('Continue'))
    expect(sent(page)).toEqual([
      { 'address[selected_user_address_id]': '', gift_voucher_from: 'Ada', gift_voucher_to: 'Charles' },
    ])
  })
})

it('reports an invalid UK postcode at its field', async () => {
  const page = await open()
  fillIn(page)
  type(page.field('Postcode or zip code'), 'LS1')
  await page.press(page.button('Continue'))
  expect(page.errorOf(page.field('Postcode or zip code'))).toBe('Type a valid UK postcode')
  expect(sent(page)).toEqual([])
})

it('reports a search without results', async () => {
  const page = await open()
  type(page.field('Find your address'), 'nowhere at all')
  await go(300)
  expect(page.has('No address found. You can enter it manually below.')).toBe(true)
})
