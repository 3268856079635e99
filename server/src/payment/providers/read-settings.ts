import { z } from 'zod'
import { BadConfig } from '../../config.ts'
import type { Modes } from '../../vendor-settings.ts'

export type Env = NodeJS.ProcessEnv

/** The URL in a variable, or its default. Throws BadConfig if the value is not a URL. */
export function addressOf(env: Env, name: string, standard: string): string {
  const parsed = z.url().default(standard).safeParse(env[name])
  if (!parsed.success) throw new BadConfig(`${name}: ${parsed.error.issues[0]!.message}`)
  return parsed.data
}

/** What a stand-in needs to know of the shop and the sandbox. */
export type SandboxFacts = {
  /** The URL of the sandbox. */
  url: string
  /** The URL at which the sandbox reaches the shop. */
  shop: string
  /** The shop's URL in browsers. */
  publicUrl: string
  /** A secret shared by the shop and the sandbox. */
  secret: string
  /** A secret of one provider, generated once and stored. */
  secretNamed(name: string, make: () => string): string
}

/** Settings for the shop, and environment variables for the sandbox. */
export type StandIn<Settings> = { settings: Settings; env: Record<string, string> }

/** Whether an address is the vendor's service for real money or the one for tests; null for a stand-in. */
export function modeOfAddress(address: string, hosts: { live: string; test: string }): Modes[string] {
  const { hostname } = new URL(address)
  return hostname === hosts.live ? 'live' : hostname === hosts.test ? 'test' : null
}
