import { shownOrderNumber } from '@foyer/domain/format/order-number.ts'
import { beforeAll, expect } from 'vitest'
import type { TestShop } from '../../testing/shop.ts'
import { openShift } from './counter.ts'
import { useNeighbour } from './neighbour.ts'
import { createStaff, inSession, type OfficeBrowser } from './office.ts'
import { openSeason, sellInSeason } from './season.ts'
import { type SeasonOrder, seasonOrders } from './season-orders.ts'

type Sold = {
  season: Awaited<ReturnType<typeof openSeason>>
  orders: SeasonOrder[]
  ownerId: number
  browser: OfficeBrowser
}

/** A season's orders in the shop of a test file, beside a neighbour's, and its owner who reads the figures. */
export function useSeason(shop: () => TestShop) {
  useNeighbour(shop)
  let sold: Sold
  const sales = new Map<string, number>()
  beforeAll(async () => {
    const season = await openSeason(shop())
    const orders = seasonOrders(Object.keys(season.codes)[0]!)
    const shift = await openShift(shop(), { organiserId: season.organiserId })
    for (const order of orders) sales.set(order.key, (await sellInSeason(shop(), season, order, shift!.id)).saleId)
    const owner = await createStaff(shop(), season.organiserId, 'owner')
    const browser = await inSession(shop(), { staffId: owner.id, email: owner.email })
    sold = { season, orders, ownerId: owner.id, browser }
  })
  const orderOf = (key: string): SeasonOrder => sold.orders.find((order) => order.key === key)!
  return {
    sold: () => sold,
    idOf: (key: string): number => sales.get(key)!,
    orderOf,
    numberOf: (key: string) => shownOrderNumber(orderOf(key).number),
    see: async (name: Parameters<OfficeBrowser['call']>[0], body: object = {}) => {
      const reply = await sold.browser.call(name, { organiser_id: sold.season.organiserId, ...body })
      expect(reply.status, JSON.stringify(reply.body)).toBe(200)
      return reply.body
    },
  }
}
