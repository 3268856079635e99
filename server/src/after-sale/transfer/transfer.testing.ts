import { expect } from 'vitest'
import { newEmail } from '../../testing/fixtures/buyers.ts'
import type { Buyer } from '../../testing/fixtures/paid-buyer.ts'
import type { TestShop } from '../../testing/shop.ts'
import { walletOf } from '../../tickets/wallet/wallet.ts'

export const transferRow = (buyer: Buyer, more: object = {}) => ({
  ticket_id: buyer.ticketId,
  name: 'Grace Hopper',
  email: 'grace@example.org',
  qty: 1,
  ...more,
})

export const ticketsOf = ({ db }: TestShop, saleId: number) =>
  db.selectFrom('tickets').selectAll().where('sale_id', '=', saleId).orderBy('instance').execute()
export const transfersOf = ({ db }: TestShop, saleId: number) =>
  db.selectFrom('transfers').selectAll().where('sale_id', '=', saleId).orderBy('id').execute()
export const transferMails = ({ db }: TestShop, saleId: number) =>
  db
    .selectFrom('mails')
    .selectAll()
    .where('sale_id', '=', saleId)
    .where('kind', '=', 'transfer')
    .orderBy('id')
    .execute()

/** The secret part of the link in a mail. */
export const tokenIn = (text: string) => /\/claim\/([\w-]+)\//.exec(text)![1]!

export const walletTickets = async (shop: TestShop, email: string) =>
  (await walletOf(shop.db, { email }, { now: shop.clock.now(), signer: shop.deps.signer })).tickets
export const walletCodes = async (shop: TestShop, email: string) =>
  (await walletTickets(shop, email)).map(({ code }) => code!)

export const send = async (buyer: Buyer, transfers: object[]) => buyer.browser.call('set_transfers', { transfers })

/** Sends a transfer. Returns the recipient's mail and the claim token in it. */
export async function sendTransfer(shop: TestShop, buyer: Buyer, more: object = {}) {
  const email = newEmail()
  expect(await send(buyer, [transferRow(buyer, { email, ...more })])).toMatchObject({
    status: 200,
    body: { success: true },
  })
  const [mail] = await transferMails(shop, buyer.saleId)
  return { email, mail: mail!, token: tokenIn(mail!.body_text) }
}
