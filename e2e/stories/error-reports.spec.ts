import { privacy as t } from '@foyer/contract/messages.en.ts'
import { expect, story } from '../support/story.ts'

story.use({ shopEnv: { SENTRY_DSN: 'https://key@errors.example/1' }, forgives: /of the story/ })

story(
  '[ANA-05, ANA-06] errors and traces are reported once that was agreed to, and calls of the shop carry the trace',
  async ({ buyer, context }) => {
    const { page } = buyer
    const reports: string[] = []
    await context.route('https://errors.example/**', (route) => {
      reports.push(route.request().postData() ?? '')
      return route.fulfill({ json: {} })
    })
    const response = await page.goto(`${buyer.shop.url}/events/reading-night/`)
    expect(response!.headers()['content-security-policy']).toContain('https://errors.example')
    await buyer.isAlive()
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

    const asked = page.waitForRequest((request) => request.url().includes('/add_to_basket/'))
    await buyer.wants('Reader', 1)
    await buyer.adds()
    expect(Object.keys((await asked).headers())).toEqual(expect.arrayContaining(['sentry-trace', 'baggage']))
  },
)
