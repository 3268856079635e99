import { beforeAll } from 'vitest'
import { createEvent } from '../../testing/fixtures/catalogue.ts'
import type { TestShop } from '../../testing/shop.ts'
import { createSubject } from './planted-subject.ts'

/**
 * Plants another organiser's event with orders and a row in every table around them, so that a query which has lost one of its
 * conditions finds rows that a test doesn't expect. Called after `useShop`.
 */
export function useNeighbour(shop: () => TestShop): void {
  beforeAll(async () => {
    const { organiserId } = await createEvent(shop().db)
    await createSubject(shop(), { organiserId, mark: 'Neighbour', minor: 1234, status: 'published', buyers: [] })
  })
}
