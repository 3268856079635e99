import { common as words } from '@foyer/contract/messages.ts'
import { PAGES } from '@foyer/contract/pages.ts'
import type { Language } from '@foyer/domain/format/language.ts'
import { newEmail, STEPS } from '../support/buyer.ts'
import { expect, story } from '../support/story.ts'
import {
  fonts,
  gzippedSize,
  officeScripts,
  requestsOf,
  STEP_SOURCES,
  scriptsOf,
  seatSheet,
  shopStyles,
  sum,
  weightOf,
} from '../support/weight.ts'

/** Limits in bytes, gzip -9, of what a page requests at first; kB means 1,000 bytes. A story fails above them. */
const MAX = {
  [PAGES.home]: 95_000,
  [PAGES.events]: 95_000,
  [PAGES.event]: 100_000,
  [PAGES.gift_vouchers]: 100_000,
  [PAGES.wallet]: 105_000,
  [PAGES.account]: 105_000,
  [PAGES.order]: 105_000,
}
const BASKET = 118_000
const FIRST_STEP = 118_000
const LATER_STEP = 10_000
const PAYMENT_STEP = 12_000
/** 14.6 kB with the seating plan, which has a sheet of its own since. */
const CSS = 14_300
/** The seating plan of an event with numbered seats, with its sheet. */
const SEATED = 14_000
const FONT = 20_000
const HTML = 14_000
/** A page of the office, without React. */
const OFFICE = 40_000
const REQUESTS = 12
const SCRIPTS = 3
const POSTER = 5000

type Row = { what: string; bytes: number; most: number; scripts?: number }
const row = ({ what, bytes, most, scripts }: Row) =>
  `| ${what} | ${(bytes / 1000).toFixed(1)} | ${most / 1000} | ${scripts ?? ''} |`

story.skip(({ isMobile }) => isMobile, 'a page weighs the same on every screen')

