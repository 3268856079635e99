import { Buyer } from './buyer.ts'
import type { Journey } from './load.ts'

const SOLD_OUT = 'sold out'
const SOLD_OUT_AT_ONCE = `${SOLD_OUT} by the first call`

/** From an empty browser to tickets in the basket. Returns whether there were any left. */
async function fillBasket(buyer: Buyer, ticketId: number): Promise<boolean> {
  const added = await buyer.try('add_to_basket', { ticket_id: String(ticketId), quantity: '1' })
  if (added.status === 409 && added.body.includes('"sold_out"')) return false
  if (added.status !== 200) throw new Error(`add_to_basket: ${added.status} ${added.body.slice(0, 200)}`)
  return true
}

async function reserve(buyer: Buyer): Promise<boolean> {
  const { reserved, error } = await buyer.call<{ reserved?: boolean; error?: string }>('reserve_tickets')
  if (!reserved && !error) throw new Error('reserve_tickets: neither reserved nor refused')
  return reserved === true
}

/** A new browser: its first ticket into the basket, then the reserve. */
export const toHold =
  (ticketId: number): Journey =>
  async (connection, n) => {
    const buyer = new Buyer(connection, n)
    if (!(await fillBasket(buyer, ticketId))) return SOLD_OUT_AT_ONCE
    return (await reserve(buyer)) ? 'reserved' : SOLD_OUT
  }

/**
 * From an empty browser to the payment, with the calls of an express buyer's browser, including the reads of the checkout.
 * Returns null at the payment step, or the outcome if the tickets had sold out.
 */
export async function toPayment(buyer: Buyer, ticketId: number, n: number): Promise<string | null> {
  if (!(await fillBasket(buyer, ticketId))) return SOLD_OUT_AT_ONCE
  await buyer.call('get')
  if (!(await reserve(buyer))) return SOLD_OUT
  await buyer.call('update_basket_state', { state: 'payment' }, { prefer: 'return=representation' })
  await buyer.call('set_account_details', {
    fullname: 'Ada Lovelace',
    email: `ada-${n}@example.org`,
    contact_number: '',
  })
  return null
}

/** A whole free order, from an empty browser to the paid order. */
export const freeOrder =
  (ticketId: number): Journey =>
  async (connection, n) => {
    const buyer = new Buyer(connection, n)
    const soldOut = await toPayment(buyer, ticketId, n)
    if (soldOut !== null) return soldOut
    await buyer.call('claim_free_tickets')
    const { payment_complete } = await buyer.call<{ payment_complete: boolean }>('get')
    return payment_complete ? 'ordered' : 'not ordered'
  }
