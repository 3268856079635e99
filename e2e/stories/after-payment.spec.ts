import { fill } from '@foyer/contract/fill.ts'
import { account, claiming, common, completed as t, waiver } from '@foyer/contract/messages.en.ts'
import { PAGES } from '@foyer/contract/pages.ts'
import { ukDate } from '@foyer/domain/format/dates.ts'
import type { Page } from '@playwright/test'
import { type Buyer, CARDS, newEmail } from '../support/buyer.ts'
import { expect, story } from '../support/story.ts'

const DAY_MS = 86_400_000

/** The organiser of the river writes what no page may do: run, load from elsewhere, lie over the shop. */
async function isHarmless(page: Page) {
  await expect(page.getByText('Bring water').first()).toBeVisible()
  await expect(page).not.toHaveTitle(/ran/)
  const foreign = page.locator(
    'main :is([style*="fixed"], [onclick], [onerror], iframe, script, style, [src*="evil"], a[href^="javascript:"])',
  )
  await expect(foreign).toHaveCount(0)
}

const goesOn = (buyer: Buyer) => buyer.button(common['button.continue']).filter({ visible: true }).first().click()

const codesIn = async (buyer: Buyer): Promise<string[]> => {
  await buyer.opens(PAGES.wallet)
  await buyer.countsCodes()
  const names = await buyer.page
    .getByRole('img', { name: /^QR code of ticket / })
    .evaluateAll((codes) => codes.map((code) => code.getAttribute('aria-label') ?? ''))
  return names.sort()
}

story(
  'a river trip for three: questions, waiver, message, a gift for tomorrow and a ticket sent to another device, each code in one hand and each mail sent once',
  async ({ buyer, newBuyer }) => {
    story.slow()
    const { page, shop } = buyer
    const [email, tomorrow, now] = [newEmail('river'), newEmail('tomorrow'), newEmail('now')]
    const elsewhere: string[] = []
    page.on('request', (request) => {
      if (request.url().includes('evil.example')) elsewhere.push(request.url())
    })

    await buyer.choosesAt('river-day', { Paddler: 1, Spectator: 2 })
    await isHarmless(page)
    await buyer.opensBasket()
    await buyer.reserves()
    await buyer.isGuest(email)
    await buyer.wantsNoNews()

    await buyer.sees(t['title.questions'])
    await expect(page.getByText(t['label.questionsAppliesToAll']).first()).toBeVisible()
    await expect(page.getByText('Tell us who paddles.')).toBeVisible()
    await isHarmless(page)
    await goesOn(buyer)
    await expect(page.getByText(t['error.answerMissing']).first()).toBeVisible()
    await page.getByRole('textbox').fill('Grace Hopper, 020 7946 0000')
    await goesOn(buyer)
    await buyer.paysByCard(CARDS.good)

    await expect(buyer.heading).toHaveText(t['title.questions'], { timeout: 30_000 })
    await buyer.isAlive()
    await page.getByRole('combobox').selectOption('Well')
    await goesOn(buyer)

    await buyer.sees(t['title.waiver'])
    const link = await page.getByLabel(t['waiver.link']).inputValue()
    const friend = await newBuyer()
    await friend.page.goto(link)
    await friend.isAlive()
    await isHarmless(friend.page)
    await friend.page.getByLabel(waiver['waiver.name']).fill('Alan Turing')
    await friend.page.getByLabel(waiver['waiver.typeHere']).fill('Alan Turing')
    await friend.page.getByLabel(waiver['waiver.agree']).check()
    await friend.button(waiver['waiver.send']).click()
    await expect(friend.page.getByText(fill(waiver['waiver.signed'], { name: 'Alan Turing' }))).toBeVisible()
    await goesOn(buyer)

    await buyer.sees(t['title.organiserMessage'])
    const intro = fill(t['info.organiserMessageIntro'], {
      organiser: 'Wild Rivers',
      'event title': 'River Day',
      date: '05/10/2035',
      time: '9:30am',
    })
    await expect(page.getByText(intro)).toBeVisible()
    await isHarmless(page)
    await goesOn(buyer)
    await buyer.hasCompleted()
    const before = await codesIn(buyer)
    expect(before).toHaveLength(3)

    await buyer.opens(PAGES.checkout)
    await buyer.button(t['link.transferTickets']).click()
    const head = page.getByRole('button', {
      name: new RegExp(fill(t['transfer.type'], { 'event name': 'River Day', 'ticket name': 'Spectator' })),
    })
    if ((await head.getAttribute('aria-expanded')) === 'false') await head.click()
    const person = (n: number) =>
      page.getByRole('group', { name: fill(t['transfer.quantityOf'], { ticket: 'Spectator', n }), exact: true })
    const sends = async (n: number, name: string, to: string) => {
      await person(n)
        .getByRole('button', {
          name: fill(common['quantity.more'], { name: fill(t['transfer.quantityOf'], { ticket: 'Spectator', n }) }),
        })
        .click()
      await person(n).getByLabel(t['label.transferFullName']).fill(name)
      await person(n).getByLabel(t['label.transferEmail']).fill(to)
    }
    await sends(1, 'Mary Somerville', tomorrow)
    await person(1).getByLabel(t['label.transferIsGift']).check()
    await person(1).getByRole('radio', { name: t['label.transferSchedule'] }).check()
    await person(1)
      .getByLabel(t['label.transferDeliveryDate'])
      .fill(ukDate(new Date(Date.now() + DAY_MS)))
    await person(1).getByLabel(t['label.transferDeliveryTime']).fill('09:00')
    await person(1).getByLabel(t['label.transferMessage']).fill('See you on the river')
    await page.getByRole('button', { name: t['transfer.addRow'] }).filter({ visible: true }).last().click()
    await sends(2, 'Alan Turing', now)
    await buyer.button(t['button.sendTickets']).click()
    await expect(page.getByText(t['success.ticketsTransferred'])).toBeVisible()

    const [mail, ...more] = await expectMails(() => shop.mailbox(now), 1)
    expect(more).toEqual([])
    await friend.page.goto(`${shop.url}${/\/claim\/[\w-]+\//.exec(mail!.text)![0]}`)
    await friend.isAlive()
    await friend.provesEmail(now)
    await friend.button(claiming['claim.button']).click()
    await expect(friend.page.getByText(claiming['claim.yours'])).toBeVisible()

    const theirs = await codesIn(friend)
    const ours = await codesIn(buyer)
    expect([theirs.length, ours.length]).toEqual([1, 2])
    expect(before).not.toContain(theirs[0])
    expect(ours.every((code) => before.includes(code))).toBe(true)
    await expect(friend.heading).toHaveText(account['wallet.title'])

    expect(await shop.mailbox(tomorrow)).toEqual([])
    expect(await buyer.ticketMails(email)).toHaveLength(1)
    for (const { html } of [...(await shop.mailbox(email)), ...(await shop.mailbox(now))])
      expect(html).not.toMatch(/evil\.example|<script|onerror\s*=|javascript:/i)
    expect(elsewhere).toEqual([])
    await buyer.opens(PAGES.order.replace(':reference', (await buyer.checkout()).sale_reference))
    await expect(page.getByText('Mary Somerville').first()).toBeVisible()
    await expect(page.getByText('Alan Turing').first()).toBeVisible()
  },
)

/** Mails leave from an outbox, a moment after the fact. */
async function expectMails<T>(read: () => Promise<T[]>, count: number): Promise<T[]> {
  await expect.poll(async () => (await read()).length).toBe(count)
  return read()
}
