import type { Env } from './kernel/stand-in.ts'
import { VENDORS } from './kernel/vendors.ts'
import { STAND_INS } from './stand-ins.ts'
import type { SandboxOptions } from './state.ts'

/** The only place that reads the environment. Refuses production settings, because no real money may go to the sandbox. */
export function readOptions(env: Env): { listen: { host: string; port: number }; options: SandboxOptions } {
  if (env.NODE_ENV === 'production') throw new Error('The sandbox does not run with NODE_ENV=production.')
  const port = Number(env.PORT ?? 3100)
  if (!Number.isInteger(port) || port < 0 || port > 65535) throw new Error(`PORT is no port: ${env.PORT}`)
  return {
    listen: { host: env.HOST ?? '127.0.0.1', port },
    options: {
      dataFile: env.DATA_FILE,
      publicUrl: env.PUBLIC_URL?.replace(/\/+$/, ''),
      webhooks: Object.fromEntries(
        VENDORS.flatMap((vendor) => {
          const target = STAND_INS[vendor].webhook?.(env)
          const parts = Object.entries(STAND_INS[vendor].webhooks?.(env) ?? {})
          return [...(target ? [[vendor, target]] : []), ...parts.map(([part, each]) => [`${vendor}/${part}`, each])]
        }),
      ),
      ...Object.fromEntries(VENDORS.map((vendor) => [vendor, STAND_INS[vendor].options(env)])),
    },
  }
}
