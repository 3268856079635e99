import { createStore, useStore } from '../store.ts'

/** What the badge at the basket counts: tickets and gift vouchers together. */
const quantity = createStore<number>()

export const setBasketQuantity = (count: number): void => quantity.set(count)
export const useBasketQuantity = (sent: number): number => useStore(quantity, sent)
