import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { addDays } from '../format/calendar-days.ts'
import { type CurrencyCode, sum } from '../money/money.ts'
import { afterBankError, bankWait, isCancelledReturn, pollDelay, showsAdditionalMessage } from './bank-wait.ts'
import {
  autoSelected,
  availableMethods,
  canChargeCard,
  cardProvider,
  isFreeCheckout,
  isPlan,
  type MethodFacts,
  paymentTitle,
  showsPayButton,
  unconfiguredOrganiser,
} from './methods.ts'
import {
  afterFailedAttempt,
  dueDays,
  isPaidOffBy,
  PLAN_RULES,
  planReduction,
  planSchedule,
  reduceFromLast,
  remainingOf,
  sharedPlans,
  splitPayments,
} from './plan.ts'

const FACTS: MethodFacts = {
  currency: 'GBP',
  totalMinor: 50_00,
  isExpress: false,
  ownProvider: null,
  planKeys: [],
  hasBankTransfer: true,
}
const methods = (facts: Partial<MethodFacts>, options?: { bankRemoved: boolean }) =>
  availableMethods({ ...FACTS, ...facts }, options)

describe('a total too small for a card', () => {
  it('is below the provider’s minimum in that currency', () => {
    const charges = (facts: Partial<MethodFacts>) => canChargeCard({ ...FACTS, ...facts })
    expect(charges({ totalMinor: 29 })).toBe(false)
    expect(charges({ totalMinor: 30 })).toBe(true)
    expect(charges({ totalMinor: 49, currency: 'EUR' })).toBe(false)
    expect(charges({ totalMinor: 50, currency: 'JPY' })).toBe(true)
    expect(charges({ totalMinor: 29, ownProvider: 'stripe' })).toBe(false)
    expect(charges({ totalMinor: 1, ownProvider: 'square' })).toBe(true)
    expect(charges({ totalMinor: 2000_00 }), 'not offered').toBe(false)
  })
})

describe('payment methods of a sale', () => {
  it('are in display order', () => expect(methods({ planKeys: ['3'] })).toEqual(['bank', 'card', 'plan']))

  it('[BNK-01] bank transfer only in GBP or EUR', () =>
    expect((['GBP', 'EUR', 'USD', 'JPY'] as const).map((currency) => methods({ currency }).includes('bank'))).toEqual([
      true,
      true,
      false,
      false,
    ]))

  it('[BNK-02] bank transfer only when the provider is not Stripe', () =>
    expect(
      ([null, 'square', 'stripe'] as const).map((ownProvider) => methods({ ownProvider }).includes('bank')),
    ).toEqual([true, true, false]))

  it('[BNK-03] [PAY-06] omit bank transfer once it was removed, or where the shop has none', () => {
    expect(methods({}, { bankRemoved: true })).toEqual(['card'])
    expect(methods({ hasBankTransfer: false })).toEqual(['card'])
  })

  it('[PAY-10] include cards when the total is under 2000 or the currency is not GBP', () => {
    const card = (totalMinor: number, currency: CurrencyCode = 'GBP') =>
      methods({ totalMinor, currency }).includes('card')
    expect([1, 1999_99, 2000_00, 2000_01].map((total) => card(total))).toEqual([true, true, false, false])
    expect([card(5000_00, 'EUR'), card(2000_00, 'USD'), card(500_000, 'JPY')]).toEqual([true, true, true])
  })

  it('[PAY-11] include cards in express', () =>
    expect(methods({ totalMinor: 5000_00, isExpress: true })).toContain('card'))

  it('[PAY-12] include the card for a Stripe provider, but not for Square', () => {
    expect(methods({ totalMinor: 5000_00, ownProvider: 'stripe' })).toEqual(['card'])
    expect(methods({ totalMinor: 5000_00, ownProvider: 'square' })).toEqual(['bank'])
  })

  it('OPEN-70: may be empty', () => expect(methods({ totalMinor: 2000_00 }, { bankRemoved: true })).toEqual([]))

  it('[PAY-07] [INS-01] include a plan only if there is an option besides the single payment', () => {
    expect([[], ['1']].map((planKeys) => methods({ planKeys }))).toEqual([
      ['bank', 'card'],
      ['bank', 'card'],
    ])
    expect(methods({ planKeys: ['1', '4'] })).toContain('plan')
    expect(['1', '3', '6'].filter(isPlan)).toEqual(['3', '6'])
  })

  it('OPEN-81: a plan only in GBP', () => expect(methods({ currency: 'EUR', planKeys: ['3'] })).not.toContain('plan'))

  it('[PAY-13] preselect a single one unless it is a plan', () => {
    expect(autoSelected(['card'])).toBe('card')
    expect(autoSelected(['bank'])).toBe('bank')
    expect([
      autoSelected(['bank', 'card']),
      autoSelected(['card', 'plan']),
      autoSelected(['plan']),
      autoSelected([]),
    ]).toEqual([null, null, null, null])
  })

  it('[SQR-01] [CRD-01] use Square for cards only if the organiser has an account there', () =>
    expect(([null, 'stripe', 'square'] as const).map((ownProvider) => cardProvider({ ownProvider }))).toEqual([
      'stripe',
      'stripe',
      'square',
    ]))
})

