import type { Journal } from './journal.ts'
import type { Switches } from './switches.ts'
import type { Timeline } from './timeline.ts'
import type { Webhooks } from './webhooks.ts'

/** What every vendor is built from. */
export interface Kernel {
  /** Epoch milliseconds. */
  now: () => number
  /** Random letters and digits, unguessable enough for a client secret. */
  randomId: (length: number) => string
  journal: Journal
  timeline: Timeline
  switches: Switches
  webhooks: Webhooks
  /** The address others reach the sandbox at, without a slash at the end. */
  publicUrl: () => string
}
