import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { LIMITS } from '@foyer/domain/limits.ts'
import { renderToString } from 'react-dom/server'
import { beforeAll, expect, it } from 'vitest'
import { App } from '../../../app.tsx'
import { page } from '../../page.tsx'
import { loadScreens } from '../../screens.tsx'
import { sampleCheckout } from '../../testing/checkout.ts'

beforeAll(() => loadScreens())

const shell = {
  user: null,
  basket_quantity: 2,
  context: 'organiser' as const,
  shop: { name: 'Foyer', email: null },
  sandbox: false,
  now: '2027-09-01T12:00:00.000Z',
}
const drawn = (checkout: ReturnType<typeof sampleCheckout> | null) => {
  const box = document.createElement('div')
  box.innerHTML = renderToString(<App page={page} data={{ checkout }} shell={shell} />)
  return box
}

it('[BSK-43] while the page loads, the basket is shown but cannot be reserved yet', () => {
  const box = drawn(sampleCheckout())
  expect(box.querySelector('h1')?.textContent).toBe('Basket')
  const reserve = [...box.querySelectorAll('button')].find((each) => each.textContent?.startsWith('Reserve Basket'))
  expect(reserve?.ariaDisabled ?? reserve?.getAttribute('aria-disabled')).toBe('true')
})

it('the server renders the sale’s current step with the remaining time', () => {
  const box = drawn(sampleCheckout({ state: 'payment', seconds_remaining: 61 }))
  expect(box.querySelector('h1')?.textContent).toBe('Payment')
  expect(box.querySelector('[role=timer]')?.textContent).toContain('01:01')
})

it('[FLOW-03] renders a spinner while the step is unknown', () => {
  expect(drawn(null).querySelector('main')?.textContent).toBe('Determining checkout progress')
})

it('[BSK-50] the code box has 70px more space below it at 768px or less', () => {
  const css = readFileSync(join(import.meta.dirname, 'basket.module.css'), 'utf8')
  const rules = [...css.matchAll(/@media \(([^)]+)\) \{\s*\.codeBox \{\s*padding-bottom: (\d+px);/g)].map(
    ([, media, size]) => [media, size],
  )
  expect(rules).toEqual([[`max-width: ${LIMITS.mobileMaxWidthPx}px`, `${LIMITS.codeBoxExtraPaddingPx}px`]])
  expect(css.match(/padding-bottom/g)).toHaveLength(1)
})
