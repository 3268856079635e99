import type { Switches } from './kernel/switches.ts'
import type { Vendor } from './kernel/vendors.ts'
import type { Notify, Webhooks, WebhookTarget } from './kernel/webhooks.ts'
import type { VendorOptions, VendorStates } from './stand-ins.ts'

export interface SandboxOptions extends VendorOptions {
  /** Epoch milliseconds. The vendors' clock; a test may move it. */
  now?: () => number
  /** `length` random letters and digits. */
  randomId?: (length: number) => string
  /** Posts one webhook and returns the receiver's status, 0 for none. */
  notify?: Notify
  /** Keeps every record, so that the vendors remember after a restart. Memory only when absent. */
  dataFile?: string
  /** The address browsers reach the sandbox at; by default the one it listens on. */
  publicUrl?: string
  /** Whether time moves things by itself; without it only `state.tick()` does. Default true. */
  runByItself?: boolean
  /** How long after the fact a webhook leaves. Default 20 ms, so that the answer of the call usually comes first. */
  webhookDelayMs?: number
  webhooks?: Partial<Record<Vendor, WebhookTarget>>
}

export interface SandboxState extends VendorStates {
  /** Runs everything due by the sandbox's clock: bank steps, late settlements, webhooks and their retries. */
  tick: () => Promise<void>
  switches: Switches
  webhooks: Webhooks
  publicUrl: () => string
}
