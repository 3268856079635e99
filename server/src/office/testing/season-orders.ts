import type { Minor } from '@foyer/domain/money/money.ts'

/** The parts of an order's line that a buyer pays. */
export const PARTS = ['net', 'fee', 'protection', 'delivery', 'rounding'] as const
export type Part = (typeof PARTS)[number]
export type TypeName = 'adult' | 'child' | 'late' | 'entry' | 'place'
type Amounts = Partial<Record<Part | 'voucher', Minor>>
/** The tax within the gross amount of a part of a line, at a rate in hundredths of a percent. */
type Tax = { part: Part; rate: number; gross: Minor; tax: Minor }

export type SeasonLine = Amounts & {
  of: TypeName | 'gift' | 'donation'
  qty: number
  /** The price before codes and offers, which leave `net`. */
  list: Minor
  net: Minor
  discount?: Minor
  offer?: Minor
  taxes?: Tax[]
  /** Paid later, for a dearer ticket. */
  added?: Amounts
  /** Refunded: to the payment, unless it has another way or isn't over. */
  back?: Amounts & {
    qty?: number
    at: string
    way?: 'elsewhere' | 'toVouchers' | 'queued' | 'pending' | 'failed'
    reason?: string
    taxes?: Tax[]
  }
}

export type SeasonOrder = {
  key: string
  number: string
  name: string
  email: string
  phone?: string
  at: string
  currency?: 'GBP' | 'EUR'
  channel?: 'online' | 'counter' | 'complimentary'
  how?: 'cash' | 'other' | 'free' | 'reader'
  codes?: string[]
  referredBy?: string
  /** `minor` where it isn't the whole. */
  payments: {
    provider: 'stripe' | 'square' | 'truelayer' | 'cash' | 'other' | 'free'
    minor?: Minor
    purpose?: 'sale' | 'plan_first' | 'plan_instalment' | 'ticket_change'
    status?: 'paid' | 'processing' | 'failed' | 'cancelled'
  }[]
  changedAt?: string
  disputes?: { minor: Minor; status: string; owed?: Minor; dueAt?: string }[]
  disputedAt?: string
  /** A basket whose payment isn't over or failed: no order. */
  isUnpaid?: true
  lines: SeasonLine[]
}

type Sold = Omit<SeasonLine, 'of' | 'qty' | 'net'>
const line = (of: SeasonLine['of'], qty: number, { list, discount = 0, offer = 0, ...rest }: Sold): SeasonLine => ({
  of,
  qty,
  list,
  discount,
  offer,
  net: list - discount - offer,
  ...rest,
})

/**
 * The orders of a season that the clock's 1 June 2026, 12:00 UTC, looks back on: both sides of the ends of April and May in London, of
 * today's midnight, and of this time of day a week ago. `code` is a discount code of the organiser.
 */
