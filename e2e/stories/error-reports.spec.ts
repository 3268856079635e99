import { inflateSync } from 'node:zlib'
import { privacy as t } from '@foyer/contract/messages.ts'
import { orderPath, PAGES } from '@foyer/contract/pages.ts'
import type { BrowserContext } from '@playwright/test'
import { CARDS, newEmail, STEPS } from '../support/buyer.ts'
import { expect, story } from '../support/story.ts'

story.use({ shopEnv: { SENTRY_DSN: 'https://key@errors.example/1' }, allowedErrors: /of the story/ })

/** Stands in for the vendor's server. Adds every report that leaves the browser to the list. */
async function reportsFrom(context: BrowserContext): Promise<string[]> {
  const reports: string[] = []
  await context.route('https://errors.example/**', (route) => {
    reports.push(readReport(route.request().postDataBuffer() ?? Buffer.alloc(0)))
    return route.fulfill({ json: {} })
  })
  return reports
}

/** A recording's lines come last, after the one of its segment, and may be compressed. */
function readReport(body: Buffer): string {
  const segment = body.indexOf('{"segment_id"')
  const start = body.indexOf('\n', segment) + 1
  if (segment < 0 || body[start] === '['.charCodeAt(0)) return body.toString()
  return body.subarray(0, start).toString() + inflateSync(body.subarray(start)).toString()
}

/** The events of the recordings among the reports. */
const recordedIn = (reports: string[]): { type: number; data: { href?: string } }[] =>
  reports.flatMap((report) => {
    const [, recording] = /\n\{"segment_id":\d+\}\n(\[.*\])/.exec(report) ?? []
    return recording ? JSON.parse(recording) : []
  })
const META = 4
const SNAPSHOT = 2

/** Records every visit from its start, not one in ten. */
const recordAlways = (context: BrowserContext) =>
  context.addInitScript(() => {
    Math.random = () => 0.05
  })

/** Waits until a recording with the page's address, its look and `text` has been sent, which takes some seconds. */
const expectRecorded = (reports: string[], path: string, text: string) =>
  expect
    .poll(
      () => {
        const events = recordedIn(reports)
        return {
          address: events.some(({ type, data }) => type === META && new URL(data.href ?? '').pathname === path),
          look: events.some(({ type }) => type === SNAPSHOT),
          text: JSON.stringify(events).includes(text),
        }
      },
      { timeout: 30_000 },
    )
    .toEqual({ address: true, look: true, text: true })

story(
  '[ANA-05, ANA-06] reports errors and traces only after consent, and sends the trace header with the shop’s calls',
  async ({ buyer, context }) => {
    const { page } = buyer
    const reports = await reportsFrom(context)
    const response = await page.goto(`${buyer.shop.url}/events/reading-night/`)
    expect(response!.headers()['content-security-policy']).toContain('https://errors.example')
    await buyer.waitForHydration()
    const fail = () =>
      page.evaluate(() => {
        setTimeout(() => {
          throw new Error('an error of the story about ada@example.org')
        })
      })
    await fail()
    await expect(page.getByRole('heading', { name: t['bar.title'] })).toBeVisible()
    expect(reports).toEqual([])

    await buyer.button(t['bar.accept']).click()
    await expect
      .poll(async () => {
        await fail()
        return reports.some((report) => report.includes('an error of the story'))
      })
      .toBe(true)
    expect(reports.join()).not.toContain('ada@example.org')
    await expect.poll(() => reports.some((report) => report.includes('"type":"span"'))).toBe(true)

    const addRequest = page.waitForRequest((request) => request.url().includes('/add_to_basket/'))
    await buyer.setQuantity('Reader', 1)
    await buyer.addToBasket()
    expect(Object.keys((await addRequest).headers())).toEqual(expect.arrayContaining(['sentry-trace', 'baggage']))
  },
)

story(
  '[ANA-06] reports and recordings of a card purchase contain no card details, code, order reference or ticket',
  async ({ buyer, context }) => {
    const { page } = buyer
    await recordAlways(context)
    const reports = await reportsFrom(context)
    const answers: string[] = []
    page.on('response', async (response) => {
      if (response.url().includes('/get_token/')) answers.push(await response.text().catch(() => ''))
    })
    const fail = (where: string) =>
      page.evaluate((place) => {
        setTimeout(() => {
          throw new Error(`an error of the story at ${place} ${location.href} ${document.body.innerText}`)
        })
      }, where)
    const reportsOf = (where: string) => reports.filter((report) => report.includes(`at ${where} `))
    /** `careless`: text that an error message might contain. */
    const expectReported = (where: string, careless = '') =>
      expect
        .poll(async () => {
          await fail(`${where} ${careless}`)
          return reportsOf(where).length
        })
        .toBeGreaterThan(0)

    await buyer.open('/events/autumn-gala/')
    await buyer.button(t['bar.accept']).click()
    await expectReported('the event')
    const email = newEmail('reported')
    await buyer.fillBasket('autumn-gala', { Stalls: 1 })
    await buyer.reserve()
    await buyer.expectStep(STEPS.account)
    await buyer.proveEmail(email)
    const code = await buyer.codeFor(email)
    await expectReported('the account', code)
    await buyer.enterName('Ada Lovelace')
    await buyer.declineNews()
    await buyer.expectStep(STEPS.payment)
    const { sale_reference } = await buyer.checkout()
    await buyer.payByCard(CARDS.good)
    await buyer.expectCompleted()
    const clientSecret = answers.map((answer) => JSON.parse(answer).client_secret).find(Boolean)
    expect(clientSecret).toMatch(/_secret_/)
    await expectReported('the end', `/orders/${sale_reference}/ ${clientSecret}`)
    // The page links to the order.
    await expectRecorded(reports, PAGES.checkout, `"href":"${buyer.shop.url}/orders/`)

    const session = (await context.cookies()).find(({ httpOnly }) => httpOnly)!.value
    const all = reports.join('\n')
    for (const value of [CARDS.good.number, clientSecret, session, sale_reference, code])
      expect(value && all.includes(value), `${value} is in a report`).toBe(false)
  },
)

story('the recording of a sign-in that leads to an order contains no order reference', async ({ buyer, context }) => {
  await recordAlways(context)
  const reports = await reportsFrom(context)
  await buyer.open(PAGES.signin)
  await buyer.button(t['bar.accept']).click()
  const reference = 'vBtC1_-3WO_b8qXiokd3X9md6oA'
  await buyer.open(`${PAGES.signin}?next=${encodeURIComponent(orderPath(reference))}`)
  await expectRecorded(reports, PAGES.signin, 'next=')
  expect(reports.join('\n').includes(reference), 'the reference is in a report').toBe(false)
})
