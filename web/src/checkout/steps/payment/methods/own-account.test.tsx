import { beforeEach, expect, it, vi } from 'vitest'
import { go, onCheckoutPage, openCheckout } from '../../../testing/page.tsx'

onCheckoutPage()

/** What the card provider's client was made with. */
let made: unknown[] = []
beforeEach(() => {
  made = []
  vi.stubGlobal('Stripe', (key: string, options: object) => {
    made.push({ key, ...options })
    const field = { on: () => {}, mount: () => {}, destroy: () => {} }
    return { elements: () => ({ create: () => field, getElement: () => field }) }
  })
})

const PAYMENT = {
  state: 'payment',
  seconds_remaining: 600,
  account: { full_name: 'Ada Lovelace', email: 'ada@example.org', is_guest: false },
  basket_total: 90,
} as const
const ACCOUNT = { stripe_account: 'acct_organiser' }

it.each([
  ['at the organiser’s account', ACCOUNT, 'acct_organiser'],
  ['at the shop’s own where there is no other', {}, undefined],
] as const)('[OPEN-67] a card pays %s', async (_, more, stripeAccount) => {
  await openCheckout(PAYMENT, {
    script: { get_token: { public_key: 'pk_test', client_secret: 'pi_1_secret_2', ...more } },
  })
  await go(1000)
  expect(made).toMatchObject([{ key: 'pk_test', locale: 'en-GB' }])
  expect((made[0] as { stripeAccount?: string }).stripeAccount).toBe(stripeAccount)
})

it('[OPEN-67] a plan’s card is saved at the organiser’s account', async () => {
  const schedule = [{ uk_due: '01/09/2027', value: 45 }]
  const page = await openCheckout(
    {
      ...PAYMENT,
      payment_plan_schedule_options: {
        '1': { label: 'In full', schedule },
        '2': { label: 'Two payments', schedule: [...schedule, { uk_due: '01/10/2027', value: 45 }] },
      },
    },
    { script: { get_opoa_users: { opoa_users: [], full_name: 'Ada Lovelace', public_key: 'pk_plan', ...ACCOUNT } } },
  )
  await page.press(page.all<HTMLInputElement>('input[type=radio]').find(({ value }) => value === 'plan')!)
  expect(made).toContainEqual({ key: 'pk_plan', locale: 'en-GB', stripeAccount: 'acct_organiser' })
})
