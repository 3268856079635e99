import { fill } from '@foyer/contract/fill.ts'
import { account, door as d, shop as words } from '@foyer/contract/messages.ts'
import { PAGES } from '@foyer/contract/pages.ts'
import { CARDS, newEmail } from '../support/buyer.ts'
import { expect, story } from '../support/story.ts'

const ACCESS_CODE = 'a door of the stories'
story.use({ shopEnv: { DOOR_ACCESS_CODE: ACCESS_CODE } })

story(
  'Adult and Child share the hall’s capacity, and a numbered seat sells at the Child price',
  async ({ buyer, newBuyer }, { project }) => {
    const { page } = buyer
    const slug = `village-play-${project.name}`
    await buyer.open(PAGES.event.replace(':slug', slug))
    await buyer.setQuantity('Adult', 2)
    await buyer.setQuantity('Child', 1)
    const seat = (state: string) => page.getByRole('checkbox', { name: fill(state, { label: 'A2' }) })
    await seat(words['seats.free']).press('Space')
    await expect(seat(words['seats.chosen'])).toBeChecked()
    await page.getByLabel('A2', { exact: true }).selectOption({ label: 'Stalls, child · £15.00' })
    await buyer.addToBasket()
    await buyer.openBasket()
    await expect(buyer.line('Stalls, child')).toContainText('Row A, seat 2')
    await buyer.reserve()
    await buyer.continueAsGuest(newEmail('village-play'))
    await buyer.declineNews()

    const next = await newBuyer()
    await next.open(PAGES.event.replace(':slug', slug))
    const rowOf = (name: string) =>
      next.page.getByRole('listitem').filter({ has: next.page.getByRole('heading', { name, exact: true }) })
    for (const name of ['Adult', 'Child']) await expect(rowOf(name)).toContainText(words['tickets.soldOut'])
    const taken = next.page.getByRole('checkbox', { name: fill(words['seats.taken'], { label: 'A2' }) })
    await expect(taken, 'the same seat at every price').toHaveCount(1)

    await buyer.payByCard(CARDS.good)
    await buyer.expectCompleted()
    expect(await buyer.paymentsTaken()).toEqual([4000])
    await buyer.openWallet()
    expect(await buyer.countCodes()).toBe(4)
    await expect(page.getByText('Stalls, child').first()).toBeAttached()
  },
)

story(
  'an access code reveals a ticket type, a buyer names a price, and a programme is collected at the door',
  async ({ buyer, newBuyer }) => {
    const { page } = buyer
    await buyer.open(PAGES.event.replace(':slug', 'village-fair'))
    await expect(page.getByRole('heading', { name: 'Friends' })).toHaveCount(0)
    await page.getByLabel(words['access.title']).fill('neighbour')
    await buyer.button(words['access.button']).click()
    await expect(page.getByText(words['access.opened'])).toBeVisible()
    await buyer.waitForHydration()
    await page.getByLabel(fill(words['tickets.amountName'], { name: 'Pay what you can' })).fill('4.50')
    for (const name of ['Pay what you can', 'Friends', 'Programme']) await buyer.setQuantity(name, 1)
    await buyer.addToBasket()
    await buyer.openBasket()
    await buyer.orderByCard(newEmail('village-fair'))
    expect(await buyer.paymentsTaken()).toEqual([1350])
    await buyer.openWallet()
    expect(await buyer.countCodes()).toBe(3)
    // Tickets have signed codes for a door without a network; extras to collect have short ones.
    const codes = await page.getByRole('img', { name: /^QR code of ticket / }).all()
    const labels = await Promise.all(codes.map((code) => code.getAttribute('aria-label')))
    const programme = labels.at(-1)!.replace(fill(account['wallet.codeLabel'], { code: '' }), '')

    const door = await newBuyer()
    await door.open(PAGES.door)
    await door.page.getByLabel(d['door.accessCode']).fill(ACCESS_CODE)
    await door.page.getByLabel(d['door.name']).fill('Programmes')
    await door.button(d['door.open']).click()
    for (const verdict of [d['door.handOver'], d['door.collected']]) {
      await door.page.getByLabel(d['door.ticket']).fill(programme)
      await door.button(d['door.check']).click()
      await expect(door.page.getByRole('alert').getByText(verdict, { exact: true })).toBeVisible()
    }
  },
)
