import { privacy as t } from '@foyer/contract/messages.ts'
import { type BrowserContext, type Request, test } from '@playwright/test'
import { CARDS, newEmail, STEPS } from '../support/buyer.ts'
import { expect, story } from '../support/story.ts'

/** Imitates the vendors' scripts, which send each event in the URL of a request. */
const GOOGLE = `
  const send = ([command, name, fields]) => {
    if (command !== 'event') return
    const params = new URLSearchParams({ en: name, tid: fields.send_to, dl: fields.page_location ?? location.href, dr: document.referrer, ti: fields.transaction_id ?? '' })
    new Image().src = 'https://www.google-analytics.com/g/collect?' + params
  }
  for (const args of dataLayer) send(args)
  dataLayer.push = (args) => send(args)`
const META = `
  fbq.callMethod = (command, id, ev) => {
    if (command !== 'trackSingle') return
    new Image().src = 'https://www.facebook.com/tr/?' + new URLSearchParams({ id, ev, dl: location.href, rl: document.referrer })
  }
  for (const args of fbq.queue) fbq.callMethod(...args)`

/** Stands in for Google and Meta, and records every request that leaves the shop and its card vendor. */
async function watchVendors(context: BrowserContext) {
  const requests: URL[] = []
  const script = (body: string) => ({ contentType: 'text/javascript', body })
  await context.route(/googletagmanager\.com/, (route) => route.fulfill(script(GOOGLE)))
  await context.route(/connect\.facebook\.net/, (route) => route.fulfill(script(META)))
  await context.route(/google-analytics\.com|facebook\.com\/tr/, (route) => route.fulfill({ status: 204 }))
  context.on('request', (request: Request) => {
    const url = new URL(request.url())
    if (/google|facebook/.test(url.hostname)) requests.push(url)
  })
  const accountsIn = (param: string, value: string, who: string) =>
    requests
      .filter(({ searchParams }) => searchParams.get(param) === value)
      .map(({ searchParams }) => searchParams.get(who))
  return {
    requests,
    google: (name: string) => accountsIn('en', name, 'tid').sort(),
    meta: (name: string) => accountsIn('ev', name, 'id'),
  }
}

const ALL = ['G-EVENT', 'G-ORGANISER']

test.describe('analytics', () => {
  story(
    '[ANA-02, ANA-03] counts checkout steps and sales after consent, and loads no third-party script on the card form',
    async ({ buyer, context }) => {
      const { page } = buyer
      const email = newEmail('measured')
      const vendors = await watchVendors(context)
      await buyer.addTickets('measured-night', { Watcher: 1 })
      await buyer.openBasket()
      await expect(page.getByRole('heading', { name: t['bar.title'] })).toBeVisible()
      expect(vendors.requests).toEqual([])
      await buyer.button(t['bar.accept']).click()
      await expect.poll(() => vendors.google('page_view')).toEqual(ALL)
      await expect.poll(() => vendors.meta('PageView')).toEqual(['4455'])
      await expect(page.getByRole('heading', { name: t['bar.title'] })).toBeHidden()

      await buyer.reserve()
      await buyer.continueAsGuest(email)
      const policies: string[] = []
      page.on('response', (response) => {
        if (response.request().isNavigationRequest() && response.url().endsWith('/smartcheckout/'))
          policies.push(response.headers()['content-security-policy'] ?? '')
      })
      await buyer.declineNews()
      await buyer.expectStep(STEPS.payment)
      await expect.poll(() => policies.length).toBe(1)
      expect(policies[0]).not.toMatch(/google|facebook/)
      const before = vendors.requests.length
      expect(await page.evaluate(() => ['gtag', 'fbq', 'dataLayer'].filter((name) => name in window))).toEqual([])
      await buyer.chooseCard()
      await buyer.typePostcode()
      await buyer.typeCard(CARDS.good)
      expect(vendors.requests.length).toBe(before)
      expect(vendors.google('purchase')).toEqual([])
      await buyer.payButton.click()
      await buyer.expectCompleted()

      await expect.poll(() => vendors.google('purchase')).toEqual(ALL)
      await expect.poll(() => vendors.google('conversion')).toEqual(['AW-77/buy'])
      await expect.poll(() => vendors.meta('Purchase')).toEqual(['4455'])
      const { sale_reference: sale } = await buyer.checkout()
      for (const { searchParams, href } of vendors.requests) {
        expect(decodeURIComponent(href)).not.toContain('@')
        for (const address of ['dl', 'dr', 'rl']) expect(searchParams.get(address) ?? '').not.toContain(sale)
      }

      // Opening the order again, as from a bookmark, doesn't count anything twice.
      await page.reload()
      await buyer.expectCompleted()
      await expect.poll(() => vendors.google('page_view').length).toBeGreaterThan(2)
      expect(vendors.google('purchase')).toEqual(ALL)
    },
  )

  story('a refusal is remembered, sends nothing, and can be changed later', async ({ buyer, context }) => {
    const { page } = buyer
    const vendors = await watchVendors(context)
    await buyer.addTickets('measured-night', { Watcher: 1 })
    await buyer.openBasket()
    await buyer.button(t['bar.refuse']).click()
    await page.reload()
    await buyer.expectStep(STEPS.basket)
    await expect(page.getByRole('heading', { name: t['bar.title'] })).toBeHidden()
    expect(vendors.requests).toEqual([])
    await page.getByRole('button', { name: t.link }).click()
    await expect(page.getByRole('heading', { name: t['bar.title'] })).toBeFocused()
    expect(vendors.requests).toEqual([])
  })

  story('does not ask for consent when no analytics is configured', async ({ buyer }) => {
    await buyer.fillBasket('autumn-gala', { Stalls: 1 })
    await expect(buyer.page.getByRole('heading', { name: t['bar.title'] })).toBeHidden()
    await expect(buyer.page.getByRole('button', { name: t.link })).toBeHidden()
  })
})
