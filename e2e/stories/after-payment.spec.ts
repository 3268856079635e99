import { readFileSync } from 'node:fs'
import { fill } from '@foyer/contract/fill.ts'
import { account, claiming, common, door as doors, mails, completed as t, waiver } from '@foyer/contract/messages.ts'
import { PAGES } from '@foyer/contract/pages.ts'
import { ukDate } from '@foyer/domain/format/dates.ts'
import { pdfText } from '@foyer/server/testing/pdf-text.ts'
import type { Page } from '@playwright/test'
import { type Buyer, CARDS, newEmail } from '../support/buyer.ts'
import { expect, story } from '../support/story.ts'

const DAY_MS = 86_400_000
const ACCESS_CODE = 'a door of the stories'
story.use({ shopEnv: { DOOR_ACCESS_CODE: ACCESS_CODE } })

/** The organiser's texts for the river trip contain what a page must not allow: scripts, external resources and overlays. */
async function expectHarmless(page: Page) {
  await expect(page.getByText('Bring water').first()).toBeVisible()
  await expect(page).not.toHaveTitle(/ran/)
  const foreign = page.locator(
    'main :is([style*="fixed"], [onclick], [onerror], iframe, script, style, [src*="evil"], a[href^="javascript:"])',
  )
  await expect(foreign).toHaveCount(0)
}

/** The ticket codes in the wallet, as they can be typed at the door. */
const codesIn = async (buyer: Buyer): Promise<string[]> => {
  await buyer.open(PAGES.wallet)
  await buyer.countCodes()
  const [before, after] = account['wallet.codeLabel'].split('{code}') as [string, string]
  const names = await buyer.page
    .getByRole('img', { name: before })
    .evaluateAll((codes) => codes.map((code) => code.getAttribute('aria-label') ?? ''))
  return names.map((name) => name.slice(before.length, name.length - after.length)).sort()
}

/** The text of one ticket's paper version, from the link in the wallet. */
async function paperOf({ page }: Buyer, code: string): Promise<string> {
  const download = page.waitForEvent('download')
  await page.getByRole('link', { name: fill(account['wallet.pdfOf'], { code }) }).click()
  return pdfText(readFileSync(await (await download).path()))
}

/** Opens the door page while online. Returns a function that enters a code and expects a verdict. */
async function openDoor(door: Buyer) {
  await door.open(PAGES.door)
  await door.page.getByLabel(doors['door.accessCode']).fill(ACCESS_CODE)
  await door.page.getByLabel(doors['door.name']).fill('Jetty')
  await door.button(doors['door.open']).click()
  const next = door.button(doors['door.next'])
  return async (code: string, verdict: string) => {
    // The verdict of a ticket with a waiver covers the page until it is put away.
    if (await next.isVisible()) await next.click()
    await door.page.getByLabel(doors['door.ticket']).fill(code)
    await door.button(doors['door.check']).click()
    await expect(door.page.getByRole('alert').getByText(verdict, { exact: true })).toBeVisible()
  }
}

/** All mails sent to the address except sign-in codes. */
async function mailsTo({ shop }: Buyer, email: string): Promise<string[]> {
  const code = fill(mails['code.subject'], { code: '', shop: 'Foyer' })
  return (await shop.mailbox(email)).map(({ subject }) => subject).filter((subject) => !subject.endsWith(code))
}

