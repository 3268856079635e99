import { once } from 'node:events'
import { buildApp } from '../../app.ts'
import { systemClock } from '../../clock.ts'
import { openDatabase } from '../../db/connection/open.ts'
import { testDeps } from '../deps.ts'
import { makeBrowser } from '../shop.ts'

/**
 * Concurrent buyers in this process, each for one ticket of these types in turn. Prints "ready" when all have a basket, and
 * waits for SIGUSR2 before they reserve, so that the buyers of several programs do it together. Then prints their outcomes;
 * `dearer` counts reserves at a higher price.
 */
const [databaseUrl, ticketIds, buyers, process_n] = process.argv.slice(2)
const types = ticketIds!.split(',')
const opened = await openDatabase({ databaseUrl, dataDir: '', applicationName: `buyers-${process_n}` })
const clock = { ...systemClock, set: () => {}, advance: () => {} }
// All buyers come from one address here, so the limit must not ask any for a captcha.
const app = await buildApp(testDeps(opened, { clock, env: { RESERVES_PER_ADDRESS: '100000' } }), null)

const browsers = []
for (let n = 0; n < Number(buyers); n++) {
  const browser = makeBrowser(app)
  await browser.call('add_to_basket', { ticket_id: types[n % types.length], quantity: 1 })
  browsers.push(browser)
}
const start = once(process, 'SIGUSR2')
console.log('ready')
await start
const replies = await Promise.all(browsers.map(async (browser) => (await browser.call('reserve_tickets')).body))
// A buyer who is shown a new price presses again.
const again = browsers.filter((_, n) => String(replies[n]!.error).startsWith('The earlier price has ended'))
const second = await Promise.all(again.map(async (browser) => (await browser.call('reserve_tickets')).body))
const dearer = second.filter((reply) => reply.reserved === true).length
const sold = replies.filter((reply) => reply.reserved === true).length
const soldOut = replies.filter((reply) => String(reply.error).endsWith('has just sold out.')).length
console.log(JSON.stringify({ sold, soldOut, other: replies.length - sold - soldOut - dearer, dearer }))
await app.close()
await opened.close()
