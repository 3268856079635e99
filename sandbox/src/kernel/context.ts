import type { Journal } from './journal.ts'
import type { Switches } from './switches.ts'
import type { Timeline } from './timeline.ts'
import type { Webhooks } from './webhooks.ts'

/** What every vendor uses. */
export interface Kernel {
  /** Epoch milliseconds. */
  now: () => number
  /** Random letters and digits, safe enough for a client secret. */
  randomId: (length: number) => string
  journal: Journal
  timeline: Timeline
  switches: Switches
  webhooks: Webhooks
  /** The address where others reach the sandbox, without a trailing slash. */
  publicUrl: () => string
}
