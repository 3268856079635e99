import { account, eventFeedback } from '@foyer/contract/messages.ts'
import { eventPage, previewing } from '@foyer/contract/office/events/messages.en.ts'
import { give } from '@foyer/contract/office/give/messages.en.ts'
import { office } from '@foyer/contract/office/messages.ts'
import { feedbackPage } from '@foyer/contract/office/orders/messages.en.ts'
import { OFFICE_PAGES } from '@foyer/contract/office/pages.ts'
import { PAGES } from '@foyer/contract/pages.ts'
import type { Config } from '@foyer/server/config.ts'
import { systemRandom } from '@foyer/server/random.ts'
import { feedbackUrl } from '@foyer/server/tickets/reminder/feedback-link.ts'
import { newEmail } from '../support/buyer.ts'
import { createEvent, expectAccessible, openAct, openOffice, openPlace, openTab } from '../support/office.ts'
import { expect, story } from '../support/story.ts'

const SESSION_SECRET = 'a secret of these stories, which nobody else has'
// The story needs a fresh shop, because it creates its first staff member.
story.use({ shopEnv: { LOG_LEVEL: 'error', SESSION_SECRET } })
story.skip(({ isMobile }) => isMobile, 'the pages are checked at both widths below')

story(
  'gives tickets away by email, to one person and to a list; guests send feedback, which staff read',
  async ({ newBuyer }) => {
    const { page, shop } = await newBuyer()
    await openOffice(page, shop, newEmail('gives'))
    await page.goto(`${shop.url}${OFFICE_PAGES.give.path}`)
    await expectAccessible(page, 'nothing to give')
    await createEvent(page, shop, 'Press night', { where: '', places: 5 })
    const eventQuery = /organiser_id=\d+&event_id=\d+/.exec(page.url())![0]

    // Emails before and after the event, with its own texts.
    await openTab(page, eventPage['tab.promote'], 'Emails')
    await expectAccessible(page, 'emails of an event')
    await page.getByLabel('Remind people before the event').check()
    await page.getByLabel('Days before').fill('-1')
    await page.getByRole('button', { name: eventPage.save }).click()
    await expect(page.getByRole('alert').first()).toBeVisible()
    await expectAccessible(page, 'emails of an event, refused')
    await page.getByLabel('Days before').fill('2')
    await page.getByLabel('What you add to the reminder').fill('Dear {first_name}, **bring a pen**.')
    await page.getByLabel('Thank people after the event').check()
    await page.getByLabel('Ask how it was').check()
    await page.getByRole('button', { name: eventPage.save }).click()
    await expect(page.getByRole('alert')).toBeHidden()
    await expect(page.getByLabel('Days before')).toHaveValue('2')
    await openAct(page, previewing.title)
    await expect(page.getByRole('heading', { name: previewing.emails })).toBeVisible()
    await expect(page.getByText('bring a pen')).toBeVisible()
    await expectAccessible(page, 'preview of emails')

    // One person, then a list with a mistake in it, for which nobody gets a ticket.
    await page.goto(`${shop.url}${OFFICE_PAGES.give.path}?${eventQuery.split('&')[0]}`)
    await page.getByRole('button', { name: give.show }).click()
    await expectAccessible(page, 'giving tickets')
    const ada = newEmail('one')
    await page.getByLabel(give.people).fill(`Ada Lovelace, ${ada}`)
    await page.getByLabel(give.reason, { exact: true }).fill('Press')
    await page.getByRole('button', { name: give.button }).click()
    await expect(page.getByText(give['given.one'])).toBeVisible()
    await expectAccessible(page, 'tickets are given')
    const subjects = async (to: string) => (await shop.mailbox(to)).map(({ subject }) => subject)
    await expect.poll(() => subjects(ada)).toHaveLength(1)

    const [grace, jose] = [newEmail('two'), newEmail('three')]
    await page.getByLabel(give.people).fill(`Grace Hopper\t${grace}\nJosé Núñez, not-an-address`)
    await page.getByLabel(give.reason, { exact: true }).fill('Cast')
    await page.getByRole('button', { name: give.button }).click()
    await expect(page.getByRole('alert')).toBeVisible()
    await expectAccessible(page, 'a list with a slip')
    expect(await subjects(grace)).toEqual([])
    await page.getByLabel(give.people).fill(`Grace Hopper\t${grace}\nJosé Núñez, ${jose}`)
    await page.getByRole('button', { name: give.button }).click()
    await expect(page.getByText('The tickets are on their way to 2 people.')).toBeVisible()
    for (const email of [grace, jose]) await expect.poll(() => subjects(email)).toHaveLength(1)
    // The recipient finds the tickets in a wallet after entering a code.
    const guest = await newBuyer()
    await guest.open(PAGES.wallet)
    await guest.proveEmail(ada)
    await guest.expectStep(account['wallet.title'])
    expect(await guest.countCodes()).toBe(1)

    // The thank-you email is sent after the date, so its link is created here in the same way.
    await page.getByRole('link', { name: give.orders }).click()
    await page.getByRole('row').filter({ hasText: 'Ada Lovelace' }).getByRole('link').first().click()
    await expect(page.getByRole('heading', { level: 1 })).toContainText('FY-')
    const saleId = Number(/order_id=(\d+)/.exec(page.url())![1])
    const config = { publicUrl: shop.url, sessionSecret: SESSION_SECRET } as Config
    const link = (id = saleId) =>
      feedbackUrl(
        { config, random: systemRandom },
        { saleId: id, eventId: Number(eventQuery.split('=')[2]), name: 'Ada Lovelace' },
      )

    await page.goto(`${shop.url}${OFFICE_PAGES.feedback.path}?${eventQuery.split('&')[0]}`)
    await expect(page.getByText(feedbackPage.none)).toBeVisible()
    const reader = await newBuyer()
    await reader.page.goto(link())
    await expect(reader.page.getByRole('heading', { level: 1 })).toHaveText('How was Press night?')
    expect(reader.page.url(), 'the link is not left in the address').not.toContain('link=')
    await expectAccessible(reader.page, 'how it was')
    await reader.page.getByLabel(eventFeedback.message).fill('The pens were “excellent”,\nthe seats less so.')
    await reader.button(eventFeedback.send).click()
    await expect(reader.page.getByText(eventFeedback.sent)).toBeVisible()
    await expectAccessible(reader.page, 'thank you')
    const stranger = await newBuyer()
    await stranger.page.goto(link().slice(0, -4))
    await expect(stranger.page.getByText(eventFeedback.expired)).toBeVisible()
    await expectAccessible(stranger.page, 'a link that ended')

    await openPlace(page, office['nav.people'], office['tab.feedback'])
    await expect(page.getByText('the seats less so')).toBeVisible()
    await expect(page.getByText('Ada Lovelace')).toBeVisible()
    await expectAccessible(page, 'what buyers say')
  },
)