story(
  '[QUE-02, QUE-10, QUE-15, QUE-19, WVR-01, MSG-01, MSG-02, DLV-01, TRF-11, TRF-12, TRF-13, TRF-17, TRF-19, TRF-20, TRF-21, TRF-22, TRF-25, TRF-26, ROLE-06] a river trip for three: answers questions, signs a waiver, sends a gift and a transfer, uses a second device; each code has one holder and each email is sent once',
  async ({ buyer, newBuyer }) => {
    const { page, shop } = buyer
    const [email, tomorrow, now] = [newEmail('river'), newEmail('tomorrow'), newEmail('now')]
    const foreignRequests: string[] = []
    page.on('request', (request) => {
      if (request.url().includes('evil.example')) foreignRequests.push(request.url())
    })

    await buyer.addTickets('river-day', { Paddler: 1, Spectator: 2 })
    await expectHarmless(page)
    await buyer.openBasket()
    await buyer.reserve()
    await buyer.continueAsGuest(email)
    await buyer.declineNews()

    await buyer.expectStep(t['title.questions'])
    await expect(page.getByRole('heading', { level: 2, name: t['title.questionsBasketStep'] })).toBeVisible()
    await expect(page.getByText(t['label.questionsAppliesToAll']).first()).toBeVisible()
    await expect(page.getByText('Tell us who paddles.')).toBeVisible()
    await expectHarmless(page)
    await buyer.pressFirstContinue()
    await expect(page.getByText(t['error.answerMissing']).first()).toBeVisible()
    await page.getByRole('textbox').fill('Grace Hopper, 020 7946 0000')
    await buyer.pressFirstContinue()
    await buyer.payByCard(CARDS.good)

    await expect(buyer.heading).toHaveText(t['title.questions'])
    await buyer.waitForHydration()
    const options = page.getByRole('combobox').getByRole('option')
    expect((await options.allInnerTexts()).slice(-2)).toEqual(['Well', 'A little'])
    await page.getByRole('combobox').selectOption('Well')
    await buyer.pressFirstContinue()

    await buyer.expectStep(t['title.waiver'])
    expect(buyer.sent('save_question_answers').map((body) => body.before_or_after)).toEqual(['before', 'after'])
    const { sale_reference } = await buyer.checkout()
    const link = `${shop.url}/activity-terms-and-conditions/${sale_reference}/`
    await expect(page.getByLabel(t['waiver.link'])).toHaveValue(link)
    const friend = await newBuyer()
    await friend.page.goto(link)
    await friend.waitForHydration()
    await expectHarmless(friend.page)
    await friend.page.getByLabel(waiver['waiver.name']).fill('Alan Turing')
    await friend.page.getByLabel(waiver['waiver.typeHere']).fill('Alan Turing')
    await friend.page.getByLabel(waiver['waiver.agree']).check()
    await friend.button(waiver['waiver.send']).click()
    await expect(friend.page.getByText(fill(waiver['waiver.signed'], { name: 'Alan Turing' }))).toBeVisible()
    await buyer.pressFirstContinue()

    await buyer.expectStep(t['title.organiserMessage'])
    const intro = fill(t['info.organiserMessageIntro'], {
      organiser: 'Wild Rivers',
      'event title': 'River Day',
      date: 'Fri 5 Oct 2035',
      time: '9:30am',
    })
    await expect(page.getByText(intro)).toBeVisible()
    await expect(page.getByText('Meet at the boathouse.')).toBeVisible()
    await expectHarmless(page)
    await buyer.pressFirstContinue()
    await buyer.expectCompleted()
    const before = await codesIn(buyer)
    expect(before).toHaveLength(3)
    const paper = await paperOf(buyer, before[0]!)
    for (const words of ['River Day', 'Ada Lovelace', before[0]!]) expect(paper).toContain(words)
    expect(paper).not.toMatch(/evil\.example|<script|javascript:/i)

    await buyer.open(PAGES.checkout)
    await buyer.button(t['link.transferTickets']).click()
    const toggle = page.getByRole('button', {
      name: new RegExp(fill(t['transfer.type'], { 'event name': 'River Day', 'ticket name': 'Spectator' })),
    })
    // The button is marked disabled until it can send, but a press still shows what is missing.
    const tryToSend = () => buyer.button(t['button.sendTickets']).click({ force: true })
    await tryToSend()
    await expect(page.getByText(t['error.transferNameMissing'])).toBeVisible()
    await expect(page.getByText(t['error.transferEmailMissing'])).toBeVisible()
    await expect(page.getByRole('spinbutton').first()).toBeFocused()
    await toggle.click()
    const person = (n: number) =>
      page.getByRole('group', { name: fill(t['transfer.quantityOf'], { ticket: 'Spectator', n }), exact: true })
    const send = async (n: number, name: string, to: string) => {
      await person(n)
        .getByRole('button', {
          name: fill(common['quantity.more'], { name: fill(t['transfer.quantityOf'], { ticket: 'Spectator', n }) }),
        })
        .click()
      await person(n).getByLabel(t['label.transferFullName']).fill(name)
      await person(n).getByLabel(t['label.transferEmail']).fill(to)
    }
    await send(1, 'Mary Somerville', tomorrow)
    await person(1).getByLabel(t['label.transferIsGift']).check()
    await expect(person(1).getByRole('radio', { name: t['label.transferSendNow'] })).toBeChecked()
    await person(1).getByRole('radio', { name: t['label.transferSchedule'] }).check()
    await toggle.click()
    await tryToSend()
    await expect(toggle).toHaveAttribute('aria-expanded', 'true')
    await expect(page.getByText(t['error.transferDateMissing'])).toBeVisible()
    await expect(page.getByText(t['error.transferTimeMissing'])).toBeVisible()
    await expect(person(1).getByLabel(t['label.transferDeliveryDate'])).toBeFocused()
    await person(1)
      .getByLabel(t['label.transferDeliveryDate'])
      .fill(ukDate(new Date(Date.now() + DAY_MS)))
    await person(1).getByLabel(t['label.transferDeliveryTime']).fill('09:00')
    await person(1).getByLabel(t['label.transferMessage']).fill('See you on the river')
    await page.getByRole('button', { name: t['transfer.addRow'] }).filter({ visible: true }).last().click()
    await send(2, 'Alan Turing', now)
    await buyer.button(t['button.sendTickets']).click()
    await expect(page.getByText(t['success.ticketsTransferred'])).toBeVisible()

    const [mail, ...more] = await expectMails(() => shop.mailbox(now), 1)
    expect(more).toEqual([])
    await friend.page.goto(`${shop.url}${/\/claim\/[\w-]+\//.exec(mail!.text)![0]}`)
    await friend.waitForHydration()
    await friend.proveEmail(now)
    await friend.button(claiming['claim.button']).click()
    await expect(friend.page.getByText(claiming['claim.yours'])).toBeVisible()

    const friendCodes = await codesIn(friend)
    const ownCodes = await codesIn(buyer)
    expect([friendCodes.length, ownCodes.length]).toEqual([1, 2])
    const leaves = fill(account['wallet.leaves'], { name: 'Mary Somerville', when: '' }).trim()
    await expect(page.getByText(leaves)).toHaveCount(1)
    expect(before).not.toContain(friendCodes[0])
    expect(ownCodes.every((code) => before.includes(code))).toBe(true)
    await expect(friend.heading).toHaveText(account['wallet.title'])

    const [sent, ...others] = before.filter((code) => !ownCodes.includes(code))
    expect(others).toEqual([])
    const check = await openDoor(await newBuyer())
    await check(sent!, doors['door.transferred'])
    await check(friendCodes[0]!, doors['door.admitted'])
    await check(friendCodes[0]!, doors['door.already_admitted'])

    const device = await newBuyer()
    await device.open(PAGES.signin)
    await device.waitForNextCode(email)
    await device.proveEmail(email)
    await device.expectStep(account['wallet.title'])
    expect(await codesIn(device)).toEqual(ownCodes)

    const title = 'River Day'
    expect(await mailsTo(buyer, email)).toEqual([fill(mails['wallet.subject'], { title })])
    expect(await mailsTo(buyer, now)).toEqual([fill(mails['transfer.subject'], { from: 'Ada Lovelace', title })])
    expect(await mailsTo(buyer, tomorrow)).toEqual([])
    for (const { html } of [...(await shop.mailbox(email)), ...(await shop.mailbox(now))])
      expect(html).not.toMatch(/evil\.example|<script|onerror\s*=|javascript:/i)
    expect(foreignRequests).toEqual([])
    await buyer.open(PAGES.order.replace(':reference', sale_reference))
    await expect(page.getByText('Mary Somerville').first()).toBeVisible()
    await expect(page.getByText('Alan Turing').first()).toBeVisible()
  },
)

/** Waits for the mails, which leave the outbox a moment after the commit. */
async function expectMails<T>(read: () => Promise<T[]>, count: number): Promise<T[]> {
  await expect.poll(async () => (await read()).length).toBe(count)
  return read()
}
