import { eventPage, newEvent } from '@foyer/contract/office/events/messages.en.ts'
import { entrance, home, office } from '@foyer/contract/office/messages.ts'
import { find } from '@foyer/contract/office/orders/messages.en.ts'
import { OFFICE_PAGES } from '@foyer/contract/office/pages.ts'
import { expect, type Page } from '@playwright/test'
import { accessibilityProblems, setTheme } from './accessibility.ts'
import type { Shop } from './shop.ts'

/** The one-time link printed when the shop first starts. */
export const firstLink = (shop: Shop) => /http:\S+\/office\/first\/\?token=[\w-]+/.exec(shop.printed())![0]

/** Requests a code and enters it, in the sign-in forms. */
export async function enterCode(page: Page, shop: Shop, email: string, check: string): Promise<void> {
  await page.getByLabel(entrance.email).fill(email)
  await page.getByRole('button', { name: entrance.send, exact: true }).click()
  await expect(page.getByLabel(entrance.code, { exact: true })).toBeVisible()
  await page.getByLabel(entrance.code, { exact: true }).fill(await codeFor(shop, email))
  await page.getByRole('button', { name: check, exact: true }).click()
}

async function codeFor(shop: Shop, email: string): Promise<string> {
  const findCode = async () =>
    /^(\d{6}) /.exec((await shop.mailbox(email)).find(({ subject }) => /^\d{6} /.test(subject))?.subject ?? '')
  await expect.poll(async () => (await findCode()) !== null).toBe(true)
  return (await findCode())![1]!
}

/** Opens the office of a new shop as its first person, by the one-time link. */
export async function openOffice(page: Page, shop: Shop, email: string): Promise<void> {
  // On a busy machine it is printed some time after the shop answers.
  await expect.poll(() => shop.printed().includes(OFFICE_PAGES.first.path)).toBe(true)
  await page.goto(firstLink(shop))
  await enterCode(page, shop, email, entrance['check.join'])
  await page.getByLabel(entrance.name).fill('Olive Owner')
  await page.getByRole('button', { name: entrance['first.join'] }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(home.title)
}

/** Opens a place of the menu, which on a phone may be behind "More", and then one of its tabs. */
export async function openPlace(page: Page, place: string, tab?: string): Promise<void> {
  const menu = page.getByRole('navigation', { name: office['nav.label'], exact: true })
  const link = menu.getByRole('link', { name: place, exact: true })
  const more = menu.getByRole('button', { name: office['nav.more'] })
  if ((await more.isVisible()) && !(await link.isVisible())) await more.click()
  await link.click()
  if (tab === undefined) return
  const tabs = page.getByRole('navigation', { name: place, exact: true })
  await tabs.getByRole('link', { name: tab, exact: true }).click()
}

/** Searches orders from any page, which on a phone may have a link to the search in place of its box. */
export async function findOrders(page: Page, q: string): Promise<void> {
  const link = page.getByRole('link', { name: find.label })
  if (await link.isVisible()) await link.click()
  await page.getByRole('searchbox', { name: find.label }).fill(q)
  await page.getByRole('button', { name: find.button, exact: true }).click()
}

/** Chooses another organiser in the menu, on a phone behind "More". */
export async function switchOrganiser(page: Page, name: string): Promise<void> {
  const menu = page.getByRole('navigation', { name: office['nav.label'], exact: true })
  const more = menu.getByRole('button', { name: office['nav.more'] })
  if (await more.isVisible()) await more.click()
  const choice = menu.getByLabel(office['nav.organiser']).filter({ visible: true })
  const before = page.url()
  await choice.selectOption(name)
  const button = menu.getByRole('button', { name: office['nav.switch'] }).filter({ visible: true })
  // Where scripts run, the choice acts at once.
  if (await button.isVisible()) await button.click()
  await page.waitForURL((url) => url.href !== before)
}

/** Opens a tab of the event that is open, and then one of its pages. */
export async function openTab(page: Page, tab: string, name?: string): Promise<void> {
  const tabs = page.getByRole('navigation', { name: eventPage.sections })
  await tabs.getByRole('link', { name: tab, exact: true }).click()
  if (name !== undefined) await tabs.getByRole('link', { name, exact: true }).click()
}

/** Follows a link at the top of an event's pages, which on a phone may be behind "More". */
export async function openAct(page: Page, name: string): Promise<void> {
  const link = page.getByRole('link', { name, exact: true })
  if (!(await link.isVisible()))
    await page.getByRole('main').getByRole('button', { name: office['nav.more'], exact: true }).click()
  await link.click()
}

/** The link of an invitation to the office, from its email. */
export async function invitationTo(shop: Shop, email: string): Promise<string> {
  await expect
    .poll(async () => (await shop.mailbox(email)).some(({ text }) => text.includes('/office/invitation/')))
    .toBe(true)
  const mail = (await shop.mailbox(email)).find(({ text }) => text.includes('/office/invitation/'))!
  return /http:\S+\/office\/invitation\/\?token=[\w-]+/.exec(mail.text)![0]
}

/** Puts an event at £6, or another price, on sale with the short form; without a venue if `where` is empty. */
export async function createEvent(
  page: Page,
  shop: Shop,
  title: string,
  {
    inDays = 20,
    places = 80,
    where = 'Mill Hall',
    price = '6',
  }: { inDays?: number; places?: number; where?: string; price?: string } = {},
): Promise<void> {
  await page.goto(`${shop.url}${OFFICE_PAGES.new_event.path}`)
  await page.getByLabel(newEvent.name).fill(title)
  await page.getByLabel(newEvent.day).fill(new Date(Date.now() + inDays * 86_400_000).toISOString().slice(0, 10))
  await page.getByLabel(newEvent.starts).fill('19:30')
  await page.getByLabel(newEvent.howMany).fill(String(places))
  await page.getByLabel(newEvent.price).fill(price)
  if (where) await page.getByLabel(newEvent.where).fill(where)
  await page.getByRole('button', { name: newEvent.publish }).click()
  await expect(page.getByRole('heading', { level: 1 })).toContainText(title)
}

/** Checks accessibility at phone and desktop widths, and the colours of the dark theme at the desktop's, which shows more. */
export async function expectAccessible(page: Page, where: string): Promise<void> {
  const size = page.viewportSize()!
  // A form's response is a new document, whose heading can be visible before its stylesheet has loaded.
  await page.waitForLoadState('load')
  for (const width of [360, 1280]) {
    await page.setViewportSize({ width, height: 800 })
    expect(await accessibilityProblems(page), `${where}, ${width}`).toEqual([])
  }
  await setTheme(page, 'dark')
  expect(await accessibilityProblems(page, { coloursOnly: true }), `${where}, dark`).toEqual([])
  await setTheme(page, 'light')
  await page.setViewportSize(size)
}
