import { shop as words } from '@foyer/contract/messages.ts'
import { PAGES } from '@foyer/contract/pages.ts'
import { type Buyer, CARDS, newEmail, STEPS } from '../support/buyer.ts'
import { expect, story } from '../support/story.ts'

story.skip(({ isMobile }) => !isMobile, 'what stands at 360 px stands anywhere')

/** Makes every text 1.4 times as long, as other languages do. Returns what then overflows the page or its button. */
const standsOut = (buyer: Buyer) =>
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

story('texts of a longer language stand in the narrowest shop', async ({ buyer }) => {
  const stands = async (step: string) => {
    await buyer.sees(step)
    expect.soft(await standsOut(buyer), step).toEqual([])
  }
  await buyer.opens(PAGES.home)
  await stands(words['lead.home'])
  await buyer.opens(PAGES.event.replace(':slug', 'autumn-gala'))
  await stands('Autumn Gala')
  await buyer.hasBasket('autumn-gala', { Stalls: 1 })
  await stands(STEPS.basket)
  await buyer.page.reload()
  await buyer.sees(STEPS.basket)
  await buyer.reserves()
  await stands(STEPS.account)
  await buyer.page.reload()
  await buyer.continuesAsGuest(newEmail('long-words'))
  await stands(STEPS.keepUpdated)
  await buyer.page.reload()
  await buyer.sees(STEPS.keepUpdated)
  await buyer.declinesNews()
  await stands(STEPS.payment)
  await buyer.page.reload()
  await buyer.paysByCard(CARDS.good)
  await buyer.hasCompleted()
  await stands(STEPS.completed)
  await buyer.opensWallet()
  await stands('Ticket wallet')
})
