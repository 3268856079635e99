import { PAGES, type PageName } from '@foyer/contract/pages.ts'
import { beforeAll, expect, it } from 'vitest'
import { type PageShop, withPages } from '../testing/pages.ts'
import { useShop } from '../testing/shop.ts'

const shop = useShop('postgres')
let pages: PageShop
beforeAll(async () => {
  pages = await withPages(shop())
})

/** Pages whose address is found in the shop, and not in an email. */
const FOUND: readonly PageName[] = ['event', 'organiser']

it('every link of an email that opens nothing gets a page that knows what it should have opened', async () => {
  const links = Object.entries(PAGES).filter(([name, path]) => path.includes(':') && !FOUND.includes(name as PageName))
  const shown = await Promise.all(
    links.map(async ([name, path]) => {
      const { statusCode, body } = await pages.browser().get(path.replace(/:\w+/, 'nobody-knows-this'))
      return [name, statusCode, JSON.parse(body).data?.link]
    }),
  )
  expect(shown).toEqual([
    ['waiver', 404, 'order'],
    ['order', 404, 'order'],
    ['moved', 404, 'order'],
    ['your_tickets', 404, 'order'],
    ['ticket_change', 404, 'change'],
    ['claim', 404, 'claim'],
    ['waiting', 404, 'waiting'],
  ])
  const unknown = await pages.browser().get('/events/nobody-knows-this/')
  expect([unknown.statusCode, JSON.parse(unknown.body).data]).toEqual([404, null])
})
