import { z } from 'zod'
import { BadConfig } from '../../config.ts'

export type Env = NodeJS.ProcessEnv

/** The address a variable sets, or its default. Throws BadConfig for a value that is no address. */
export function addressOf(env: Env, name: string, standard: string): string {
  const parsed = z.url().default(standard).safeParse(env[name])
  if (!parsed.success) throw new BadConfig(`${name}: ${parsed.error.issues[0]!.message}`)
  return parsed.data
}

/** What a stand-in of a vendor is told, and what the shop then believes of that vendor. */
export type SandboxFacts = {
  /** Where the sandbox listens. */
  url: string
  /** Where the sandbox reaches the shop. */
  shop: string
  /** What browsers call the shop. */
  publicUrl: string
  /** One secret for everything the two share. */
  secret: string
  /** A secret of its own that is made once and kept. */
  kept(name: string, make: () => string): string
}

/** Settings for the shop, and the variables the sandbox reads. */
export type StandIn<Settings> = { settings: Settings; env: Record<string, string> }
