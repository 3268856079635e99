import { writeFileSync } from 'node:fs'
import { cpus, loadavg, totalmem } from 'node:os'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { PAGES } from '@foyer/contract/pages.ts'
import { openBuiltShop } from '@foyer/server/testing/processes/built-shop.ts'
import { ensureBrowser } from '../../../scripts/lib/browser.mjs'
import { Failed, main } from '../../../scripts/lib/run.mjs'
import { openBarePages } from './bare.ts'
import { buyersOf, EVENT } from './buyers.ts'
import { LIGHTHOUSE, measure } from './lighthouse.ts'
import { misses, type Page, table, type Visited } from './report.ts'

/**
 * `npm run bench:page [-- --runs 5]`: how fast the built shop's pages render on a phone, compared with a bare React page in the
 * same run. Writes bench/PAGES.md.
 */
const REPORT = fileURLToPath(new URL('../../PAGES.md', import.meta.url))

await main(async () => {
  const { values } = parseArgs({ options: { runs: { type: 'string', default: '5' } } })
  const runs = Number(values.runs)
  if (!Number.isInteger(runs) || runs < 1) throw new Failed('--runs takes a whole number from 1')
  const browser = await ensureBrowser()
  const bare = await openBarePages()
  // A run takes many minutes, and the hold must last until its end.
  const shop = await openBuiltShop({ env: { HOLD_SECONDS: '86400' } })
  try {
    const { order, ...cookies } = await buyersOf(shop.url)
    const pages: (Page & { url: string; cookie?: string })[] = [
      { name: 'Bare React, rendered by its script', url: `${bare.url}/hello.html` },
      { name: 'Bare React, fetching its data', url: `${bare.url}/fetching.html` },
      { name: 'Home', aim: 1, url: shop.url + PAGES.home },
      { name: 'Event', aim: 1, url: shop.url + PAGES.event.replace(':slug', EVENT) },
      { name: 'Basket with a line', aim: 1.1, url: shop.url + PAGES.checkout, cookie: cookies.basket },
      { name: 'Checkout, first step', aim: 1.1, url: shop.url + PAGES.checkout, cookie: cookies.checkout },
      { name: 'Order', aim: 1.1, url: shop.url + order, cookie: cookies.wallet },
      { name: 'Wallet with a ticket', aim: 1.1, url: shop.url + PAGES.wallet, cookie: cookies.wallet },
    ]
    const visited: Visited[] = pages.map((page) => ({ page, visits: [] }))
    const before = loadavg()[0]!
    // Each run visits every page, so that a slow spell of the machine affects all of them.
    for (let run = 1; run <= runs; run++)
      for (const [n, { name, url, cookie }] of pages.entries()) {
        const visit = await measure(browser, url, cookie)
        visited[n]!.visits.push(visit)
        console.log(`${run}/${runs} ${name}: LCP ${visit.lcp.toFixed(0)} ms, TBT ${visit.tbt.toFixed(0)} ms`)
      }
    const load = `${before.toFixed(1)} at the start, ${loadavg()[0]!.toFixed(1)} at the end`
    const text = report(visited, runs, load)
    writeFileSync(REPORT, text)
    console.log(`\n${text}\n${REPORT}`)
  } finally {
    await shop.close()
    bare.close()
  }
})

function report(visited: readonly Visited[], runs: number, load: string): string {
  const missed = visited.flatMap((visit) =>
    visit.page.aim === undefined ? [] : misses(visit, visited[0]!).map((line) => `- ${visit.page.name}: ${line}`),
  )
  return [
    '# How fast the pages render',
    '',
    'Written by `npm run bench:page`; not edited by hand.',
    '',
    table(visited),
    '',
    ...(missed.length > 0 ? ['Targets missed:', '', ...missed] : ['Every page meets its targets.']),
    '',
    '## How it was measured',
    `- ${new Date().toISOString().slice(0, 10)}, ${LIGHTHOUSE}, ${visited[0]!.visits[0]!.browser}, mobile profile (a slow phone on slow 4G, simulated);`,
    `  the median of ${runs} cold ${runs === 1 ? 'visit' : 'visits'} to each page, page by page in turn.`,
    `- ${cpus().length} cores of ${cpus()[0]?.model.trim() || 'an unknown make'}, ${(totalmem() / 2 ** 30).toFixed(0)} GB, Node ${process.versions.node}; load ${load}`,
    `  (busy above ${cpus().length}: then only the ratios are meaningful, and single visits hardly).`,
    '- The shop is built, with its demo catalogue and the embedded database. The bare pages are the same React, built by the',
    '  same Vite, sent with the same compression and caching by a small server on the same machine.',
    '- LCP: when the main content is rendered; FCP: the first content; TBT: how long the page was blocked; CLS: how much it shifted.',
    '',
  ].join('\n')
}
