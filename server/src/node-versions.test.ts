import { execFile } from 'node:child_process'
import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { type CallName, PATHS } from '@foyer/contract/paths.ts'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { openDatabase } from './db/connection/open.ts'
import { migrate } from './db/schema/migrate.ts'
import { createEvent } from './testing/fixtures/catalogue.ts'
import { BUILT_SHOP, openBuiltShop } from './testing/processes/built-shop.ts'

/** What README.md recommends beside the version that runs the tests. `npm run test:node` runs everything on them. */
const VERSIONS = ['22', '24']

const INSTALL = fileURLToPath(new URL('../../scripts/lib/install-node.mjs', import.meta.url))
const run = promisify(execFile)

/** The program, or the reason why it isn't available. */
async function nodeOf(version: string): Promise<{ node: string } | { missing: string }> {
  try {
    const node = (await run(process.execPath, [INSTALL, version])).stdout.trim()
    return (await run(node, ['--version'])).stdout.startsWith(`v${version}.`)
      ? { node }
      : { missing: 'not that version' }
  } catch (error) {
    return { missing: (error as Error).message.split('\n')[0]! }
  }
}

type Mail = { attachments: { url: string; content_type: string }[] }

describe('the built shop on the embedded database', () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'foyer-node-'))
  let ticketId: number

  beforeAll(async () => {
    if (!existsSync(BUILT_SHOP)) throw new Error('npm run build first: this runs the built shop')
    const { db, close } = await openDatabase({ dataDir })
    await migrate(db)
    const tickets = [{ capacity: 10, price_minor: 0, booking_fee_minor: 0 }]
    ticketId = (await createEvent(db, { express: true, tickets, startsAt: new Date('2099-01-01T20:00:00Z') })).ticketId
    await close()
  }, 120_000)
  afterAll(() => rmSync(dataDir, { recursive: true, force: true }))

  it.for(VERSIONS)('sells a free ticket and emails it, on Node %s', { timeout: 300_000 }, async (version, { skip }) => {
    const found = await nodeOf(version)
    if ('missing' in found) return skip(`Node ${version} can't be had: ${found.missing}`)
    const shop = await openBuiltShop({ env: { DEMO: 'false' }, template: dataDir, node: found.node })
    try {
      let cookie = ''
      const call = async (name: CallName, fields: Record<string, string> = {}) => {
        const [method, path] = PATHS[name]
        const body = method === 'GET' ? null : new URLSearchParams(fields)
        const answer = await fetch(shop.url + path, { method, body, headers: { cookie } })
        cookie = answer.headers.getSetCookie()[0]?.split(';')[0] ?? cookie
        expect([name, answer.status]).toEqual([name, 200])
        return (await answer.json()) as Record<string, unknown>
      }
      await call('add_to_basket', { ticket_id: String(ticketId), quantity: '1' })
      expect(await call('reserve_tickets')).toMatchObject({ reserved: true })
      await call('update_basket_state', { state: 'payment' })
      await call('set_account_details', { fullname: 'Ada Lovelace', email: 'ada@example.org', contact_number: '' })
      await call('claim_free_tickets')
      expect(await call('get')).toMatchObject({ payment_complete: true })

      const ticket = await vi.waitFor(
        async () => {
          const mails = (await (await fetch(`${shop.url}/dev/mailbox.json?to=ada@example.org`)).json()) as Mail[]
          const pdf = mails
            .flatMap(({ attachments }) => attachments)
            .find((attachment) => attachment.content_type.includes('pdf'))
          expect(pdf).toBeDefined()
          return fetch(shop.url + pdf!.url)
        },
        { timeout: 60_000, interval: 200 },
      )
      expect(await ticket.text()).toMatch(/^%PDF-/)
    } finally {
      await shop.close()
    }
  })
})
