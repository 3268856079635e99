import { expect, it } from 'vitest'
import { emptyCheckout } from './empty-checkout.ts'

it('a browser without a basket has chosen and agreed to nothing', () => {
  const checkout = emptyCheckout({ provedEmail: null } as never)
  const yes = Object.entries({ ...checkout, ...checkout.marketing_preferences }).filter(([, value]) => value === true)
  expect(yes).toEqual([])
  expect(checkout).toMatchObject({ state: 'basket', basket_total: 0, tickets: [] })
})
