import type { Switches } from './kernel/switches.ts'
import type { Vendor } from './kernel/vendors.ts'
import type { Notify, Webhooks, WebhookTarget } from './kernel/webhooks.ts'
import type { VendorOptions, VendorStates } from './stand-ins.ts'

export interface SandboxOptions extends VendorOptions {
  /** Epoch milliseconds. The vendors' clock, which a test may move. */
  now?: () => number
  /** `length` random letters and digits. */
  randomId?: (length: number) => string
  /** Posts one webhook and returns the receiver's status, or 0 without a response. */
  notify?: Notify
  /** File that keeps every record, so that the vendors remember after a restart. In memory only when absent. */
  dataFile?: string
  /** The address where browsers reach the sandbox. Default: the one it listens on. */
  publicUrl?: string
  /** Whether time moves things by itself. Otherwise only `state.tick()` does. Default true. */
  autoRun?: boolean
  /** Delay before a webhook is sent. Default 20 ms, so that the call's response usually arrives first. */
  webhookDelayMs?: number
  /** By vendor, or `vendor/part` for one of several. */
  webhooks?: Partial<Record<Vendor | `${Vendor}/${string}`, WebhookTarget>>
}

export interface SandboxState extends VendorStates {
  /** Runs everything due by the sandbox's clock: bank steps, late settlements, webhooks and their retries. */
  tick: () => Promise<void>
  /** Sets the vendors' clock, in epoch milliseconds; it runs on from there. Null sets the real time again. */
  setClock: (at: number | null) => void
  switches: Switches
  webhooks: Webhooks
  publicUrl: () => string
}
