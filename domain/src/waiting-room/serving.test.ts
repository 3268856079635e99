import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  pollRule,
  type RoomState,
  servingAfter,
  servingSpeed,
  shareWhoCome,
  WANTED_PER_FREE,
  waitRule,
} from './serving.ts'

const ROOM: RoomState = {
  serving: 100,
  lastNumber: 10_000,
  ratePerMinute: 60,
  seconds: 1,
  turnout: { called: 0, came: 0 },
  expected: 0,
  inside: 0,
  meanParty: 2,
  free: 1000,
}

const turnout = fc.nat(1000).chain((called) => fc.nat(called).map((came) => ({ called, came })))
const room: fc.Arbitrary<RoomState> = fc
  .record({
    serving: fc.double({ min: 0, max: 50_000, noNaN: true }),
    waiting: fc.nat(50_000),
    ratePerMinute: fc.integer({ min: 1, max: 10_000 }),
    seconds: fc.double({ min: 0, max: 100, noNaN: true }),
    turnout,
    expected: fc.nat(2000),
    inside: fc.nat(2000),
    meanParty: fc.double({ min: 1, max: 10, noNaN: true }),
    free: fc.nat(5000),
  })
  .map(({ waiting, ...rest }) => ({ ...rest, lastNumber: Math.ceil(rest.serving) + waiting }))

describe('how far a room calls', () => {
  it('never takes a turn back, and calls no number that nobody has', () => {
    fc.assert(
      fc.property(room, (state) => {
        const after = servingAfter(state)
        expect(after).toBeGreaterThanOrEqual(state.serving)
        expect(after).toBeLessThanOrEqual(state.lastNumber)
      }),
    )
  })

  it('calls nobody whose tickets those inside already want', () => {
    fc.assert(
      fc.property(room, (state) => {
        const called = servingAfter(state) - state.serving
        if (called === 0) return
        const people = state.inside + (state.expected + called) * shareWhoCome(state.turnout)
        expect(people * state.meanParty).toBeLessThanOrEqual(state.free * WANTED_PER_FREE + 1e-6)
      }),
    )
  })

  it('lets no more people in than its rate', () => {
    fc.assert(
      fc.property(room, (state) => {
        const come = (servingAfter(state) - state.serving) * shareWhoCome(state.turnout)
        expect(come).toBeLessThanOrEqual((state.ratePerMinute / 60) * Math.min(state.seconds, 5) + 1e-6)
      }),
    )
  })

  it('is not stalled by people who have left', () => {
    const after = (came: number) => servingAfter({ ...ROOM, turnout: { called: 100, came } }) - ROOM.serving
    expect(after(100)).toBeCloseTo(1)
    expect(after(50)).toBeCloseTo(2)
    expect(after(25)).toBeCloseTo(4)
    // A few who were called say nothing yet, and nobody at all says that something else is wrong.
    expect(servingAfter({ ...ROOM, turnout: { called: 10, came: 1 } })).toBeCloseTo(101)
    expect(after(0)).toBeCloseTo(10)
  })

  it.each<[string, Partial<RoomState>, number]>([
    ['all are in baskets', { free: 0 }, 100],
    ['enough people are inside', { free: 20, inside: 15 }, 100],
    ['there is space for half a person', { free: 20, inside: 14.5 }, 100.5],
    ['enough people are on their way', { free: 20, expected: 15 }, 100],
    ['nobody waits', { lastNumber: 100 }, 100],
    ['the process was away for an hour', { seconds: 3600 }, 105],
    ['the clock was set back', { seconds: -10 }, 100],
  ])('when %s', (_, change, expected) => expect(servingAfter({ ...ROOM, ...change })).toBeCloseTo(expected))
})

describe('the wait', () => {
  it('is a range from the speed of the last three minutes', () => {
    const samples = [[0, 0] as const, [100, 1000] as const, [200, 1100] as const]
    expect(servingSpeed(samples, 1200, 280)).toBeCloseTo(200 / 180)
    expect(waitRule(2)).toEqual({ from: 0.4 / 60, to: 0.65 / 60 })
  })

  it('is unknown before there is a speed, and while nobody is called', () => {
    expect(servingSpeed([], 0, 100)).toBeNull()
    expect(servingSpeed([[90, 0]], 50, 100)).toBeNull()
    expect(servingSpeed([[0, 0]], 50, 1000)).toBeNull()
    expect(waitRule(null)).toBeNull()
    expect(waitRule(servingSpeed([[0, 50]], 50, 100))).toBeNull()
  })

  it('contains the real one of a room with a steady speed', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 50_000 }),
        fc.double({ min: 0.1, max: 100, noNaN: true }),
        (ahead, speed) => {
          const { from, to } = waitRule(speed)!
          expect(ahead * from).toBeLessThanOrEqual(ahead / speed / 60)
          expect(ahead * to).toBeGreaterThanOrEqual(ahead / speed / 60)
        },
      ),
    )
  })

  it('is asked again after a tenth of it, from 5 to 60 seconds', () => {
    expect(pollRule(2)).toEqual({ perPlace: 0.05, least: 5, most: 60 })
    expect(pollRule(null)).toEqual({ perPlace: 0, least: 30, most: 30 })
    expect(pollRule(0)).toEqual(pollRule(null))
  })
})
