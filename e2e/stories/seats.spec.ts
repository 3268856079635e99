import { ERRORS } from '@foyer/contract/errors.ts'
import { fill } from '@foyer/contract/fill.ts'
import { shop as words } from '@foyer/contract/messages.ts'
import { counter, seatsAtCounter } from '@foyer/contract/office/counter/messages.en.ts'
import { OFFICE_PAGES } from '@foyer/contract/office/pages.ts'
import { PAGES } from '@foyer/contract/pages.ts'
import { accessibilityProblems } from '../support/accessibility.ts'
import { newEmail } from '../support/buyer.ts'
import { expectAccessible, openOffice, switchOrganiser } from '../support/office.ts'
import { expect, story } from '../support/story.ts'

const EVENT = PAGES.event.replace(':slug', 'old-theatre')

story('a finger can press each seat of a hall that is wider than the phone', async ({ buyer, isMobile }) => {
  story.skip(!isMobile, 'what a phone shows')
  const { page } = buyer
  await buyer.open(EVENT)
  const seat = (label: string, state: string = words['seats.free']) =>
    page.getByRole('checkbox', { name: fill(state, { label }), exact: true })
  await seat('B4').evaluate((box) => box.scrollIntoView({ block: 'center' }))
  const sizes = await page.locator('label:has(> input[type="checkbox"] + [data-place])').evaluateAll((cells) =>
    cells.map((cell) => {
      const [target, face] = [cell.firstElementChild!, cell.lastElementChild!].map((part) =>
        part.getBoundingClientRect(),
      )
      return [target!.width, target!.height, face!.width, face!.height]
    }),
  )
  expect(sizes).toHaveLength(48)
  for (const [width, height, faceWidth, faceHeight] of sizes) {
    expect([Math.round(width!), Math.round(height!)]).toEqual([36, 36])
    expect(Math.min(faceWidth!, faceHeight!)).toBeGreaterThanOrEqual(32)
  }
  expect(await page.evaluate(() => document.documentElement.scrollWidth), 'the hall scrolls by itself').toBe(360)
})

story('the counter sells seats that are held back in three presses', async ({ newBuyer, isMobile }) => {
  const { page, shop } = await newBuyer()
  await openOffice(page, shop, newEmail('house-seats'))
  await page.goto(`${shop.url}${OFFICE_PAGES.counter.path}`)
  await switchOrganiser(page, 'Village Hall')
  const dates = page.getByLabel(counter.date)
  await dates.selectOption(await dates.locator('option', { hasText: 'Old Theatre' }).getAttribute('value'))
  await page.getByRole('button', { name: counter.show, exact: true }).click()

  // The number, the first seat, and the money.
  await page.getByRole('button', { name: '2 of Stalls' }).click()
  await expect(page.getByText(fill(seatsAtCounter.press, { n: 2 }))).toBeVisible()
  if (!isMobile) await expectAccessible(page, 'a hall at the counter')
  await page.getByRole('button', { name: /^A7\b/ }).click()
  await expect(page.getByText('Row A, seats 7 and 8', { exact: true })).toBeVisible()
  await expect(page.getByRole('status').filter({ hasText: 'Row A, seats 7 and 8' })).toContainText(
    fill(seatsAtCounter.keptFor, { reason: 'Press' }),
  )
  await page.getByRole('button', { name: counter.exact }).click()
  await expect(page.locator('.counter-paper')).toHaveCount(2)
  await expect(page.locator('.counter-paper').first()).toContainText('Stalls, A7')
})

story(
  '[41.5] a wheelchair user, a companion and two friends book online with one tick, without a call or a document',
  async ({ buyer }) => {
    const { page } = buyer
    await buyer.open(PAGES.event.replace(':slug', 'round-theatre'))
    const seat = (label: string, state: string = words['seats.free']) =>
      page.getByRole('checkbox', { name: fill(state, { label }), exact: true })
    const spaces = ['C1', 'C5'].map((label) => `${label}, ${words['seats.wheelchair']}, ${words['seats.stepFree']}`)
    await expect(seat('A1, pillar to the left')).toBeAttached()
    await seat(spaces[0]!).press('Space')
    await buyer.button(words['tickets.add']).filter({ visible: true }).click()
    await expect(page.getByText(ERRORS.access_needed[1]).first()).toBeVisible()

    const companion = seat(`C2, ${words['seats.companion']}`)
    await companion.press('Space')
    await expect(
      page.getByLabel(`C2, ${words['seats.companion']}`, { exact: true }).locator('option:checked'),
    ).toContainText('Companion')
    await seat(`C2, ${words['seats.companion']}`, words['seats.chosen']).press('Space')

    await page.getByLabel(words['seats.needed']).check()
    await page.getByLabel(words['seats.people']).selectOption('4')
    await page.getByRole('button', { name: words['seats.space'] }).click()
    expect(await accessibilityProblems(page), 'a hall with spaces').toEqual([])
    await page.getByRole('button', { name: words['seats.asList'] }).click()
    await expect(page.getByText(fill(words['seats.free'], { label: 'A1, pillar to the left' }))).toBeVisible()
    expect(await accessibilityProblems(page), 'the hall as a list').toEqual([])
    await buyer.addToBasket()
    await buyer.openBasket()
    const [first, second] = [
      ['C1', 'C2', 'C3'],
      ['C5', 'C6', 'C7'],
    ] as const
    const { tickets } = await buyer.checkout()
    const given = tickets.flatMap(({ seats }) => seats)
    const isGiven = (label: string) => given.some((name) => name.split(' ')[0] === label)
    expect([first, second].some((block) => block.every(isGiven))).toBe(true)
    expect(given.join()).toContain(`(${words['seats.wheelchair']})`)
    await expect(page.getByText(`(${words['seats.companion']})`).filter({ visible: true }).first()).toBeVisible()
    expect(tickets.map(({ ticket_name, qty }) => [ticket_name, qty]).sort()).toEqual([
      ['Companion', 1],
      ['Stalls', 3],
    ])
    await buyer.orderByCard(newEmail('access'))
    expect(await buyer.paymentsTaken()).toContain(7200)
    await buyer.openWallet()
    expect(await buyer.countCodes()).toBe(4)
  },
)
