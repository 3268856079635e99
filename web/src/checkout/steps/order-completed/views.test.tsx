import type { Checkout } from '@foyer/contract/types.ts'
import { act } from 'react'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { sampleEvent, sampleTicket } from '../../testing/checkout.ts'
import { failed, go, onCheckoutPage, openCheckout, textOf, type } from '../../testing/page.tsx'

onCheckoutPage()
afterEach(() => history.replaceState(null, '', '/'))

type Options = NonNullable<Parameters<typeof openCheckout>[1]>
const LINK = 'https://foyer.example/r/7Q4K'
const shared: Options = { script: { get_reward_referrer_link: { link: LINK } } }
const open = (said: Partial<Checkout> = {}, options: Options = shared) =>
  openCheckout({ state: 'order_completed', payment_complete: true, ...said }, options)
type Opened = Awaited<ReturnType<typeof open>>

const SEATED = sampleTicket({ ticket_id: 2, seats: ['A1', 'A2'] })
const VENUE = { full_address: '1 The Headrow, Leeds', map_address: 'The Headrow, Leeds', map_checkin: '2027-10-01' }
const YORK = { full_address: 'Blake Street, York', map_address: null, map_checkin: null }
const LEEDS_EVENT = sampleEvent({ venue: VENUE })
const YORK_EVENT = sampleEvent({ id: 11, title: 'Brass by the canal', venue: YORK })
const REWARD = { text: 'Come along and we both win', short_text: 'get £5 off' }

const tiles = (page: Opened) => page.all('a[href="/account/wallet/"], ul[role=list] > li > :is(a, button)').map(textOf)
const dialog = (page: Opened) => page.find<HTMLDialogElement>('dialog')

describe('the tiles', () => {
  it('[DONE-14, DONE-18, DONE-19, DONE-20] show what applies to this order', async () => {
    expect(tiles(await open({ transfer_allowed: false }, {}))).toEqual(['Go to ticket wallet', 'How did we do?'])
    expect(
      tiles(await open({ events: [sampleEvent({ has_livestream: true, access_online: '/live/', venue: VENUE })] })),
    ).toEqual([
      'Go to ticket wallet',
      'Watch livestream',
      'How did we do?',
      'Transfer tickets',
      'Find a place to stay',
      'Share with friends & family',
    ])
  })

  it('[DONE-15] use the first livestream', async () => {
    const live = (id: number) => sampleEvent({ id, has_livestream: true, access_online: `/live/${id}/` })
    const page = await open({ events: [sampleEvent(), live(20), live(30)] })
    expect(page.link('Watch livestream').getAttribute('href')).toBe('/live/20/')
  })

  it('[DONE-19] omit a place to stay without a full address', async () => {
    const page = await open({ events: [sampleEvent({ venue: { ...VENUE, full_address: null } })] })
    expect(page.buttons('Find a place to stay')).toEqual([])
  })

  it.each<[string, Partial<Checkout>]>([
    ['every ticket has a seat', { tickets: [SEATED] }],
    ['the server says no', { transfer_allowed: false }],
  ])('[TRF-01, DONE-18] omit transfer when %s', async (_, said) => {
    expect((await open(said)).buttons('Transfer tickets')).toEqual([])
  })

  it('[TRF-01] include transfer if one ticket has no seat', async () => {
    expect((await open({ tickets: [SEATED, sampleTicket()] })).buttons('Transfer tickets')).toHaveLength(1)
  })

  it.each(['', failed(), failed({ status: 0 })])(
    '[DONE-20, ERR-37] omit sharing without a link (%j), silently',
    async (said) => {
      const answer = typeof said === 'string' ? { link: said } : said
      const page = await open({}, { script: { get_reward_referrer_link: answer } })
      expect(page.buttons(/Share/)).toEqual([])
      expect(page.notes()).toEqual([])
    },
  )

  it('[DONE-21] name the reward if every event has one', async () => {
    const page = await open({ events: [sampleEvent({ reward_referrers: REWARD })] })
    expect(page.buttons('Share & get £5 off')).toHaveLength(1)
  })

  it('[DONE-22] name friends and family if one has none', async () => {
    const page = await open({ events: [sampleEvent({ reward_referrers: REWARD }), sampleEvent({ id: 11 })] })
    expect(page.buttons('Share with friends & family')).toHaveLength(1)
  })
})

