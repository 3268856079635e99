export type ShownState = 'paid' | 'part_refunded' | 'refunded'

/** How far an order, as far as the organiser sees it, has been refunded. */
export const shownState = ({ back, ended }: { back: number; ended: boolean }): ShownState =>
  ended ? 'refunded' : back > 0 ? 'part_refunded' : 'paid'
