import { createStore, useStore } from '../store.ts'

/** The number on the basket badge: tickets and gift vouchers together. */
const quantity = createStore<number>()
const KEY = 'foyer.basket-quantity'

export const useBasketQuantity = (rendered: number): number => useStore(quantity, rendered)

export function setBasketQuantity(count: number): void {
  quantity.set(count)
  try {
    sessionStorage.setItem(KEY, String(count))
  } catch {
    // Storage can be switched off. Then a restored page shows the number that it was left with.
  }
}

/** After back or forward, a page may be shown as it was left. The badge then shows the newest number of this tab. */
export function watchRestores(page: Window): void {
  page.addEventListener('pageshow', ({ persisted }) => {
    if (!persisted) return
    try {
      const newest = sessionStorage.getItem(KEY)
      if (newest !== null) quantity.set(Number(newest))
    } catch {
      // As above.
    }
  })
}
