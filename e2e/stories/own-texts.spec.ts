import { fill } from '@foyer/contract/fill.ts'
import { account, common, signIn } from '@foyer/contract/messages.ts'
import { office, pictures } from '@foyer/contract/office/messages.ts'
import { OFFICE_PAGES } from '@foyer/contract/office/pages.ts'
import { texts as t } from '@foyer/contract/office/texts/messages.en.ts'
import { eventPath, orderPath, PAGES } from '@foyer/contract/pages.ts'
import { accessibilityProblems } from '../support/accessibility.ts'
import { newEmail } from '../support/buyer.ts'
import { createEvent, expectAccessible, openOffice, openPlace } from '../support/office.ts'
import { expect, story } from '../support/story.ts'

// The story creates the first staff member of a shop.
story.use({ shopEnv: { LOG_LEVEL: 'error' } })

const CITED = `${PAGES.terms}#s4.10`
const OWN = /^Terms of /

story(
  'a shop and an organiser have terms of their own; a buyer reads them before paying, and the order keeps them',
  async ({ buyer, newBuyer }) => {
    const { page: staff, shop } = await newBuyer()
    const { page } = buyer
    await buyer.open(CITED)
    await expect(page.getByText('4.10')).toBeInViewport()

    await openOffice(staff, shop, newEmail('texts-operator'))
    await createEvent(staff, shop, 'Own Terms Night', { price: '0' })
    await openPlace(staff, office['nav.settings'], office['tab.shop'])
    await staff.getByRole('link', { name: pictures['shop.texts'] }).click()
    await expect(staff.getByText(t.template)).toBeVisible()
    await expectAccessible(staff, 'the texts of the shop')
    const field = staff.getByRole('textbox', { name: t.html })
    await field.fill('<h3>1. Us</h3><p>1.1 The law of [law] and the courts of [court].</p><p>[phone]</p>')
    await staff.getByRole('button', { name: t.save }).click()
    await expect(staff.getByText('Fill in what is still in brackets: [phone]')).toBeVisible()
    await field.fill('<h3>1. Us</h3><p>1.1 The law of [law] and the courts of [court].</p>')
    await staff.getByRole('button', { name: t.save }).click()
    await expect(staff.getByRole('heading', { name: t.versions })).toBeVisible()
    await staff.getByRole('link', { name: fill(t.show, { version: 1 }) }).click()
    await expect(staff.getByText('The law of England and Wales and the courts of England and Wales.')).toBeVisible()
    await expectAccessible(staff, 'a version of a text')

    await expect(async () => {
      await page.reload()
      await expect(page.getByText(/^1\.1 The law of/)).toBeVisible({ timeout: 500 })
    }).toPass()
    // The clause that the basket cites is there, although the text has none.
    await expect(page.locator('[id="s4.10"]')).toContainText('Refund protection')
    expect(await accessibilityProblems(page), 'own terms').toEqual([])

    await staff.goto(`${shop.url}${OFFICE_PAGES.texts.path}`)
    await expect(staff.getByText(t.none)).toBeVisible()
    await staff.getByRole('textbox', { name: t.html }).fill('<p>Bring a torch.</p>')
    await staff.getByRole('button', { name: t.save }).click()
    await expect(staff.getByRole('heading', { name: t.versions })).toBeVisible()
    await expectAccessible(staff, 'the terms of an organiser')

    await expect(async () => {
      await buyer.open(eventPath('own-terms-night'))
      await expect(page.getByRole('link', { name: OWN })).toBeVisible({ timeout: 500 })
    }).toPass()
    await buyer.fillBasket('own-terms-night', { Ticket: 1 })
    await expect(page.getByRole('link', { name: OWN })).toBeVisible()
    expect(await accessibilityProblems(page), 'a basket with terms').toEqual([])
    await buyer.reserve()
    await expect(page.getByLabel(signIn['account.email'])).toBeVisible()
    const { sale_reference } = await buyer.checkout()
    // A later edit changes no order.
    await staff.getByRole('textbox', { name: t.html }).fill('<p>Bring two torches.</p>')
    await staff.getByRole('button', { name: t.save }).click()
    await expect(staff.getByRole('link', { name: fill(t.show, { version: 2 }) })).toBeVisible()
    const email = newEmail('torch')
    await buyer.continueAsGuest(email)
    await buyer.declineNews()
    await buyer.expectCompleted()
    const [mail] = await buyer.ticketMails(email)
    const file = { filename: expect.stringMatching(/^terms-\d+\.html$/) }
    expect(mail!.attachments.slice(2)).toMatchObject([file, file])
    await buyer.open(orderPath(sale_reference))
    await expect(page.getByText(account['order.texts'])).toBeVisible()
    await expect(page.getByRole('link', { name: common['footer.terms'] })).toHaveCount(2)
    await page.getByRole('link', { name: OWN }).click()
    await expect(page.getByText('Bring a torch.')).toBeVisible()
  },
)
