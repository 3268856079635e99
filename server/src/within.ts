import { setTimeout as sleep } from 'node:timers/promises'

/** The result of `work`, or null when it fails or takes longer. */
export const within = <T>(ms: number, work: Promise<T>): Promise<T | null> =>
  Promise.race([work.catch(() => null), sleep(ms, null, { ref: false })])