describe('sharing', () => {
  const share = async (said: Partial<Checkout> = {}) => {
    const page = await open(said)
    await page.press(page.button(/^Share/))
    return page
  }
  const messages = (page: Opened) => [...dialog(page).querySelectorAll('textarea')].map(({ value }) => value)

  it('[DONE-23, DONE-27] shows a read-only message per event', async () => {
    const page = await share({
      events: [sampleEvent(), sampleEvent({ id: 11, title: 'Brass', shareable_link: 'https://b.example/' })],
    })
    expect(messages(page)).toEqual([
      'I bought tickets with the product for Autumn Gala Concert (https://foyer.example/events/autumn-gala/)',
      'I bought tickets with the product for Brass (https://b.example/)',
    ])
    expect([...dialog(page).querySelectorAll('textarea')].every(({ readOnly }) => readOnly)).toBe(true)
  })

  it('[DONE-27] uses a reward’s own text and referral link', async () => {
    expect(messages(await share({ events: [sampleEvent({ reward_referrers: REWARD })] }))).toEqual([
      `Come along and we both win (${LINK})`,
    ])
  })

  it('[DONE-24, DONE-25] Copy copies, and shows Copied for two seconds', async () => {
    const writeText = vi.fn(async (_: string) => {})
    vi.spyOn(navigator, 'clipboard', 'get').mockReturnValue({ writeText } as never)
    const page = await share()
    const copy = () => [...dialog(page).querySelectorAll('button')].map(textOf).filter((words) => /Cop/.test(words))
    expect(copy()).toEqual(['Copy'])
    await page.press([...dialog(page).querySelectorAll('button')].find((each) => textOf(each) === 'Copy')!)
    expect(writeText.mock.calls).toEqual([[messages(page)[0]]])
    expect(copy()).toEqual(['Copied'])
    await go(1999)
    expect(copy()).toEqual(['Copied'])
    await go(1)
    expect(copy()).toEqual(['Copy'])
  })

  it('[DONE-26] has a Close button for one event', async () => {
    const page = await share()
    await page.press(page.button('Close'))
    expect(page.all('dialog')).toEqual([])
  })

  it('[DONE-26] has none for several', async () => {
    const page = await share({ events: [sampleEvent(), sampleEvent({ id: 11 })] })
    expect(page.buttons('Close')).toEqual([])
    await page.press(page.button('Dismiss'))
    expect(page.all('dialog')).toEqual([])
  })
})

describe('feedback', () => {
  const feedback = async (options: Options = {}) => {
    const page = await open({}, options)
    await page.press(page.button('How did we do?'))
    return page
  }

  it('[DONE-17, DONE-28, DONE-30] opens a dialog, and cannot be sent empty', async () => {
    const page = await feedback()
    expect(textOf(dialog(page).querySelector('h2'))).toBe('How did we do?')
    expect(page.button('Send').disabled).toBe(true)
    type(page.field('Your message'), '   ')
    expect(page.button('Send').disabled).toBe(true)
    type(page.field('Your message'), 'Lovely')
    expect(page.button('Send').disabled).toBe(false)
  })

  it('[DONE-29, DONE-31, API-52] is sent once, shows thanks, closes and is cleared', async () => {
    let answer = () => {}
    const page = await feedback({
      script: {
        send_customer_feedback: () =>
          new Promise((done) => {
            answer = () => done({ success: true })
          }),
      },
    })
    type(page.field('Your message'), 'Lovely')
    await page.press(page.button('Send'))
    expect(page.button('Send').disabled).toBe(true)
    answer()
    await go(0)
    expect(page.shop.named('send_customer_feedback')).toEqual([{ message: 'Lovely' }])
    expect(page.notes()).toEqual(['Your feedback has been sent. Thanks!'])
    expect(page.all('dialog')).toEqual([])
    await page.press(page.button('How did we do?'))
    expect(page.field('Your message').value).toBe('')
  })

  it('[ERR-23] reports a failure, and can be sent again', async () => {
    const page = await feedback({ script: { send_customer_feedback: failed() } })
    type(page.field('Your message'), 'Lovely')
    await page.press(page.button('Send'))
    expect(page.notes()).toEqual(['Unable to send feedback. Please try again'])
    expect(page.field('Your message').value).toBe('Lovely')
    expect(page.button('Send').disabled).toBe(false)
  })
})

