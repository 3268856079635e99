import { beforeAll, describe, expect, it } from 'vitest'
import { type PageShop, withPages } from '../testing/pages.ts'
import { useShop } from '../testing/shop.ts'

describe('a shortened address', () => {
  const shop = useShop('embedded')
  let pages: PageShop
  beforeAll(async () => {
    pages = await withPages(shop())
  })

  it.each([
    ['/basket/', '/smartcheckout/'],
    ['/events/', '/all-events/'],
    ['/organisers/', '/all-events/'],
    ['/orders/', '/account/wallet/'],
    ['/account/', '/account/wallet/'],
    ['/account', '/account/wallet/'],
  ])('%s leads to a page', async (path, page) => {
    const browser = pages.browser()
    expect(await browser.get(path)).toMatchObject({ statusCode: 302, headers: { location: page } })
    expect((await browser.get(page)).statusCode).toBe(200)
  })
})