describe('the payment step', () => {
  it('OPEN-68: cannot take payments for a SaaS organiser without a provider', () => {
    const organisers = [
      { name: 'Band', isSaas: false },
      { name: 'School', isSaas: true },
      { name: 'Club', isSaas: true },
    ]
    expect(unconfiguredOrganiser({ ...FACTS, organisers })).toBe('School')
    expect(unconfiguredOrganiser({ ...FACTS, organisers: organisers.slice(0, 1) })).toBeNull()
    expect(unconfiguredOrganiser({ ...FACTS, ownProvider: 'square', organisers })).toBeNull()
    expect(unconfiguredOrganiser({ ...FACTS, totalMinor: 0, organisers })).toBeNull()
  })

  it('OPEN-85: is free at a total of zero', () =>
    expect([0, 1, 500].map((totalMinor) => isFreeCheckout({ totalMinor }))).toEqual([true, false, false]))

  it.each([
    ['PAY-01', { claiming: false, paying: false, express: false }, 'title.payment'],
    ['PAY-02', { claiming: false, paying: false, express: true }, 'title.paymentExpress'],
    ['PAY-03', { claiming: false, paying: true, express: true }, 'title.paymentConfirming'],
    ['PAY-04', { claiming: true, paying: true, express: true }, 'title.paymentClaimingFree'],
  ])('[%s] with %j is titled %s', (_, facts, title) => expect(paymentTitle(facts)).toBe(title))

  it('[PAY-15] [PAY-16] shows its own button for bank transfer and Square cards, except during a payment', () => {
    const shown = (paying: boolean) =>
      (['bank', 'card', 'plan', null] as const).map((method) => [
        showsPayButton(method, { ownProvider: 'square', paying }),
        showsPayButton(method, { ownProvider: 'stripe', paying }),
        showsPayButton(method, { ownProvider: null, paying }),
      ])
    expect(shown(false)).toEqual([
      [true, true, true],
      [true, false, false],
      [false, false, false],
      [false, false, false],
    ])
    expect(shown(true).flat()).not.toContain(true)
  })
})

