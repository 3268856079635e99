import { ticketChange as t } from '@foyer/contract/messages.ts'
import type { PageData } from '@foyer/contract/pages.ts'
import { act } from 'react'
import { afterEach, expect, it, vi } from 'vitest'
import { answerCalls } from '../../testing/calls.ts'
import { submit } from '../../testing/interact.ts'
import { render } from '../../testing/render.tsx'
import { PayDifference } from './pay.tsx'

afterEach(() => vi.unstubAllGlobals())

const DATA = {
  token: 'abc',
  amount: '£5.00',
  card_script_url: 'https://cards.example/v3/',
} as PageData['ticket_change']

it('tells the slower of two tabs that the difference is being paid', async () => {
  answerCalls({ 'get_change_token/': { public_key: 'pk_test', client_secret: 'pi_1_secret_2' } })
  const fields = { on: () => {}, mount: () => {}, destroy: () => {} }
  vi.stubGlobal('Stripe', () => ({
    elements: () => ({ create: () => fields, submit: async () => ({}) }),
    confirmPayment: async () => ({
      error: { code: 'payment_intent_unexpected_state', message: 'This PaymentIntent is in a terminal state.' },
    }),
  }))
  const { box } = render(<PayDifference data={DATA} />)
  await act(async () => {
    await new Promise((resolve) => setTimeout(resolve))
  })
  await submit(box.querySelector('form')!)
  await act(async () => {
    await new Promise((resolve) => setTimeout(resolve))
  })
  expect(box.querySelector('[data-type=error]')?.textContent).toBe(t.paying)
})
