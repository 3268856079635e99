type Counted = { qty: number }

/** What the badges count (OPEN-38): every ticket and every gift voucher. */
export const basketQuantity = (basket: { tickets: readonly Counted[]; gift_vouchers: readonly Counted[] }): number =>
  [...basket.tickets, ...basket.gift_vouchers].reduce((total, line) => total + line.qty, 0)
