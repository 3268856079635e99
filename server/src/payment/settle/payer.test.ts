import { expect, it } from 'vitest'
import type { Tx } from '../../db/transaction/tx.ts'
import type { Customer } from '../../sale/customer/customer.ts'
import type { Payment } from '../payment.ts'
import { payerProblemOf } from './payer.ts'

/** Nothing is read where the sale has a customer. */
const NO_TX = null as unknown as Tx
const ADA = { userId: 7, email: 'ada@example.org' }
const GUEST = { userId: null, email: 'ada@example.org' }

it.each([
  ['an account paid for its own sale', ADA, { user: 7, email: 'ada@example.org' }, null],
  ['and has changed its address since', ADA, { user: 7, email: 'old@example.org' }, null],
  ['another account with the same address', ADA, { user: 8, email: 'ada@example.org' }, 'other_customer'],
  ['an account, and the sale is a guest’s now', GUEST, { user: 7, email: 'ada@example.org' }, 'other_customer'],
  ['a guest paid for their own sale', GUEST, { user: null, email: 'ada@example.org' }, null],
  ['a guest who has an account since', ADA, { user: null, email: 'ada@example.org' }, null],
  ['another guest', GUEST, { user: null, email: 'eve@example.org' }, 'other_customer'],
  ['a payment of an earlier version, which names nobody', GUEST, { user: null, email: null }, null],
])('%s', async (_, customer, payer, problem) => {
  const payment = { payer_user_id: payer.user, payer_email: payer.email } as Payment
  expect(await payerProblemOf(NO_TX, { id: 1 }, payment, customer as Customer)).toBe(problem)
})
