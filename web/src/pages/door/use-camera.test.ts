import { expect, it } from 'vitest'
import { newTickets } from './use-camera.ts'

it('a ticket is checked once while it is held up, again when it comes back, and another one at once', () => {
  const isNew = newTickets()
  // Held up for ten seconds, and lost by the reader for two of them.
  const heldUp = [0, 250, 2000, 4000, 6000, 8000, 10_000].map((now) => isNew('A', now))
  expect(heldUp).toEqual([true, false, false, false, false, false, false])
  expect([isNew('B', 10_250), isNew('A', 10_500), isNew('A', 13_400), isNew('A', 16_400)]).toEqual([
    true,
    true,
    false,
    true,
  ])
})