story('no page exceeds its size budget', async ({ buyer }) => {
  const { page, shop } = buyer
  const rows: Row[] = []
  const read = async (path: string) => (await page.request.get(`${shop.url}${path}`)).text()

  /** Adds the page's document, as this buyer gets it, with its scripts, styles, font and first pictures. */
  const expectWeight = async (what: string, path: string, most: number) => {
    await expectWeightIn('fr', `${what} in French`, path, most)
    return expectWeightIn('en', what, path, most)
  }
  const expectWeightIn = async (language: Language, what: string, path: string, most: number) => {
    const html = await read(`${path}?lang=${language}`)
    const { scripts, styles, eager } = requestsOf(html)
    rows.push({ what, bytes: sum(scripts.map(weightOf)), most, scripts: scripts.length })
    rows.push({ what: `${what}, HTML with its data`, bytes: gzippedSize(html), most: HTML })
    expect(scripts.length, `${what}: scripts`).toBeLessThanOrEqual(SCRIPTS)
    const before = 1 + scripts.length + styles.length + fonts().length + eager.length
    expect(before, `${what}: requests before the main content`).toBeLessThanOrEqual(REQUESTS)
    return scripts
  }

  await expectWeight('Home', PAGES.home, MAX[PAGES.home])
  await expectWeight('Browse', PAGES.events, MAX[PAGES.events])
  const eventScripts = await expectWeight('Event', PAGES.event.replace(':slug', 'autumn-gala'), MAX[PAGES.event])
  await expectWeight('Gift vouchers', PAGES.gift_vouchers, MAX[PAGES.gift_vouchers])

  await buyer.fillBasket('autumn-gala', { Stalls: 2 })
  await expectWeight('Basket', PAGES.checkout, BASKET)
  await buyer.reserve()
  await buyer.expectStep(STEPS.account)
  const atCheckout = await expectWeight('Checkout, first step', PAGES.checkout, FIRST_STEP)
  const shell = atCheckout.filter((script) => !script.includes('/login-'))
  await buyer.continueAsGuest(newEmail('weight'))
  await buyer.expectStep(STEPS.keepUpdated)

  const plan = scriptsOf('src/pages/event/seated.tsx').filter((script) => !eventScripts.includes(script))
  rows.push({ what: 'Seating plan, extra', bytes: sum([...plan, seatSheet()].map(weightOf)), most: SEATED })

  const extra = (source: string) =>
    sum(
      scriptsOf(source)
        .filter((script) => !shell.includes(script))
        .map(weightOf),
    )
  for (const source of STEP_SOURCES) {
    const step = source.split('/').at(-2)!
    rows.push({
      what: `Step ${step}, extra`,
      bytes: extra(source),
      most: step === 'payment' ? PAYMENT_STEP : LATER_STEP,
    })
  }
  for (const method of ['card', 'bank', 'plan', 'square-form'])
    rows.push({
      what: `Paying by ${method}, with the payment step`,
      bytes: extra(`src/checkout/steps/payment/methods/${method}.tsx`),
      most: PAYMENT_STEP,
    })

  const wallet = await read(PAGES.wallet)
  rows.push({ what: 'Wallet', bytes: sum(requestsOf(wallet).scripts.map(weightOf)), most: MAX[PAGES.wallet] })
  await expectWeight('Account', PAGES.account, MAX[PAGES.account])
  rows.push({ what: 'CSS, whole shop', bytes: sum(shopStyles().map(weightOf)), most: CSS })
  expect(fonts()).toHaveLength(1)
  rows.push({ what: 'Font', bytes: sum(fonts().map(weightOf)), most: FONT })
  const posters = [...(await read(PAGES.events)).matchAll(/src="(\/posters\/[^"]+)"/g)].map(([, address]) => address!)
  expect(posters.length).toBeGreaterThan(5)
  const raw = await Promise.all([...new Set(posters)].map(async (address) => Buffer.byteLength(await read(address))))
  rows.push({ what: 'Heaviest poster, raw', bytes: Math.max(...raw), most: POSTER })

  console.log(['| what | kB | fails over | scripts |', '|---|---|---|---|', ...rows.map(row)].join('\n'))
  expect(rows.filter(({ bytes, most }) => bytes > most).map(row)).toEqual([])
})

story('every office page has its own script, within its budget', () => {
  const pages = [...officeScripts()]
  expect(pages.length).toBeGreaterThan(20)
  const weights = pages.map(([page, scripts]) => ({ page, bytes: sum(scripts.map(weightOf)), scripts: scripts.length }))
  const [heaviest] = weights.toSorted((a, b) => b.bytes - a.bytes)
  console.log(`The heaviest page of the office: ${heaviest!.page}, ${(heaviest!.bytes / 1000).toFixed(1)} kB`)
  expect(weights.filter(({ bytes, scripts }) => bytes > OFFICE || scripts > SCRIPTS)).toEqual([])
})

story('rarely needed code is not part of any first load', async ({ buyer }) => {
  const { page, shop } = buyer
  const lazy = [/altcha/, /date-picker/, /transfer/, /square/, /stripe/, /sentry/i]
  await buyer.fillBasket('autumn-gala', { Stalls: 1 })
  for (const path of [PAGES.home, PAGES.event.replace(':slug', 'autumn-gala'), PAGES.checkout, PAGES.wallet]) {
    const html = await (await page.request.get(`${shop.url}${path}`)).text()
    const { scripts, styles } = requestsOf(html)
    expect(
      [...scripts, ...styles].filter((address) => lazy.some((name) => name.test(address))),
      path,
    ).toEqual([])
  }
})

story('hovering over or focusing a link prefetches the next page’s script', async ({ buyer }) => {
  const { page } = buyer
  await buyer.open(PAGES.events)
  const script = /\/assets\/[^/]+\.js$/
  const first = page.waitForRequest(script)
  await page.getByRole('main').getByRole('link', { name: 'Autumn Gala' }).hover()
  await first
  const second = page.waitForRequest(script)
  await page.getByRole('link', { name: words['nav.basket'] }).focus()
  await second
})
