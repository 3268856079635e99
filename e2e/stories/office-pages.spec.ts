import { codes } from '@foyer/contract/office/events/codes.en.ts'
import { SECTIONS } from '@foyer/contract/office/events/fields.en.ts'
import { eventPage, newEvent } from '@foyer/contract/office/events/messages.en.ts'
import { ORGANISER_SECTIONS } from '@foyer/contract/office/events/organiser-fields.en.ts'
import { entrance, office } from '@foyer/contract/office/messages.ts'
import { OFFICE_PAGES, type OfficePageName } from '@foyer/contract/office/pages.ts'
import { PROVIDERS } from '@foyer/domain/payment/providers.ts'
import type { Page } from '@playwright/test'
import { accessibilityProblems, setTheme } from '../support/accessibility.ts'
import { newEmail } from '../support/buyer.ts'
import { filledForms, shownIn } from '../support/forms.ts'
import { createEvent, enterCode, openOffice } from '../support/office.ts'
import { expect, story } from '../support/story.ts'

// These stories need a fresh shop, because they create its first staff member.
story.use({ shopEnv: { LOG_LEVEL: 'error' } })
story.describe.configure({ mode: 'serial' })
story.skip(({ isMobile }) => isMobile, 'the pages are checked at every width below')

const OWNER = newEmail('pages-owner')
const WIDTHS = [360, 768, 1280, 1440]
/** OFFICE_EVERY=1 checks every page at every width and in both themes with every rule. */
const EVERY = Boolean(process.env.OFFICE_EVERY)

type About = { event: string; date: string; order: string; ticket: string; code: string }
/** The addresses at which each page is checked. A missing page does not compile. */
const ADDRESSES: Record<OfficePageName, (about: About) => string[]> = {
  // Checked at sign-in, in office.spec.ts.
  sign_in: () => [],
  first: () => [],
  invitation: () => [],
  prove: () => [''],
  home: () => [''],
  events: () => [''],
  new_event: () => [''],
  event: ({ event }) => [event],
  event_form: ({ event }) => [
    ...SECTIONS.map(({ name }) => `${event}&section=${name}`),
    ...['all', 'new|ticket_types', 'new|pools', 'ticket_types|Ticket'].map(
      (row) => `${event}&section=tickets&row=${encodeURIComponent(row)}`,
    ),
  ],
  dates: ({ event }) => [event],
  cancel: ({ event }) => [event],
  preview: ({ event }) => [event],
  codes: ({ event }) => [event],
  code: ({ event, code }) => [`${event}&kind=discount&${code}`],
  referrals: ({ event }) => [event],
  waiting: ({ event }) => [event],
  house_seats: ({ event }) => [event],
  queue: ({ event }) => [event],
  feedback: () => [''],
  complaints: () => [''],
  requests: () => [''],
  orders: ({ event }) => [event],
  people: ({ event }) => [event],
  find: () => ['q=ada'],
  order: ({ order }) => [order],
  change: ({ order, ticket }) => [`${order}&${ticket}`],
  // Checked in party.test.ts: this order has no numbered seats.
  party: () => [],
  settings: () => ORGANISER_SECTIONS.map(({ name }) => `section=${name}`),
  payments: () => [''],
  payment_account: () => PROVIDERS.map((provider) => `provider=${provider}`),
  counter: () => [''],
  // Checked in counter.spec.ts, after a sale.
  counter_sale: () => [],
  shift: () => [''],
  reader: () => [],
  readers: () => [''],
  give: () => [''],
  gift_aid: () => [''],
  mailings: () => [''],
  mailing: () => [''],
  event_picture: ({ event }) => [event],
  door: ({ event }) => [event],
  money: () => [''],
  payouts: () => [''],
  move: ({ event, date }) => [`${event}&${date}`],
  door_list: ({ event, date }) => [`${event}&${date}`],
  brand: () => [''],
  shop: () => [''],
  texts: () => ['', 'language=fr'],
  shop_texts: () => ['', 'kind=privacy&language=fr'],
  organisers: () => [''],
  health: () => [''],
  organiser: ({ event }) => [`organiser=${/organiser_id=(\d+)/.exec(event)![1]}`],
  team: () => [''],
  keys: () => [''],
  webhooks: () => [''],
  // Checked in integrations.spec.ts, which creates one.
  webhook: () => [],
  log: () => [''],
  account: () => [''],
  help: () => ['page=orders', 'q=hold'],
}

