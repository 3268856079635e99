export type ShownState = 'paid' | 'part_refunded' | 'refunded'

/** How much of the organiser's part of an order has been refunded. */
export const shownState = ({ back, ended }: { back: number; ended: boolean }): ShownState => {
  if (ended) return 'refunded'
  return back > 0 ? 'part_refunded' : 'paid'
}
