import { expect, it } from 'vitest'
import { worthOf } from './order.ts'

type Line = Parameters<typeof worthOf>[0]

/** Four tickets of 10.00 with fees of 1.00, protected and posted, half of which gift vouchers paid. */
const LINE = {
  qty: 4,
  refunded_qty: 0,
  net_minor: 4000,
  fee_minor: 400,
  protection_minor: 400,
  delivery_minor: 1200,
  voucher_minor: 3000,
  rounding_minor: 0,
  refunded_net_minor: 0,
  refunded_fee_minor: 0,
  refunded_protection_minor: 0,
  refunded_delivery_minor: 0,
  refunded_voucher_minor: 0,
  refunded_rounding_minor: 0,
} as unknown as Line

it('a ticket’s part that vouchers paid is its share of the whole line, with protection and postage', () => {
  expect(worthOf(LINE, 1)).toEqual({
    net: 1000,
    fee: 100,
    protection: 0,
    delivery: 0,
    voucher: 550,
    rounding: 0,
  })
})

it('two at a time are worth twice as much', () => {
  expect(worthOf(LINE, 2)).toMatchObject({ net: 2000, fee: 200, voucher: 1100 })
})
