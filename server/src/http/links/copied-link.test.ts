import { type CallName, PATHS } from '@foyer/contract/paths.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { newEmail } from '../../testing/fixtures/buyers.ts'
import {
  enterAllDetails,
  type FullCustomer,
  fullCustomer,
  privateDetails,
  withCookie,
} from '../../testing/fixtures/full-customer.ts'
import { saleAt } from '../../testing/fixtures/sale.ts'
import { openShopWithVendors, type ShopWithVendors } from '../../testing/vendors/vendors.ts'
import { bodiesAgainst, rowsOf } from '../attacks/attack.testing.ts'

/**
 * The copied link (decision 007) gives a second browser the basket and hold, but no personal data. Each call is tried from that
 * browser after the first one has proved its address again, and after it has paid.
 */

let shop: ShopWithVendors
let catalogue: FullCustomer
beforeAll(async () => {
  shop = await openShopWithVendors('postgres')
  // All other values that a call takes belong to another customer.
  catalogue = await fullCustomer(shop)
})
afterAll(() => shop.close())

/** A sale of a guest with all personal details, and a second browser that has it in its session. */
async function createSharedSale({ paid }: { paid: boolean }) {
  const { db, deps, clock } = shop
  const words = privateDetails()
  const email = `${words.first.toLowerCase()}-${newEmail()}`
  const sale = await saleAt(deps, 'payment', {
    startsAt: new Date('2099-06-01T18:00:00Z'),
    guest: { email, name: `${words.first} ${words.last}` },
    phone: words.phone,
    qty: 2,
  })
  await enterAllDetails(shop, sale.saleId, words)
  const own = await saleAt(deps, 'basket', { ticketId: sale.ticketId })
  await db.updateTable('sessions').set({ sale_id: sale.saleId }).where('id', '=', own.session.id).execute()
  if (paid)
    await db
      .updateTable('sales')
      .set({ paid_at: clock.now(), state: 'deliver_tickets', total_minor: 2200 })
      .where('id', '=', sale.saleId)
      .execute()
  return {
    sale,
    follower: withCookie(shop, own.cookie),
    email,
    secrets: [email, ...Object.values({ ...words, last4: email })],
    of: { userId: -1, saleIds: [sale.saleId], email },
  }
}

/** Columns of a sale that are about its basket and hold, and not about its person. */
const OF_THE_BASKET = [
  'state',
  'held_until',
  'held_from',
  'hold_extensions',
  'reserving_error',
  'expired',
  'edit_basket_clicked',
  'had_mismatching_currencies',
  'captcha_error',
  'refund_protection',
  'payment_error',
  'truelayer_returned_from',
  'currency',
  'updated_at',
]
const BASKET_TABLES = ['sale_lines', 'sale_vouchers', 'sale_codes', 'holds', 'basket_notices', 'sale_events', 'jobs']

/** Every row of the sale that is about its person, order or money. */
async function personRows(of: Parameters<typeof rowsOf>[1], leaveOut: readonly string[]): Promise<string[]> {
  return (await rowsOf(shop.db, of)).flatMap((row) => {
    const table = row.slice(0, row.indexOf(' '))
    if (leaveOut.includes(table)) return []
    if (table !== 'sales') return [row]
    const columns = Object.entries(JSON.parse(row.slice(6))).filter(([name]) => !OF_THE_BASKET.includes(name))
    return [JSON.stringify(columns)]
  })
}

/** What any browser with the sale may trigger after the payment: its delivery, to its buyer. */
const DELIVERS: CallName[] = ['deliver_to_bitticket', 'deliver_to_wallet']

describe('a browser that followed a copied link', () => {
  it.each([
    ['the first browser has proved its address again', false],
    ['the order has been paid', true],
  ])(
    'after %s: learns nothing about the buyer and changes only basket and hold, by any call',
    async (_, paid) => {
      const harm: unknown[] = []
      for (const name of Object.keys(PATHS) as CallName[]) {
        if (paid && DELIVERS.includes(name)) continue
        const { sale, follower, secrets, of } = await createSharedSale({ paid })
        const leaveOut = ['sessions', ...(paid ? ['sale_events', 'referral_links'] : BASKET_TABLES)]
        const before = await personRows(of, leaveOut)
        const order = { ...catalogue.order, ticketId: sale.ticketId, reference: sale.reference }
        const body = bodiesAgainst(name, { ...catalogue, order }, null)[0]
        for (const sent of [body, { ...body, reference: sale.reference, sale_reference: sale.reference }]) {
          const { status, raw } = await follower.call(name, sent)
          const revealed = secrets.filter((secret) => raw.body.includes(secret))
          if (status === 500 || revealed.length > 0) harm.push({ name, status, revealed })
        }
        const after = await personRows(of, leaveOut)
        const changed = [
          ...before.filter((row) => !after.includes(row)),
          ...after.filter((row) => !before.includes(row)),
        ]
        if (changed.length > 0) harm.push({ name, changed })
      }
      expect(harm).toEqual([])
    },
    180_000,
  )

  it('can trigger delivery of the order, but only to its buyer', async () => {
    const { sale, follower, email, secrets } = await createSharedSale({ paid: true })
    for (const name of DELIVERS) {
      const { body, raw } = await follower.call(name)
      expect(body).toEqual({ delivery_completed: true })
      expect(secrets.filter((secret) => raw.body.includes(secret))).toEqual([])
    }
    expect((await sale.mails()).length).toBe(1)
    const tickets = await shop.db
      .selectFrom('tickets')
      .select('holder_email')
      .where('sale_id', '=', sale.saleId)
      .execute()
    expect(tickets.map(({ holder_email }) => holder_email)).toEqual([email, email])
  })
})
