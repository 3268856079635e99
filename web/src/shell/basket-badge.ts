import { createStore, useStore } from '../store.ts'

/** The number on the basket badge: tickets and gift vouchers together. */
const quantity = createStore<number>()

export const setBasketQuantity = (count: number): void => quantity.set(count)
export const useBasketQuantity = (rendered: number): number => useStore(quantity, rendered)