describe('waiting for a bank', () => {
  const messageAfter = (retries: number) => bankWait(retries).message

  it('OPEN-77: shows no message up to 3 retries', () =>
    expect([0, 1, 2, 3].map(messageAfter)).toEqual([null, null, null, null]))

  it.each([
    ['BNK-13', [4, 5, 6], 'info.bankWaiting'],
    ['BNK-14', [7, 8, 9], 'info.bankAwaitingConfirmation'],
    ['BNK-15', [10, 30, 60], 'info.bankTakingLonger'],
    ['BNK-18', [61, 62, 1000], 'info.bankNotConfirmedYet'],
  ] as const)('[%s] after %j retries says %s', (_, retries, message) => {
    for (const count of retries) expect(messageAfter(count)).toBe(message)
  })

  it('[BNK-16] allows another method after 9 retries', () =>
    expect([9, 10, 60, 61].map((retries) => bankWait(retries).tryAnother)).toEqual([false, true, true, true]))

  it('[BNK-17] gives up after 60 retries', () =>
    expect([59, 60, 61].map((retries) => bankWait(retries).giveUp)).toEqual([false, false, true]))

  it('polls after 2 seconds, and then every 1.5', () =>
    expect([0, 1, 2, 59].map(pollDelay)).toEqual([2000, 1500, 1500, 1500]))

  it('after giving up, it polls ever more slowly, at least once a minute', () =>
    expect([60, 61, 62, 63, 68, 1000].map(pollDelay)).toEqual([1500, 5000, 7500, 11_250, 60_000, 60_000]))

  it('OPEN-76: recognises a cancellation by code 0', () =>
    expect(['0', 0, null, '', '1', 'success'].map(isCancelledReturn)).toEqual([true, true, false, false, false, false]))

  it('[BNK-27] hides the additional message for cancelled, rejected and expired', () =>
    expect(['cancelled', 'canceled', 'Rejected', 'expired', 'failed', ''].map(showsAdditionalMessage)).toEqual([
      false,
      false,
      false,
      false,
      true,
      true,
    ]))

  it('never says that no money was taken if a payment was refunded', () =>
    expect(showsAdditionalMessage('returned')).toBe(false))

  it('[BNK-25] [BNK-26] an error leads to the basket once the hold expired, and to another method before', () =>
    expect([-1, 0, 1, 600].map(afterBankError)).toEqual(['basket', 'basket', 'try_another', 'try_another']))
})

