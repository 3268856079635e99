import type { Clock } from '../clock.ts'

export interface TestClock extends Clock {
  set(to: Date | string): void
  advance(seconds: number): void
}

/** A clock that stands still until a test moves it. */
export function testClock(start: Date | string = '2026-06-01T12:00:00Z'): TestClock {
  let ms = instant(start)
  return {
    now: () => new Date(ms),
    set: (to) => {
      ms = instant(to)
    },
    advance: (seconds) => {
      ms += seconds * 1000
    },
  }
}

function instant(at: Date | string): number {
  const ms = new Date(at).getTime()
  if (Number.isNaN(ms)) throw new RangeError(`Not a time: ${at}`)
  return ms
}
