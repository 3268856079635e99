import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  type Balance,
  captureMovement,
  disputeMovement,
  ledgerRows,
  type Posting,
  platformFeeMovement,
  receivables,
  refundMovement,
  splitBy,
} from './ledger.ts'

const AT = new Date('2026-05-04T10:00:00Z')
const entry = (amounts: Parameters<typeof ledgerRows>[0]['amounts']) =>
  ledgerRows({ saleId: 7, movement: 'sale', amounts, currency: 'GBP', at: AT })

describe('splitting an amount by organiser', () => {
  it('is proportional to the penny, and leaves out organisers without a part', () => {
    expect([
      ...splitBy(
        100,
        new Map([
          [1, 200],
          [2, 100],
          [3, 0],
        ]),
      ),
    ]).toEqual([
      [1, 67],
      [2, 33],
    ])
    expect([...splitBy(0, new Map([[1, 200]]))]).toEqual([])
  })

  it('gives nothing to an organiser who is owed nothing', () =>
    expect([
      ...splitBy(
        100,
        new Map([
          [1, -50],
          [2, 25],
        ]),
      ),
    ]).toEqual([[2, 100]]))

  it('names no organiser if none has a share', () => {
    expect([...splitBy(100, new Map())]).toEqual([[null, 100]])
    expect([
      ...splitBy(
        100,
        new Map([
          [1, 0],
          [2, -1],
        ]),
      ),
    ]).toEqual([[null, 100]])
  })

  it('loses no penny', () =>
    fc.assert(
      fc.property(fc.nat(1e6), fc.array(fc.integer({ min: -100, max: 1e5 }), { maxLength: 5 }), (amount, weights) => {
        const parts = splitBy(amount, new Map(weights.map((weight, index) => [index, weight])))
        expect([...parts.values()].reduce((all, part) => all + part, 0)).toBe(amount)
      }),
    ))
})

describe('a movement of money', () => {
  const split = new Map([
    [1, 300],
    [2, 200],
  ])

  it.each<[string, Posting[], [string, number, number | null][]]>([
    [
      'capture',
      captureMovement(split),
      [
        ['captured', 300, 1],
        ['receivable', -300, 1],
        ['captured', 200, 2],
        ['receivable', -200, 2],
      ],
    ],
    [
      'platform fee',
      platformFeeMovement(split),
      [
        ['platform_fees', 300, 1],
        ['paid_to_platform', -300, 1],
        ['platform_fees', 200, 2],
        ['paid_to_platform', -200, 2],
      ],
    ],
    [
      'refund',
      refundMovement(split),
      [
        ['refunded', -300, 1],
        ['receivable', 300, 1],
        ['refunded', -200, 2],
        ['receivable', 200, 2],
      ],
    ],
    [
      'dispute over money that was partly owed to the buyer',
      disputeMovement(800, split),
      [
        ['disputed', -300, 1],
        ['receivable', 300, 1],
        ['disputed', -200, 2],
        ['receivable', 200, 2],
        ['disputed', -300, null],
        ['dispute_losses', 300, null],
      ],
    ],
  ])('debits and credits both accounts of each organiser: %s', (_, postings, expected) => {
    expect(entry(postings).map((row) => [row.account, row.amount_minor, row.organiser_id])).toEqual(expected)
  })

  it('is no loss in a dispute over money that was owed to the buyer', () =>
    expect(entry(disputeMovement(500, split)).map(({ account }) => account)).not.toContain('dispute_losses'))
})

describe('the rows of a movement', () => {
  it('have its sale, event, ticket type, payment, refund and time', () => {
    const of = { organiserId: 1, eventId: 2, ticketTypeId: 3 }
    const amounts: Posting[] = [
      { account: 'receivable', minor: 500, ...of },
      { account: 'tickets', minor: -500, ...of },
    ]
    const rows = ledgerRows({
      saleId: 7,
      movement: 'sale',
      amounts,
      currency: 'GBP',
      paymentId: 8,
      refundId: 9,
      at: AT,
    })
    const row = { sale_id: 7, movement: 'sale', currency: 'GBP', payment_id: 8, refund_id: 9, at: AT }
    const about = { organiser_id: 1, event_id: 2, ticket_type_id: 3 }
    expect(rows).toEqual([
      { ...row, ...about, account: 'receivable', amount_minor: 500 },
      { ...row, ...about, account: 'tickets', amount_minor: -500 },
    ])
  })

  it('may name neither organiser nor payment, and leave out zero', () =>
    expect(entry({ captured: 500, receivable: -500, tickets: 0 })).toEqual(
      [
        ['captured', 500],
        ['receivable', -500],
      ].map(([account, amount_minor]) => ({
        sale_id: 7,
        movement: 'sale',
        account,
        amount_minor,
        currency: 'GBP',
        at: AT,
        payment_id: null,
        refund_id: null,
        organiser_id: null,
        event_id: null,
        ticket_type_id: null,
      })),
    ))

  it('sum to zero for each organiser, or are refused', () => {
    expect(() => entry({ captured: 500, receivable: -499 })).toThrow(
      'movement sale does not sum to zero for organiser null',
    )
    const across: Posting[] = [
      { account: 'captured', minor: 500, organiserId: 1 },
      { account: 'receivable', minor: -500, organiserId: 2 },
    ]
    expect(() => entry(across)).toThrow('for organiser 1')
  })
})

describe('what a buyer owes', () => {
  it('is the sum of the receivables of each organiser, and of no other account', () => {
    const balance = (account: Balance['account'], minor: number, organiserId: number | null): Balance => ({
      account,
      minor,
      organiserId,
      eventId: null,
      ticketTypeId: null,
    })
    const balances = [
      balance('receivable', 500, 1),
      balance('receivable', -200, 1),
      balance('tickets', -300, 1),
      balance('receivable', 40, null),
    ]
    expect([...receivables(balances)]).toEqual([
      [1, 300],
      [null, 40],
    ])
  })
})
