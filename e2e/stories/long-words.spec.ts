import { shop as words } from '@foyer/contract/messages.ts'
import { PAGES } from '@foyer/contract/pages.ts'
import { type Buyer, CARDS, newEmail, STEPS } from '../support/buyer.ts'
import { expect, story } from '../support/story.ts'

story.skip(({ isMobile }) => !isMobile, 'texts that fit at 360 px fit at every width')

/** Makes every text 1.4 times as long, as in other languages. Returns the texts that then overflow the page or their button. */
const findClippedTexts = (buyer: Buyer) =>
  buyer.page.evaluate(() => {
    const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
    for (let node = texts.nextNode(); node; node = texts.nextNode()) {
      const text = node.nodeValue!.trim()
      if (/\p{L}{2}/u.test(text) && !node.parentElement!.closest('script, style, option'))
        node.nodeValue = `${node.nodeValue} ${text.slice(0, Math.ceil(text.length * 0.4)).trim()}`
    }
    const clipped = [...document.querySelectorAll('button, a, label, h1, h2, h3, [data-sticky]')].filter(
      (element) =>
        element.scrollWidth > element.clientWidth + 1 &&
        getComputedStyle(element).display !== 'inline' &&
        !element.closest('.visually-hidden') &&
        !element.querySelector('.visually-hidden'),
    )
    const wide = document.documentElement.scrollWidth - innerWidth
    return [...clipped.map((element) => element.textContent), ...(wide > 0 ? [`${wide} pixels of the page`] : [])]
  })

story('texts 1.4 times as long fit on the narrowest screen', async ({ buyer }) => {
  const expectNothingClipped = async (step: string) => {
    await buyer.expectStep(step)
    expect.soft(await findClippedTexts(buyer), step).toEqual([])
  }
  await buyer.open(PAGES.home)
  await expectNothingClipped(words['lead.home'])
  await buyer.open(PAGES.event.replace(':slug', 'autumn-gala'))
  await expectNothingClipped('Autumn Gala')
  await buyer.fillBasket('autumn-gala', { Stalls: 1 })
  await expectNothingClipped(STEPS.basket)
  await buyer.page.reload()
  await buyer.expectStep(STEPS.basket)
  await buyer.reserve()
  await expectNothingClipped(STEPS.account)
  await buyer.page.reload()
  await buyer.continueAsGuest(newEmail('long-words'))
  await expectNothingClipped(STEPS.keepUpdated)
  await buyer.page.reload()
  await buyer.expectStep(STEPS.keepUpdated)
  await buyer.declineNews()
  await expectNothingClipped(STEPS.payment)
  await buyer.page.reload()
  await buyer.payByCard(CARDS.good)
  await buyer.expectCompleted()
  await expectNothingClipped(STEPS.completed)
  await buyer.openWallet()
  await expectNothingClipped('Ticket wallet')
})
