import { privacy as t } from '@foyer/contract/messages.ts'
import type { BrowserContext } from '@playwright/test'
import { CARDS, newEmail, STEPS } from '../support/buyer.ts'
import { expect, story } from '../support/story.ts'

story.use({ shopEnv: { SENTRY_DSN: 'https://key@errors.example/1' }, allowedErrors: /of the story/ })

/** Stands in for the vendor's server. Adds every report that leaves the browser to the list. */
async function reportsFrom(context: BrowserContext): Promise<string[]> {
  const reports: string[] = []
  await context.route('https://errors.example/**', (route) => {
    reports.push(route.request().postData() ?? '')
    return route.fulfill({ json: {} })
  })
  return reports
}

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
  'reports of a card purchase contain no card details, code, order reference or ticket',
  async ({ buyer, context }) => {
    const { page } = buyer
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

    const session = (await context.cookies()).find(({ httpOnly }) => httpOnly)!.value
    const all = reports.join('\n')
    for (const value of [CARDS.good.number, clientSecret, session, sale_reference, code])
      expect(value && all.includes(value), `${value} is in a report`).toBe(false)
  },
)
