import type { Deps } from '../../deps.ts'
import { hit, networkCounters, takeBack } from './rate-limit.ts'

/** Limits on wrong codes: a person mistypes a few, many people on one network some more, a guessing program many. */
const WRONG_CODES = { ofSession: 20, name: 'wrong-code', max: 100 }
const WINDOW_SECONDS = 600

export type Guesser = { deps: Pick<Deps, 'db' | 'clock'>; session: { id: string | null }; ip: string }

/**
 * Counts a code before it is compared, so that simultaneous guesses cannot all be compared. Returns null beyond the limit:
 * then even a correct code is refused, or guessing would still find it. The caller takes a correct code back.
 */
export async function countGuess({ deps, session, ip }: Guesser): Promise<{ takeBack(): Promise<void> } | null> {
  const limits = [
    ...(session.id === null ? [] : [{ key: `wrong-code:session:${session.id}`, max: WRONG_CODES.ofSession }]),
    ...networkCounters(WRONG_CODES, ip),
  ]
  // guard: guesses-counted
  for (const { key, max } of limits) if ((await hit(deps, key, WINDOW_SECONDS)) > max) return null
  return {
    async takeBack() {
      for (const { key } of limits) await takeBack(deps, key, WINDOW_SECONDS)
    },
  }
}
