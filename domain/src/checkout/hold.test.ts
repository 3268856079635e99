import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { LIMITS } from '../limits.ts'
import { countdownRuns, deadlineOf, expiresNow, SPOKEN_AT, secondsLeft, spokenMark } from './countdown.ts'
import { extendHold, extensionsLeft, type Hold } from './extension.ts'
import { isStoredStep, STEPS } from './steps.ts'

describe('the countdown', () => {
  it('[SUM-13] never shows less than 0 seconds', () => {
    const deadline = deadlineOf(10, 5_000)
    expect([5_000, 5_001, 14_999, 15_000, 15_001, 99_000].map((now) => secondsLeft(deadline, now))).toEqual([
      10, 10, 1, 0, 0, 0,
    ])
  })

  it('starts from the seconds in a response, whenever it arrives', () =>
    fc.assert(
      fc.property(
        fc.nat(100_000),
        fc.nat(1e12),
        (seconds, now) => secondsLeft(deadlineOf(seconds, now), now) === seconds,
      ),
    ))

  it('[CLK-09] stops when payment is complete', () => {
    for (const step of STEPS) expect(countdownRuns(step, true)).toBe(false)
    expect(countdownRuns('payment', false)).toBe(true)
  })

  it('[CLK-08] at zero returns the buyer to the basket from the steps that require a hold, and no others', () => {
    expect(STEPS.filter(isStoredStep).filter((step) => expiresNow(step, 0, false))).toEqual([
      'login',
      'marketing_preferences',
      'donation',
      'gift_aid',
      'delivery_address',
      'ticket_questions_before',
      'payment',
      'deliver_tickets',
      'ticket_questions_after',
      'waiver',
    ])
    for (const step of STEPS) {
      expect(expiresNow(step, 1, false)).toBe(false)
      // a paid sale never expires, whatever its step
      expect(expiresNow(step, 0, true)).toBe(false)
    }
  })

  it('announces 5, 2 and 1 minutes, 30 seconds and the end', () => {
    expect(SPOKEN_AT).toEqual([300, 120, 60, 30, 0])
    const spoken: number[] = []
    for (let left = 900; left > 0; left--) {
      const mark = spokenMark(left, left - 1)
      if (mark !== null) spoken.push(mark)
    }
    expect(spoken).toEqual([...SPOKEN_AT])
  })

  it('announces only the last mark after the device slept', () => {
    expect(spokenMark(900, 45)).toBe(60)
    expect(spokenMark(310, 300)).toBe(300)
    expect(spokenMark(300, 299)).toBeNull()
    expect(spokenMark(20, 900)).toBeNull()
  })
})

describe('extending a hold', () => {
  const at = (seconds: number) => new Date(Date.UTC(2026, 0, 1) + seconds * 1000)
  const HOLD: Hold = { heldFrom: at(0), heldUntil: at(900), extensions: 0, holdSeconds: 900 }
  const ALONE = { othersWaiting: false, paymentRunning: false }

  it('gives its initial length from now, up to twice that in all', () => {
    expect(extendHold(HOLD, { now: at(600), ...ALONE })).toEqual({ ok: true, until: at(1500) })
    const again = { ...HOLD, heldUntil: at(1500), extensions: 1 }
    expect(extendHold(again, { now: at(1400), ...ALONE })).toEqual({ ok: true, until: at(1800) })
  })

  it.each([
    ['once it has ended', HOLD, at(900), ALONE, 'hold_expired'],
    ['while a payment runs', HOLD, at(600), { ...ALONE, paymentRunning: true }, 'payment_running'],
    ['while others wait', HOLD, at(600), { ...ALONE, othersWaiting: true }, 'hold_wanted'],
    ['more often than allowed', { ...HOLD, extensions: LIMITS.holdExtensions }, at(600), ALONE, 'hold_not_extendable'],
    ['beyond its cap', { ...HOLD, heldUntil: at(1800) }, at(1700), ALONE, 'hold_not_extendable'],
    ['when nothing would be won', HOLD, at(0), ALONE, 'hold_not_extendable'],
  ] as const)('is refused: %s', (_, hold, now, facts, code) =>
    expect(extendHold(hold, { now, ...facts })).toEqual({ ok: false, code }),
  )

  it('promise 5: never exceeds twice the length, however often it is requested', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 3600 }),
        fc.array(fc.nat(1200), { maxLength: 20 }),
        (holdSeconds, waits) => {
          let hold: Hold = { heldFrom: at(0), heldUntil: at(holdSeconds), extensions: 0, holdSeconds }
          let now = 0
          for (const wait of waits) {
            now += wait
            const left = extensionsLeft(hold)
            const extended = extendHold(hold, { now: at(now), ...ALONE })
            if (!extended.ok) continue
            expect(left).toBeGreaterThan(0)
            expect(extended.until > hold.heldUntil).toBe(true)
            hold = { ...hold, heldUntil: extended.until, extensions: hold.extensions + 1 }
          }
          expect(hold.extensions).toBeLessThanOrEqual(LIMITS.holdExtensions)
          expect(hold.heldUntil <= at(2 * holdSeconds)).toBe(true)
        },
      ),
    )
  })

  it('returns how many extensions are left', () => {
    expect(extensionsLeft(HOLD)).toBe(2)
    expect(extensionsLeft({ ...HOLD, extensions: 1 })).toBe(1)
    expect(extensionsLeft({ ...HOLD, extensions: 5 })).toBe(0)
    expect(extensionsLeft({ ...HOLD, extensions: 1, heldUntil: at(1800) })).toBe(0)
  })
})
