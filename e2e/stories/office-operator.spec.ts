import { ERRORS } from '@foyer/contract/errors.ts'
import { fill } from '@foyer/contract/fill.ts'
import { shop as words } from '@foyer/contract/messages.ts'
import { health } from '@foyer/contract/office/health/messages.en.ts'
import { entrance, home, office } from '@foyer/contract/office/messages.ts'
import { organiserPage as one, organisers as t } from '@foyer/contract/office/organisers/messages.en.ts'
import { newEmail } from '../support/buyer.ts'
import { createEvent, enterCode, expectAccessible, invitationTo, openOffice, openPlace } from '../support/office.ts'
import { expect, story } from '../support/story.ts'

// The story needs a fresh shop, because it creates its first staff member.
story.use({ shopEnv: { LOG_LEVEL: 'error' } })

const HALL = 'Mill Lane Hall'
const EVENT = '/events/harvest-tea/'

story(
  'the operator adds an organiser without a terminal, closes it while its tickets stay valid, and reopens it',
  async ({ newBuyer, buyer }) => {
    const { page, shop } = await newBuyer()
    await openOffice(page, shop, newEmail('operator'))
    await openPlace(page, office['nav.settings'], office['tab.organisers'])
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(t.title)
    await expectAccessible(page, 'the organisers')
    const owner = newEmail('hall-owner')
    await page.getByLabel(t['add.name']).fill(HALL)
    await page.getByLabel(t['add.email']).fill(owner)
    await page.getByRole('button', { name: t['add.button'] }).click()
    await expect(page.getByRole('row').filter({ hasText: HALL })).toContainText(owner)

    // The owner follows the email and puts a free event on sale.
    const hall = await newBuyer()
    await hall.page.goto(await invitationTo(shop, owner))
    await enterCode(hall.page, shop, owner, entrance['check.join'])
    await hall.page.getByLabel(entrance.name).fill('Hanna Hall')
    await hall.page.getByRole('button', { name: entrance['invitation.accept'] }).click()
    await expect(hall.page.getByRole('heading', { name: home.first })).toBeVisible()
    await createEvent(hall.page, shop, 'Harvest tea', { price: '0' })

    await expect(async () => {
      await buyer.fillBasket('harvest-tea', { Ticket: 1 })
    }).toPass()
    await buyer.reserve()
    await buyer.continueAsGuest(newEmail('tea'))
    await buyer.declineNews()
    await buyer.expectCompleted()
    const late = await newBuyer()
    await late.fillBasket('harvest-tea', { Ticket: 1 })

    await openPlace(page, office['nav.settings'], office['tab.organisers'])
    await page.getByRole('link', { name: HALL, exact: true }).click()
    await expect(page.getByText(fill(one['stops.events'], { n: 1, titles: 'Harvest tea' }))).toBeVisible()
    await expect(page.getByText(fill(one['goesOn.tickets'], { n: 1 }))).toBeVisible()
    await expectAccessible(page, 'an organiser that is open')
    await page.getByRole('button', { name: fill(one.close, { name: HALL }) }).click()
    await expect(page.getByText(one.closedNow)).toBeVisible()
    await expectAccessible(page, 'an organiser that is closed')

    const closed = fill(words['event.closed'], { organiser: HALL })
    await late.reserve()
    await expect(late.page.getByText(ERRORS.not_on_sale[1])).toBeVisible()
    await expect(async () => {
      await late.open(EVENT)
      await expect(late.page.getByText(closed)).toBeVisible({ timeout: 500 })
    }).toPass()
    await hall.page.goto(`${shop.url}/office/`)
    await expect(hall.page.getByText(home['need.closed'])).toBeVisible()

    // What is sold stays valid.
    await buyer.page.reload()
    await buyer.expectCompleted()
    await buyer.openWallet()
    expect(await buyer.countCodes()).toBe(1)

    await page.getByRole('button', { name: fill(one.reopen, { name: HALL }) }).click()
    await expect(page.getByRole('button', { name: fill(one.close, { name: HALL }) })).toBeVisible()
    await expect(async () => {
      await late.open(EVENT)
      await expect(late.page.getByText(closed)).toBeHidden({ timeout: 500 })
    }).toPass()
    await late.openBasket()
    await late.reserve()
    await late.continueAsGuest(newEmail('late'))
    await late.declineNews()
    await late.expectCompleted()

    await openPlace(page, office['nav.settings'], office['tab.health'])
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(health.title)
    await expect(page.getByText(health['jobs.none'])).toBeVisible()
    await expectAccessible(page, 'the health of the installation')
  },
)
