import { readFileSync } from 'node:fs'
import { fill } from '@foyer/contract/fill.ts'
import { checkout as t } from '@foyer/contract/messages.ts'
import { giftAid } from '@foyer/contract/office/gift-aid/messages.en.ts'
import { orderPage } from '@foyer/contract/office/orders/messages.en.ts'
import { OFFICE_PAGES } from '@foyer/contract/office/pages.ts'
import { readSchedule } from '@foyer/server/office/gift-aid/hmrc-rules.testing.ts'
import { CARDS, newEmail, STEPS } from '../support/buyer.ts'
import { expectAccessible, findOrders, openOffice, switchOrganiser } from '../support/office.ts'
import { expect, story } from '../support/story.ts'

// The story needs a fresh shop, because it creates its first staff member.
story.use({ shopEnv: { LOG_LEVEL: 'error' } })

story(
  'refunds one of two half-price tickets but not the donation, whose Gift Aid is claimed once',
  async ({ newBuyer, buyer, isMobile }) => {
    const { page, shop } = await newBuyer()
    await openOffice(page, shop, newEmail('treasurer'))

    const email = newEmail('donor')
    await buyer.addTickets('bell-supper', { Place: 2 })
    await buyer.openBasket()
    await buyer.applyCode('HALF')
    await buyer.reserve()
    await buyer.expectStep('Keep the bells ringing?')
    await buyer.page.getByRole('radio', { name: '£10' }).check({ force: true })
    await buyer.pressContinue()
    await buyer.expectStep(STEPS.giftAid)
    await buyer.page.getByLabel(t['giftAid.optIn']).check({ force: true })
    for (const statement of ['giftAid.taxpayer', 'giftAid.ownMoney', 'giftAid.notGambling'] as const)
      await buyer.page.getByLabel(t[statement]).check({ force: true })
    await buyer.pressContinue()
    await buyer.continueAsGuest(email, 'Łucja Smith-Jones')
    await buyer.declineNews()
    await buyer.payByCard(CARDS.good)
    await buyer.expectCompleted()
    // Two tickets at £10, a fee of £1 each, and the donation with its own fee of £0.54.
    expect(await buyer.paymentsTaken()).toEqual([3254])

    await switchOrganiser(page, 'The Bell Trust')
    await findOrders(page, email)
    await page.getByRole('row').nth(1).getByRole('link').click()
    const lastTicket = page.getByRole('listitem').filter({ hasText: orderPage.refundTicket }).last()
    await lastTicket.getByText(orderPage.refundTicket).click()
    await lastTicket.getByRole('button', { name: fill(orderPage['refundTicket.button'], { worth: '£11.00' }) }).click()
    await expect(page.getByText(/1 refunded/)).toBeVisible()
    const order = page.url()

    await page.goto(`${shop.url}${OFFICE_PAGES.gift_aid.path}?${/organiser_id=\d+/.exec(order)![0]}`)
    if (!isMobile) await expectAccessible(page, 'an incomplete declaration')
    const incomplete = page.getByRole('listitem').filter({ hasText: giftAid['lacks.address'] })
    await incomplete.getByText(giftAid.complete).click()
    await incomplete.getByLabel(giftAid['complete.address']).fill('1 Quay Street')
    await incomplete.getByLabel(giftAid['complete.postcode']).fill('sw1a1aa')
    const inUk = incomplete.getByLabel(giftAid['complete.uk'])
    if (!(await inUk.isChecked())) await inUk.check({ force: true })
    await incomplete.getByRole('button', { name: giftAid['complete.save'] }).click()
    await page.getByText(giftAid['readyList.title']).first().click()
    await expect(page.getByRole('rowheader', { name: 'Lucja Smith Jones' })).toBeVisible()
    if (!isMobile) await expectAccessible(page, 'a donation that is ready')
    await page.getByRole('button', { name: giftAid.claim }).click()
    await expect(page.getByRole('button', { name: giftAid.claim })).toHaveCount(0)
    if (!isMobile) await expectAccessible(page, 'a claim')

    const download = page.waitForEvent('download')
    await page.getByRole('button', { name: giftAid.file }).click()
    const file = await download
    expect(file.suggestedFilename()).toMatch(/\.ods$/)
    const { faults, rows } = readSchedule(readFileSync(await file.path()), new Date().toISOString().slice(0, 10))
    expect(faults).toEqual([])
    expect(rows).toHaveLength(1)
    expect(rows[0]).toEqual(expect.arrayContaining(['Lucja', 'Smith Jones', 'SW1A 1AA', '10.00']))
  },
)