const addressesIn = (about: About): string[] =>
  (Object.keys(ADDRESSES) as OfficePageName[]).flatMap((name) =>
    ADDRESSES[name](about).map((query) => `${OFFICE_PAGES[name].path}?${query}`),
  )

let about: About

async function signIn(page: Page, shop: Parameters<typeof enterCode>[1]) {
  await page.waitForTimeout(Math.max(0, 30_500 - (Date.now() - Date.parse((await shop.mailbox(OWNER))[0]!.date))))
  await enterCode(page, shop, OWNER, entrance.check)
}

story('sets up an owner with an event, an order and a team', async ({ newBuyer, buyer }) => {
  const { page, shop } = await newBuyer()
  await openOffice(page, shop, OWNER)
  await createEvent(page, shop, 'Every page', { inDays: 5, where: '' })
  const event = /organiser_id=\d+&event_id=\d+/.exec(page.url())![0]
  const cancel = await page.locator('a[href*="date_id="]').first().getAttribute('href')
  await expect(async () => {
    await buyer.fillBasket('every-page', { Ticket: 2 })
  }).toPass()
  await buyer.orderByCard(newEmail('ada'))
  await page.goto(`${shop.url}${OFFICE_PAGES.find.path}?q=ada`)
  await page.getByRole('row').nth(1).getByRole('link').click()
  await expect(page.getByRole('heading', { level: 1 })).toContainText('FY-')
  const order = /order_id=\d+/.exec(page.url())![0]
  const change = await page.locator('a[href*="ticket_id="]').first().getAttribute('href')
  await page.goto(`${shop.url}${OFFICE_PAGES.codes.path}?${event}`)
  await page.getByLabel(codes['make.count']).fill('2')
  await page.getByLabel(codes['make.prefix']).fill('FLY')
  await page.getByLabel(codes['make.percent']).fill('10')
  await page.getByRole('button', { name: codes['make.submit'] }).click()
  const code = await page.locator('a[href*="code_id="]').first().getAttribute('href')
  const idIn = (href: string | null, name: string) => new RegExp(`${name}=\\d+`).exec(href!)![0]
  about = {
    event,
    order,
    date: idIn(cancel, 'date_id'),
    ticket: idIn(change, 'ticket_id'),
    code: idIn(code, 'code_id'),
  }
  await page.context().storageState({ path: STATE })
})

const STATE = `${process.env.TMPDIR ?? '/tmp'}/foyer-office-${process.pid}.json`

story('every form of every page shows what was typed after a refusal', async ({ newBuyer }) => {
  const { page, shop } = await newBuyer({ storageState: STATE })
  const lost: Record<string, unknown> = {}
  let forms = 0
  for (const address of addressesIn(about)) {
    await page.goto(`${shop.url}${address}`)
    for (const form of await filledForms(page)) {
      if (!form.sent.some(([name]) => name === 'organiser_id')) continue
      // With an organiser that doesn't exist, so that nothing changes and the page shows the form again.
      const body = new URLSearchParams(form.sent)
      body.set('organiser_id', '987654321')
      const response = await page.request.post(page.url(), {
        headers: { 'content-type': 'application/x-www-form-urlencoded' },
        data: body.toString(),
      })
      // A call without typed input, such as the choice of a month, may refuse the whole body.
      if (response.status() === 400) continue
      expect(response.status(), `${address} ${form.call}`).toBe(404)
      forms += 1
      const shown = await shownIn(page, await response.text(), form)
      const isShown = new Set(shown.map((pair) => pair.join('=')))
      const missing = form.typed.filter((pair) => !isShown.has(pair.join('=')))
      if (missing.length > 0 || shown.length !== form.typed.length) lost[`${address} ${form.call}`] = { missing, shown }
    }
  }
  expect(forms).toBeGreaterThan(20)
  expect(lost).toEqual({})
})

