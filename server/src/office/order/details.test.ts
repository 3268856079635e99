import type { Insertable, Updateable } from 'kysely'
import { beforeAll, expect, it } from 'vitest'
import type { GiftAidDeclarationsTable, SaleAddressesTable } from '../../db/schema/types.generated.ts'
import type { Tx } from '../../db/transaction/tx.ts'
import { useShop } from '../../testing/shop.ts'
import { undone } from '../../testing/undone.ts'
import type { OfficeContext } from '../handle.ts'
import { createCharity } from '../testing/gift-aid.ts'
import { openSeason, sellInSeason } from '../testing/season.ts'
import { seasonOrders } from '../testing/season-orders.ts'
import { detailsOf } from './details.ts'
import { ownOrder } from './own-order.ts'

const shop = useShop('embedded')

let season: Awaited<ReturnType<typeof openSeason>>
/** Two tickets of different events and a donation; a donation and tickets; one ticket alone; a gift voucher alone. */
const ids: Record<'won' | 'both' | 'gift', number> = { won: 0, both: 0, gift: 0 }
beforeAll(async () => {
  season = await openSeason(shop())
  const orders = seasonOrders(Object.keys(season.codes)[0]!)
  for (const key of ['won', 'both', 'gift'] as const) {
    const order = orders.find((one) => one.key === key)!
    ids[key] = (await sellInSeason(shop(), season, order, null)).saleId
  }
})

/** What the page of an order says besides its lines, after a change that is undone. */
const detailsAfter = (key: keyof typeof ids, change: (tx: Tx) => Promise<unknown>) =>
  undone(shop().db, async (tx) => {
    await change(tx)
    const grant = { organiserId: season.organiserId, role: 'owner', eventIds: null }
    const ctx = { grant, now: shop().clock.now() } as unknown as OfficeContext
    const own = (await ownOrder(tx, ctx, ids[key]))!
    return (await detailsOf(tx as never, ctx, own)).map(({ label, text }) => `${label}: ${text}`)
  })

it('[42] says what became of the Gift Aid declaration of an order with a donation', async () => {
  const charity = await createCharity(shop().db)
  const cancelled_at = new Date('2026-05-31T23:30:00Z')
  const declare = (change: Updateable<GiftAidDeclarationsTable>, key: 'won' | 'both' = 'won') =>
    detailsAfter(key, (tx) =>
      tx
        .insertInto('gift_aid_declarations')
        .values({
          sale_id: ids[key],
          charity_id: charity,
          donation_minor: 800,
          uk_taxpayer: true,
          own_money: true,
          not_gambling: true,
          wording: 'I am a UK taxpayer.',
          wording_version: '1',
          donor_name: 'Ada Lovelace',
          uk_based: true,
          claimable: true,
          declared_at: new Date('2026-05-12T13:00:00Z'),
          ...change,
        } as Insertable<GiftAidDeclarationsTable>)
        .execute(),
    )
  const nothing = async () => undefined
  expect(await detailsAfter('won', nothing)).toEqual(['Gift Aid: No declaration'])
  expect(await declare({})).toEqual(['Gift Aid: Ada Lovelace, £8.00, can be claimed'])
  expect(await declare({ claimable: false })).toEqual(['Gift Aid: Ada Lovelace, £8.00, incomplete'])
  expect(await declare({ cancelled_at })).toEqual(['Gift Aid: No declaration'])
  const [fromNow] = await declare({ cancelled_at, cancelled_as: 'from_now' })
  expect(fromNow).toMatch(/^Gift Aid: Ada Lovelace, £8\.00, cancelled by the donor on Mon 1 Jun 2026, 12:30am\. /)
  const [never] = await declare({ cancelled_at, cancelled_as: 'never_true' })
  expect(never).toMatch(/^Gift Aid: Ada Lovelace, £8\.00, never true, cancelled on Mon 1 Jun 2026, 12:30am\. /)
  expect(await declare({}, 'both'), 'nothing was donated').toEqual([])
})

it('[42] names each address, of what is posted or a ticket alone, and what the buyer withdrew from', async () => {
  const address = (kind: 'delivery' | 'billing', change: Partial<Insertable<SaleAddressesTable>> = {}) => ({
    sale_id: ids.both,
    kind,
    first_name: 'Ada',
    last_name: 'Lovelace',
    address_1: `${kind} Road`,
    town: 'Leeds',
    postcode: 'LS1 1AA',
    country: '1',
    ...change,
  })
  const both = [address('billing'), address('delivery', { address_2: ' ', country: 'XX' })]
  const shown = await detailsAfter('both', (tx) => tx.insertInto('sale_addresses').values(both).execute())
  expect(shown.toSorted()).toEqual([
    'Billing address: Ada Lovelace, billing Road, Leeds, LS1 1AA, United Kingdom',
    'Delivery address: Ada Lovelace, delivery Road, Leeds, LS1 1AA, XX',
  ])
  const ofGift = { ...address('billing'), sale_id: ids.gift }
  expect(await detailsAfter('gift', (tx) => tx.insertInto('sale_addresses').values(ofGift).execute())).toEqual([])
  const withdraw = (lines: number[]) =>
    detailsAfter('both', (tx) =>
      tx
        .insertInto('sale_events')
        .values({
          sale_id: ids.both,
          kind: 'withdrawn',
          facts: JSON.stringify({ lines }),
          at: new Date('2026-05-31T23:30:00Z'),
        })
        .execute(),
    )
  const lines = await shop()
    .db.selectFrom('order_lines')
    .select(['line', 'organiser_id'])
    .where('sale_id', '=', ids.both)
    .execute()
  const [own, theirs] = [season.organiserId, season.otherId].map(
    (id) => lines.find(({ organiser_id }) => organiser_id === id)!.line,
  ) as [number, number]
  expect(await withdraw([own])).toEqual(['Withdrawn by the buyer: Mon 1 Jun 2026, 12:30am'])
  expect(await withdraw([theirs])).toEqual([])
})
