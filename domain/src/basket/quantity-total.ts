type Counted = { qty: number }

/** The number on the basket badge: every ticket and every gift voucher. */
export const basketQuantity = ({
  lines,
  vouchers,
}: {
  lines: readonly Counted[]
  vouchers: readonly Counted[]
}): number => [...lines, ...vouchers].reduce((total, line) => total + line.qty, 0)