describe('a place to stay', () => {
  const MAP = 'https://stay.example/map?lang=en'
  const place = async (said: Partial<Checkout> = {}) => {
    const page = await open({ events: [LEEDS_EVENT], stay_map_url: MAP, ...said })
    await page.press(page.button('Find a place to stay'))
    return page
  }
  const frameAddress = (page: Opened) => new URL(page.find('iframe').getAttribute('src')!)

  it('[DONE-33, DONE-34, DONE-35] shows the map for venue, night and number of tickets', async () => {
    const page = await place({
      tickets: [
        sampleTicket({ qty: 2 }),
        sampleTicket({ ticket_id: 2, qty: 3 }),
        sampleTicket({ ticket_id: 3, event_id: 99 }),
      ],
    })
    expect(page.heading()).toBe('Find a place to stay')
    const address = frameAddress(page)
    expect(`${address.origin}${address.pathname}`).toBe('https://stay.example/map')
    expect(Object.fromEntries(address.searchParams)).toEqual({
      lang: 'en',
      address: 'The Headrow, Leeds',
      checkin: '2027-10-01',
      adults: '5',
    })
    expect(page.find('iframe').title).toBe('Places to stay near The Headrow, Leeds')
    expect(page.has('For 5 adults, from Fri 1 Oct 2027')).toBe(true)
    expect(page.link('Open the map in a new tab').href).toBe(address.href)
  })

  it('links to a public map if none is configured', async () => {
    const page = await place({ stay_map_url: null })
    expect(page.all('iframe')).toEqual([])
    const link = new URL(page.link('Open the map in a new tab').href)
    expect(link.searchParams.get('query')).toBe('The Headrow, Leeds')
  })

  it('[DONE-36] switches between several venues by links', async () => {
    const page = await place({
      events: [LEEDS_EVENT, sampleEvent({ id: 12, title: 'Nowhere' }), YORK_EVENT],
      tickets: [sampleTicket(), sampleTicket({ ticket_id: 9, event_id: 11, qty: 1 })],
    })
    const links = page.links(/^Find a place to stay near/)
    expect(links.map(textOf)).toEqual([
      'Find a place to stay near the Autumn Gala Concert event',
      'Find a place to stay near the Brass by the canal event',
    ])
    expect(links[0]!.getAttribute('aria-current')).toBe('true')
    await page.press(links[1]!)
    expect(frameAddress(page).searchParams.get('address')).toBe('Blake Street, York')
    expect(frameAddress(page).searchParams.get('adults')).toBe('1')
    expect(frameAddress(page).searchParams.has('checkin')).toBe(false)
    expect(page.heading()).toBe('Find a place to stay')
  })

  it('[DONE-36] has no links for a single venue', async () => {
    expect((await place()).links(/^Find a place to stay near/)).toEqual([])
  })
})

describe('the views', () => {
  it('[DONE-01, DONE-02, DONE-03] return to the overview, with more events below each', async () => {
    await import('./transfer/transfer.tsx')
    const page = await open({ events: [LEEDS_EVENT] })
    const overview = page.heading()
    for (const name of ['Transfer tickets', 'Find a place to stay']) {
      await page.press(page.button(name))
      expect(page.heading()).toBe(name)
      expect(document.activeElement).toBe(page.find('h1'))
      expect(document.title).toBe(`${name} - Foyer`)
      expect(page.has('Browse more events')).toBe(true)
      await page.press(page.link('Back'))
      expect(page.heading()).toBe(overview)
      expect(document.activeElement).toBe(page.find('h1'))
    }
    expect(page.has('Browse more events')).toBe(true)
  })

  it('[DONE-02] return to the overview by the browser’s back button', async () => {
    const page = await open({ events: [LEEDS_EVENT] })
    await page.press(page.button('Find a place to stay'))
    expect(location.hash).toBe('#find_a_place')
    history.replaceState(null, '', '/smartcheckout/')
    act(() => {
      window.dispatchEvent(new Event('popstate'))
    })
    expect(page.heading()).toBe('Order complete! Your tickets are on their way.')
  })

  it('open from their address, unless there is nothing to transfer', async () => {
    history.replaceState(null, '', '/smartcheckout/#find_a_place')
    expect((await open({ events: [LEEDS_EVENT] })).heading()).toBe('Find a place to stay')
    history.replaceState(null, '', '/smartcheckout/#transfer_tickets')
    expect((await open({ transfer_allowed: false })).heading()).toBe('Order complete! Your tickets are on their way.')
  })
})
