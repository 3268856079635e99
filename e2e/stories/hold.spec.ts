import { signIn, checkout as t } from '@foyer/contract/messages.ts'
import { newEmail, STEPS } from '../support/buyer.ts'
import { expect, story } from '../support/story.ts'

story.use({ shopEnv: { HOLD_SECONDS: '12' } })

story(
  '[CLK-05..07, CLK-10, SUM-10, SUM-13, RSV-10, BSK-09] an expired hold returns the buyer to the basket, where one press reserves again',
  async ({ buyer }) => {
    await buyer.fillBasket('island-talk', { Seat: 2 })
    await buyer.reserve()
    await buyer.expectStep(STEPS.account)
    await expect(buyer.countdown).toBeVisible()
    const email = buyer.page.getByLabel(signIn['account.email'])
    await email.fill('half-typed@exam')
    const first = await buyer.checkout()
    expect(first.seconds_remaining).toBeGreaterThan(0)
    expect(first.seconds_remaining).toBeLessThanOrEqual(12)

    await expect(buyer.heading).toHaveText(STEPS.basket)
    await expect(buyer.page.getByText(t['warning.checkoutExpired'])).toBeVisible()
    await expect(buyer.line('Seat')).toBeVisible()
    const expired = await buyer.checkout()
    expect({ state: expired.state, seconds: expired.seconds_remaining }).toEqual({ state: 'basket', seconds: 0 })

    await buyer.reserve()
    await buyer.expectStep(STEPS.account)
    await expect(buyer.page.getByText(t['warning.checkoutExpired'])).toBeHidden()
    expect((await buyer.checkout()).seconds_remaining).toBeGreaterThan(0)
    await expect(email, 'what was typed is still there').toHaveValue('half-typed@exam')
  },
)

story(
  '[RSV-01, RSV-16, RSV-17] held tickets are unavailable to others until the hold expires',
  async ({ buyer, newBuyer }) => {
    await buyer.fillBasket('last-seat', { Chair: 1 })
    const other = await newBuyer()
    await other.fillBasket('last-seat', { Chair: 1 })
    await buyer.reserve()
    await buyer.expectStep(STEPS.account)

    await other.reserve()
    await expect(other.page.getByText(/sold out|not available|no longer|are left|is left/i).first()).toBeVisible()
    await other.expectStep(STEPS.basket)
    expect((await other.checkout()).state).toBe('basket')

    await expect(buyer.heading).toHaveText(STEPS.basket)
    await other.page.reload()
    await other.expectStep(STEPS.basket)
    await other.reserve()
    await other.continueAsGuest(newEmail('second'))
    await other.declineNews()
    await other.expectCompleted()

    await buyer.reserve()
    await expect(buyer.page.getByText(/sold out|not available|no longer/i).first()).toBeVisible()
    expect((await buyer.checkout()).state).toBe('basket')
  },
)