describe('a payment plan', () => {
  it('is reduced from its last payment on', () => {
    expect(reduceFromLast([1000, 1000, 500], 0, 30)).toEqual([1000, 1000, 500])
    expect(reduceFromLast([1000, 1000, 500], 700, 30)).toEqual([1000, 800, 0])
    expect(reduceFromLast([1000, 1000, 500], 2500, 30)).toEqual([0, 0, 0])
  })

  it('is reduced to payments that a card can pay', () => {
    expect(reduceFromLast([1000, 1000], 990, 30), 'filled up from the one before').toEqual([980, 30])
    expect(reduceFromLast([40, 40], 30, 30), 'added to the one before').toEqual([50, 0])
    expect([planReduction(1000, 990, 30), planReduction(1000, 1000, 30), planReduction(1000, 970, 30)]).toEqual([
      970, 1000, 970,
    ])
    expect(planReduction(30, 5, 30), 'all of it is returned').toBe(0)
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 30, max: 200 }), { minLength: 1 }), fc.nat(), (payments, asked) => {
        const toCome = sum(payments)
        const less = planReduction(toCome, asked % (toCome + 1), 30)
        const lowered = reduceFromLast(payments, less, 30)
        expect(sum(lowered)).toBe(toCome - less)
        expect(lowered.every((minor) => minor === 0 || minor >= 30)).toBe(true)
      }),
    )
  })

  it('splits a total without losing a penny: equal payments, the remainder in the first', () => {
    expect(splitPayments(10_000, 3)).toEqual([3334, 3333, 3333])
    expect(splitPayments(10_001, 4)).toEqual([2501, 2500, 2500, 2500])
    expect(splitPayments(999, 1)).toEqual([999])
    fc.assert(
      fc.property(fc.nat(10_000_000), fc.integer({ min: 1, max: 24 }), (total, n) => {
        const parts = splitPayments(total, n)
        expect(parts).toHaveLength(n)
        expect(sum(parts)).toBe(total)
        expect(new Set(parts.slice(1)).size).toBeLessThanOrEqual(1)
        for (const part of parts.slice(1)) expect(parts[0]! - part).toBeLessThan(n)
        for (const part of parts) expect(part).toBeGreaterThanOrEqual(0)
      }),
    )
  })

  it.each([
    ['2026-01-15', 3, 1, ['2026-01-15', '2026-02-15', '2026-03-15']],
    ['2026-01-31', 4, 1, ['2026-01-31', '2026-02-28', '2026-03-31', '2026-04-30']],
    ['2027-11-30', 4, 1, ['2027-11-30', '2027-12-30', '2028-01-30', '2028-02-29']],
    ['2026-12-31', 3, 2, ['2026-12-31', '2027-02-28', '2027-04-30']],
    ['2026-05-05', 1, 1, ['2026-05-05']],
  ])('from %s on, has %i payments every %i months, due %j', (first, n, every, days) =>
    expect(dueDays(first, n, every)).toEqual(days),
  )

  it('is paid off by the date of its last payment, or at once with one payment', () => {
    const plan = { payments: 3, everyMonths: 1, firstDay: '2026-11-30' }
    expect([isPaidOffBy('2027-01-30', plan), isPaidOffBy('2027-01-29', plan)]).toEqual([true, false])
    expect(isPaidOffBy('2026-01-01', { ...plan, payments: 1 })).toBe(true)
  })

  it('is offered with at most 12 payments within 12 months, whatever an event has stored', () => {
    const keys = (...stored: [number, number][]) =>
      sharedPlans(
        [
          {
            lastDay: '2040-01-01',
            options: stored.map(([payments, everyMonths]) => ({
              key: `${payments}x${everyMonths}`,
              label: 'A plan',
              payments,
              everyMonths,
            })),
          },
        ],
        '2026-11-30',
      ).map(({ key }) => key)
    expect(keys([1, 1], [12, 1], [6, 2], [3, 5], [2, 11])).toEqual(['1x1', '2x11', '3x5', '6x2', '12x1'])
    expect(keys([13, 1], [7, 2], [4, 4], [3, 6], [2, 12])).toEqual([])
  })

  it('is a schedule of dates and amounts, none of them 0', () => {
    const terms = { payments: 3, everyMonths: 1, firstDay: '2026-11-30' }
    expect(planSchedule(10_000, terms)).toEqual([
      { dueOn: '2026-11-30', amountMinor: 3334 },
      { dueOn: '2026-12-30', amountMinor: 3333 },
      { dueOn: '2027-01-30', amountMinor: 3333 },
    ])
    expect(planSchedule(2, terms)).toEqual([{ dueOn: '2026-11-30', amountMinor: 2 }])
    expect(planSchedule(3, terms).map(({ amountMinor }) => amountMinor)).toEqual([1, 1, 1])
  })

  it('OPEN-82: has an outstanding balance of what is not paid yet', () => {
    const plan = splitPayments(10_000, 3).map((amountMinor, i) => ({ amountMinor, status: i === 0 ? 'paid' : 'due' }))
    expect(remainingOf(plan)).toBe(6666)
    expect(remainingOf(plan.map((instalment) => ({ ...instalment, status: 'paid' })))).toBe(0)
    expect(remainingOf(plan.map((instalment) => ({ ...instalment, status: 'cancelled' })))).toBe(0)
    expect(remainingOf(plan.map((instalment) => ({ ...instalment, status: 'failed' })))).toBe(10_000)
    expect(remainingOf([])).toBe(0)
  })

  it('retries a failed card at intervals, then allows a grace period', () => {
    let day = '2026-02-27'
    const tried = [day]
    for (let attempts = 1; attempts < PLAN_RULES.attempts; attempts++) {
      const next = afterFailedAttempt(attempts, day)
      if (next.kind !== 'retry') throw new Error(`gave up after ${attempts}`)
      day = next.on
      tried.push(day)
    }
    expect(tried).toEqual(['2026-02-27', '2026-03-02', '2026-03-05', '2026-03-08'])
    expect(afterFailedAttempt(PLAN_RULES.attempts, day)).toEqual({ kind: 'overdue', endsOn: '2026-03-22' })
  })

  it('counts days across the end of a year', () => expect(addDays('2026-12-30', 3)).toBe('2027-01-02'))
})
