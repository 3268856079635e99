import { spawn } from 'node:child_process'
import { rmSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { borrowShop } from '@foyer/server/testing/database/citus.ts'
import { cleanEnv, openBuiltShop, outputOf } from '@foyer/server/testing/processes/built-shop.ts'
import { bundled } from '@foyer/server/testing/processes/bundled.ts'

const ROOT = fileURLToPath(new URL('../..', import.meta.url))
const CATALOGUE = fileURLToPath(new URL('./catalogue.json', import.meta.url))

/** Names the folder that globalSetup filled. The workers read it from their environment. */
export const TEMPLATE = 'FOYER_STORIES_TEMPLATE'

/** Compiling the embedded database well takes two seconds of processor time, more than a story's shop gets back. */
const COMPILE_QUICKLY = ['--liftoff-only']

export type ShopEnv = Readonly<Record<string, string>>
export type Shop = Awaited<ReturnType<typeof openShop>>

/** `npm run import`, as one file, which loads faster. Without an address, the embedded database is in the folder. */
export async function importCatalogue(dataDir: string, databaseUrl?: string): Promise<void> {
  const cli = await bundled('catalogue/import/cli.ts', `import-for-stories-${process.pid}`)
  try {
    const child = spawn(process.execPath, [cli, CATALOGUE], {
      cwd: ROOT,
      env: { ...cleanEnv(dataDir), DATABASE_URL: databaseUrl },
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    await outputOf(child)
  } finally {
    rmSync(cli)
  }
}

/** A shop on the Citus of TEST_CITUS_URL, with the stories' catalogue if they use it; without the variable, null. */
async function shopOnCitus(template: string | undefined) {
  if (!process.env.TEST_CITUS_URL) return null
  const borrowed = await borrowShop(process.env.TEST_CITUS_URL)
  if (template) await importCatalogue(template, borrowed.databaseUrl)
  return borrowed
}

/** The built shop of a story: with the template's catalogue, or else the demo catalogue. */
export async function openShop(env: ShopEnv, template?: string) {
  const borrowed = await shopOnCitus(template)
  const shop = await openBuiltShop({
    // Each story has its own address, as buyers do, so that it doesn't reach a limit per address by accident.
    env: { TRUST_PROXY: 'true', OPEN_MAILBOX: 'true', ...(borrowed && { DATABASE_URL: borrowed.databaseUrl }), ...env },
    template,
    flags: COMPILE_QUICKLY,
  })
  const { url, sandboxUrl } = shop

  /** One call of the sandbox's control, such as { vendor: 'stripe', switch: 'decline' }. */
  const sandboxControl = async (body: Record<string, string | number>, path = '/control'): Promise<unknown> => {
    const response = await fetch(sandboxUrl + path, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    })
    if (!response.ok) throw new Error(`sandbox ${path}: ${response.status} ${await response.text()}`)
    return response.json()
  }

  /** What the card provider captured and didn't refund for one sale, payment by payment, in pence. */
  const cardPayments = async (saleReference: string): Promise<number[]> => {
    const response = await fetch(`${sandboxUrl}/v1/payment_intents?limit=100`, {
      headers: { authorization: 'Bearer sk_test_stories' },
    })
    const { data } = (await response.json()) as { data: Intent[] }
    return data
      .filter(({ metadata, status }) => metadata.sale_reference === saleReference && status === 'succeeded')
      .map(({ amount_received }) => amount_received)
  }

  const close = async () => {
    await shop.close()
    await borrowed?.drop()
  }

  return { ...shop, close, cardPayments, sandboxControl, mailbox: (to: string) => mailbox(url, to) }
}

type Intent = { status: string; amount_received: number; metadata: { sale_reference?: string } }

export type Mail = {
  to: string
  subject: string
  text: string
  html: string
  /** a path of the shop */
  html_url: string
  date: string
  attachments: unknown[]
}

/** The mails to one address, newest first. */
async function mailbox(url: string, to: string): Promise<Mail[]> {
  const response = await fetch(`${url}/dev/mailbox.json?to=${encodeURIComponent(to)}`)
  return (await response.json()) as Mail[]
}