export function seasonOrders(code: string): SeasonOrder[] {
  let made = 0
  const order = (
    key: string,
    at: string,
    of: Omit<SeasonOrder, 'key' | 'number' | 'name' | 'email' | 'at'>,
  ): SeasonOrder => {
    made += 1
    const number = (0xa0000000 + made).toString(16).toUpperCase()
    return { key, number, name: `Buyer ${made}`, email: `${key}@example.org`, at, ...of }
  }
  const tickets = { list: 2000 }
  const unpaid = (status: 'processing' | 'failed' | 'cancelled') =>
    order(status, '2026-06-01T10:00:00Z', {
      isUnpaid: true,
      payments: [{ provider: 'stripe', status }],
      lines: [line('adult', 1, tickets)],
    })
  /** What gift vouchers paid of tickets of the cancelled date. */
  const vouchers: Record<string, Minor> = { soaked: 400, early: 300 }
  return [
    order('web', '2026-05-31T22:30:00Z', {
      payments: [{ provider: 'stripe' }],
      codes: [code],
      phone: '020 7946 0999',
      lines: [
        line('adult', 3, {
          list: 6000,
          discount: 600,
          fee: 450,
          protection: 301,
          delivery: 150,
          taxes: [
            { part: 'net', rate: 2000, gross: 5400, tax: 900 },
            { part: 'fee', rate: 2000, gross: 450, tax: 75 },
            { part: 'delivery', rate: 500, gross: 150, tax: 7 },
          ],
          back: {
            qty: 1,
            net: 1800,
            fee: 150,
            protection: 100,
            at: '2026-06-01T09:00:00Z',
            taxes: [{ part: 'net', rate: 2000, gross: 1950, tax: 325 }],
          },
        }),
      ],
    }),
    order('family', '2026-05-31T23:30:00Z', {
      payments: [{ provider: 'square' }],
      lines: [line('child', 2, { list: 2000, fee: 201, rounding: 4 }), line('donation', 1, { list: 1000, fee: 30 })],
    }),
    order('cash', '2026-05-04T10:00:00Z', {
      channel: 'counter',
      how: 'cash',
      payments: [{ provider: 'cash' }],
      lines: [line('adult', 1, { ...tickets, back: { qty: 1, net: 2000, at: '2026-05-31T22:59:00Z' } })],
    }),
    order('notes', '2026-06-01T07:00:00Z', {
      channel: 'counter',
      how: 'cash',
      payments: [{ provider: 'cash' }],
      lines: [line('child', 2, { list: 1111 })],
    }),
    order('reader', '2026-06-01T08:00:00Z', {
      channel: 'counter',
      how: 'reader',
      payments: [{ provider: 'stripe' }],
      lines: [line('adult', 2, { list: 4000, back: { net: 700, way: 'failed', at: '2026-06-01T08:30:00Z' } })],
    }),
    order('lent', '2026-06-01T08:05:00Z', {
      channel: 'counter',
      how: 'reader',
      payments: [{ provider: 'stripe' }, { provider: 'stripe', purpose: 'ticket_change' }],
      changedAt: '2026-06-01T09:30:00Z',
      lines: [
        line('adult', 1, {
          ...tickets,
          added: { net: 302, fee: 20 },
          back: { net: 250, way: 'queued', at: '2026-06-01T10:00:00Z' },
        }),
      ],
    }),
    order('swap', '2026-05-19T08:05:00Z', {
      payments: [{ provider: 'square' }, { provider: 'stripe', purpose: 'ticket_change' }],
      changedAt: '2026-06-01T09:40:00Z',
      lines: [
        line('adult', 1, {
          list: 2000,
          fee: 120,
          taxes: [
            { part: 'net', rate: 2000, gross: 2402, tax: 400 },
            { part: 'fee', rate: 2000, gross: 180, tax: 30 },
          ],
          added: { net: 402, fee: 60 },
        }),
        line('child', 1, { list: 1000, taxes: [{ part: 'net', rate: 500, gross: 1000, tax: 48 }] }),
      ],
    }),
    order('other', '2026-06-01T08:10:00Z', {
      channel: 'counter',
      how: 'other',
      payments: [{ provider: 'other' }],
      lines: [line('child', 1, { list: 990 })],
    }),
    order('press', '2026-05-20T08:00:00Z', {
      channel: 'complimentary',
      payments: [{ provider: 'free' }],
      lines: [
        line('adult', 3, { list: 0, back: { qty: 1, at: '2026-05-21T08:00:00Z' } }),
        // Given as an offer: its price is in the books.
        line('child', 1, { list: 700, offer: 700 }),
      ],
    }),
    order('returned', '2026-05-20T09:00:00Z', {
      currency: 'EUR',
      channel: 'complimentary',
      payments: [{ provider: 'free' }],
      lines: [line('entry', 1, { list: 0, back: { qty: 1, at: '2026-05-21T08:00:00Z' } })],
    }),
    order('pass', '2026-05-20T10:00:00Z', {
      channel: 'complimentary',
      payments: [{ provider: 'free' }],
      lines: [line('place', 2, { list: 0 })],
    }),
    order('open', '2026-05-22T10:00:00Z', {
      payments: [{ provider: 'free' }],
      lines: [line('child', 1, { list: 0 })],
    }),
    order('guest', '2026-06-01T08:20:00Z', {
      channel: 'counter',
      how: 'free',
      payments: [{ provider: 'free' }],
      lines: [line('child', 1, { list: 0 })],
    }),
    order('gift', '2026-04-30T23:30:00Z', {
      payments: [{ provider: 'truelayer' }],
      lines: [line('gift', 1, { list: 5000, rounding: 4 })],
    }),
    order('april', '2026-04-30T22:30:00Z', {
      payments: [{ provider: 'stripe' }],
      lines: [
        line('child', 1, {
          list: 1000,
          offer: 100,
          taxes: [{ part: 'net', rate: 2000, gross: 900, tax: 150 }],
          back: {
            net: 300,
            at: '2026-05-20T08:00:00Z',
            taxes: [{ part: 'net', rate: 2000, gross: 300, tax: 50 }],
          },
        }),
        line('donation', 1, { list: 900, back: { net: 200, at: '2026-05-31T07:00:00Z' } }),
      ],
    }),
    order('spent', '2026-05-25T11:00:00Z', {
      payments: [{ provider: 'stripe' }],
      lines: [
        line('adult', 1, { list: 2003, voucher: 1500, back: { net: 300, voucher: 200, at: '2026-05-26T11:00:00Z' } }),
      ],
    }),
    order('both', '2026-05-25T13:00:00Z', {
      payments: [{ provider: 'square' }],
      disputes: [
        { minor: 5000, status: 'LOST' },
        { minor: 1300, status: 'lost' },
      ],
      disputedAt: '2026-05-28T13:00:00Z',
      lines: [line('adult', 1, tickets), line('place', 1, { list: 4000, fee: 300 })],
    }),
    order('won', '2026-05-12T13:00:00Z', {
      payments: [{ provider: 'stripe' }],
      disputes: [{ minor: 2000, status: 'won', dueAt: '2026-06-09T22:00:00Z' }],
      lines: [line('adult', 1, tickets), line('donation', 1, { list: 800 })],
    }),
    order('disputed', '2026-05-13T13:00:00Z', {
      payments: [{ provider: 'stripe' }],
      disputes: [{ minor: 1999, status: 'needs_response', dueAt: '2026-06-09T22:00:00Z' }],
      lines: [line('adult', 1, tickets), line('donation', 1, { list: 700 })],
    }),
    order('partly', '2026-05-14T13:00:00Z', {
      payments: [{ provider: 'stripe' }],
      disputes: [{ minor: 900, status: 'lost', owed: 400 }],
      disputedAt: '2026-05-30T13:00:00Z',
      lines: [line('adult', 1, tickets), line('donation', 1, { list: 600 })],
    }),
    order('plan', '2026-05-15T13:00:00Z', {
      payments: [
        { provider: 'stripe', purpose: 'plan_first', minor: 1500 },
        { provider: 'stripe', purpose: 'plan_instalment', minor: 1000 },
        { provider: 'stripe', purpose: 'plan_instalment', minor: 500, status: 'failed' },
      ],
      lines: [line('adult', 2, { list: 4000 })],
    }),
    order('rain', '2026-05-16T13:00:00Z', {
      payments: [{ provider: 'stripe' }],
      lines: [
        line('late', 2, {
          list: 3000,
          fee: 200,
          back: { qty: 1, net: 1500, fee: 100, reason: 'cancelled', at: '2026-06-01T11:00:00Z' },
        }),
      ],
    }),
    order('storm', '2026-05-16T14:00:00Z', {
      payments: [{ provider: 'truelayer' }],
      lines: [line('late', 1, { list: 1500, fee: 100 }), line('child', 1, { list: 1000 })],
    }),
    order('elsewhere', '2026-05-17T13:00:00Z', {
      payments: [{ provider: 'stripe' }],
      lines: [
        line('adult', 1, { ...tickets, back: { qty: 1, net: 2000, way: 'elsewhere', at: '2026-05-18T13:00:00Z' } }),
      ],
    }),
    order('credit', '2026-05-17T14:00:00Z', {
      payments: [{ provider: 'square' }],
      referredBy: 'web',
      lines: [
        line('child', 2, { list: 1980, back: { qty: 1, net: 990, way: 'toVouchers', at: '2026-05-18T14:00:00Z' } }),
      ],
    }),
    order('euro', '2026-05-10T13:00:00Z', {
      currency: 'EUR',
      payments: [{ provider: 'stripe' }],
      lines: [
        line('entry', 2, {
          list: 6400,
          fee: 320,
          taxes: [{ part: 'net', rate: 550, gross: 6400, tax: 334 }],
          back: {
            qty: 1,
            net: 3200,
            at: '2026-06-01T07:30:00Z',
            taxes: [{ part: 'net', rate: 550, gross: 3200, tax: 167 }],
          },
        }),
        line('donation', 1, { list: 500 }),
      ],
    }),
    order('entry', '2026-06-01T09:20:00Z', {
      currency: 'EUR',
      payments: [{ provider: 'square' }],
      lines: [line('entry', 1, { list: 3200, fee: 160 })],
    }),
    ...['soaked', 'slow', 'broken', 'early'].map((key, n) =>
      order(key, `2026-05-16T15:0${n}:00Z`, {
        payments: [{ provider: 'stripe' }],
        lines: [
          line('late', 1, {
            list: 1500,
            fee: 100,
            voucher: vouchers[key] ?? 0,
            back: {
              qty: 1,
              net: 1500,
              fee: 100,
              voucher: vouchers[key] ?? 0,
              reason: key === 'early' ? 'staff' : 'cancelled',
              at: `2026-06-01T11:1${n}:00Z`,
              ...(key === 'slow' && { way: 'pending' as const }),
              ...(key === 'broken' && { way: 'failed' as const }),
            },
          }),
        ],
      }),
    ),
    order('theirs', '2026-06-01T09:10:00Z', {
      payments: [{ provider: 'cash' }],
      lines: [line('place', 5, { list: 7777 })],
    }),
    unpaid('processing'),
    unpaid('failed'),
    unpaid('cancelled'),
  ]
}