for (const javaScriptEnabled of [true, false])
  story(
    `a form survives the end of its session, ${javaScriptEnabled ? 'with' : 'without'} JavaScript`,
    async ({ newBuyer }) => {
      const { page, shop } = await newBuyer({ javaScriptEnabled, storageState: STATE })
      await page.goto(`${shop.url}${OFFICE_PAGES.new_event.path}`)
      const title = `Typed ${javaScriptEnabled ? 'with' : 'without'} script`
      await page.getByLabel(newEvent.name).fill(title)
      await page.getByLabel(newEvent.day).fill('2031-02-03')
      await page.getByLabel(newEvent.starts).fill('19:30')
      await page.getByLabel(newEvent.howMany).fill('80')
      await page.getByLabel(newEvent.price).fill('6')
      await page.getByLabel(newEvent.description, { exact: false }).fill('A long description\nof two lines')
      await page.context().clearCookies()
      await page.getByRole('button', { name: newEvent.publish }).click()
      await expect(page.getByText(entrance.waiting)).toBeVisible()
      await signIn(page, shop)
      await expect(page.getByText(office.resumed)).toBeVisible()
      await expect(page.getByLabel(newEvent.name)).toHaveValue(title)
      await expect(page.getByLabel(newEvent.description, { exact: false })).toHaveValue(
        'A long description\nof two lines',
      )
      await page.getByRole('button', { name: newEvent.publish }).click()
      await expect(page.getByRole('heading', { level: 1 })).toContainText(title)

      // A form that is submitted in place with JavaScript.
      await page.locator('summary', { hasText: eventPage.duplicate }).click()
      await page.getByLabel(eventPage['duplicate.title']).fill(`Copy, ${title}`)
      await page.context().clearCookies()
      await page.getByRole('button', { name: eventPage['duplicate.submit'] }).click()
      await expect(page.getByText(entrance.waiting)).toBeVisible()
      await signIn(page, shop)
      await expect(page.getByLabel(eventPage['duplicate.title'])).toHaveValue(`Copy, ${title}`)
      await page.getByRole('button', { name: eventPage['duplicate.submit'] }).click()
      await expect(page.getByRole('heading', { level: 1 })).toContainText(`Copy, ${title}`)
    },
  )

story('every page passes axe at every width and in both themes', async ({ newBuyer }) => {
  const { page, shop } = await newBuyer({ storageState: STATE })
  const found: Record<string, string[]> = {}
  for (const address of addressesIn(about)) {
    const response = await page.goto(`${shop.url}${address}`)
    expect(response!.status(), address).toBe(200)
    await page.evaluate(() => {
      for (const details of document.querySelectorAll('details')) details.open = true
    })
    for (const width of WIDTHS) {
      await page.setViewportSize({ width, height: 800 })
      for (const theme of ['light', 'dark'] as const) {
        await setTheme(page, theme)
        const isWhole = EVERY || (theme === 'light' && width === 360)
        const isColours = theme === 'dark' && width === 360
        const problems =
          isWhole || isColours
            ? await accessibilityProblems(page, { coloursOnly: !isWhole })
            : await page.evaluate(() =>
                document.documentElement.scrollWidth > innerWidth ? ['stands out sideways'] : [],
              )
        if (problems.length > 0) found[`${address}, ${width}, ${theme}`] = problems
      }
    }
  }
  expect(found).toEqual({})
})
