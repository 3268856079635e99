import type { Checkout } from '@foyer/contract/types.ts'

export const isEmpty = ({ tickets, gift_vouchers }: Pick<Checkout, 'tickets' | 'gift_vouchers'>): boolean =>
  tickets.length === 0 && gift_vouchers.length === 0
