import { ERRORS, type ErrorCode } from '@foyer/contract/errors.ts'
import { PAGES } from '@foyer/contract/pages.ts'
import { expect } from '@playwright/test'
import type { Scene } from '../scene.ts'

/** Failures that a healthy shop doesn't have. */
const FAILURES: readonly ErrorCode[] = ['too_many_requests', 'internal', 'busy']

/** Pages that can't be shown, and links that no longer work. */
export const PROBLEMS: Scene[] = [
  {
    name: 'problems',
    run: async ({ page, shop }, picture) => {
      for (const [state, path] of [
        ['400, malformed address', '/events/%00/'],
        ['404', '/no-such-page/'],
        ['claim link that is not ours', PAGES.claim.replace(':token', 'no-such-link')],
        ['expired link to a place in line', PAGES.waiting_place],
        ['expired link to a feedback form', PAGES.feedback],
        ['expired link to change a ticket', PAGES.ticket_change.replace(':token', 'no-such-link')],
        ['order of someone else', PAGES.order.replace(':reference', 'no-such-order')],
      ] as const) {
        await page.goto(shop.url + path)
        await expect(page.locator('h1')).toBeVisible()
        await picture.as(state, page)
      }
      const path = '/a-page-that-fails/'
      for (const code of FAILURES) {
        const [status, failure] = ERRORS[code]
        await page.route(`**${path}`, async (route) => {
          const response = await route.fetch()
          const body = (await response.text()).replace('"data":null', `"data":${JSON.stringify({ failure })}`)
          await route.fulfill({ response, body })
        })
        await page.goto(shop.url + path)
        // Its first sentence is the heading.
        await expect(page.getByRole('heading', { name: failure.split('. ')[0] })).toBeVisible()
        await picture.as(`${status}`, page)
        await page.unroute(`**${path}`)
      }
    },
  },
]
