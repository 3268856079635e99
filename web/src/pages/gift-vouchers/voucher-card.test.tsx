import { afterEach, expect, it, vi } from 'vitest'
import { answerCalls } from '../../testing/calls.ts'
import { buttonNamed, pressAndWait } from '../../testing/interact.ts'
import { render } from '../../testing/render.tsx'
import { VoucherCard } from './voucher-card.tsx'

afterEach(() => vi.unstubAllGlobals())

const design = {
  id: 5,
  slug: 'a-night-out',
  name: 'A night out',
  description: '',
  values: [20],
  max_qty: 10,
  valid_months: 12,
  currency: { symbol: '£', code: 'GBP' as const },
  thumbnail: '/posters/voucher-5.svg',
  organiser: 'Northern Strings',
  organiser_url: '/organisers/northern-strings/',
}

it('a voucher cannot be added while the basket is held, and a link leads to Edit basket', async () => {
  const error = 'Your tickets are reserved. Use Edit basket to change them.'
  answerCalls({ 'add_gift_voucher_to_basket/': { status: 409, body: { code: 'basket_is_held', error } } })
  const { box } = render(<VoucherCard design={design} heading="h2" />)
  await pressAndWait(buttonNamed(box, 'Add to basket'))
  expect(box.textContent!.split(error)).toHaveLength(2)
  expect(box.querySelector('a[href="/smartcheckout/"]')?.textContent).toBe('Edit basket')
})
