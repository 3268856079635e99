import { basketQuantity } from '@foyer/domain/basket/quantity-total.ts'
import { call } from '../api/client.ts'
import { isHistoryVisit, wasLeftUnfinished } from '../api/leaving.ts'
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

/** Shows the newest number of this tab. */
function showNewest(): void {
  try {
    const newest = sessionStorage.getItem(KEY)
    if (newest !== null) quantity.set(Number(newest))
  } catch {
    // As above.
  }
}

/** Shows the number that a document was rendered with, or a newer one. */
export function startBadge(rendered: number): void {
  if (isHistoryVisit()) showNewest()
  else setBasketQuantity(rendered)
}

/** Shows the stored number if the last page of this tab was left before a change was stored. */
export async function catchUpBadge(): Promise<void> {
  if (!wasLeftUnfinished()) return
  const answer = await call('get')
  if (!answer.ok) return
  const { tickets, gift_vouchers } = answer.reply
  setBasketQuantity(basketQuantity({ lines: tickets, vouchers: gift_vouchers }))
}

/** After back or forward, a page may be shown as it was left. The badge then shows the newest number of this tab. */
export function watchRestores(page: Window): void {
  page.addEventListener('pageshow', ({ persisted }) => {
    if (persisted) showNewest()
  })
}
