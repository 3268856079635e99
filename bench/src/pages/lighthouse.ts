import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { BROWSER_FLAGS } from '../../../scripts/find-browser.mjs'
import { mustRun } from '../../../scripts/lib/run.mjs'

/** Not a dependency: it is larger than all the others together, and only this command needs it. */
export const LIGHTHOUSE = 'lighthouse@12.8.2'

const METRICS = {
  lcp: 'largest-contentful-paint',
  fcp: 'first-contentful-paint',
  tbt: 'total-blocking-time',
  cls: 'cumulative-layout-shift',
} as const

/** One visit: lcp, fcp and tbt in milliseconds; performance and accessibility out of 100. */
export type Measured = Record<keyof typeof METRICS | 'performance' | 'accessibility', number> & {
  /** Accessibility rules that the page breaks. */
  broken: string[]
  browser: string
}

type Audit = { id: string; numericValue?: number; score: number | null }
type Category = { score: number; auditRefs: { id: string; weight: number }[] }
type Result = {
  finalDisplayedUrl: string
  runtimeError?: { message: string }
  audits: Record<string, Audit>
  categories: Record<'performance' | 'accessibility', Category>
  environment: { hostUserAgent: string }
}

/** Lighthouse sometimes loses the recording of a visit and says to run it again. */
const TRIES = 3

/** Visits a page once, with a cold cache, on Lighthouse's emulated phone. Every request carries `cookie`. */
export async function measure(browser: string, url: string, cookie?: string): Promise<Measured> {
  for (let attempt = 1; ; attempt++)
    try {
      return await visit(browser, url, cookie)
    } catch (error) {
      if (attempt === TRIES) throw error
    }
}

async function visit(browser: string, url: string, cookie: string | undefined): Promise<Measured> {
  const folder = mkdtempSync(join(tmpdir(), 'foyer-lighthouse-'))
  const [result, headers] = [join(folder, 'result.json'), join(folder, 'headers.json')]
  try {
    writeFileSync(headers, JSON.stringify(cookie ? { cookie } : {}))
    await mustRun(
      process.platform === 'win32' ? 'npx.cmd' : 'npx',
      [
        '-y',
        LIGHTHOUSE,
        url,
        '--quiet',
        '--output=json',
        `--output-path=${result}`,
        '--only-categories=performance,accessibility',
        `--extra-headers=${headers}`,
        `--chrome-flags=${['--headless=new', ...BROWSER_FLAGS].join(' ')}`,
      ],
      // Runs outside our folder, where npx would find our own packages first.
      { cwd: folder, env: { CHROME_PATH: browser }, quiet: true },
    )
    return read(JSON.parse(readFileSync(result, 'utf8')), url)
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

function read(result: Result, url: string): Measured {
  if (result.runtimeError) throw new Error(`${url}: ${result.runtimeError.message}`)
  if (result.finalDisplayedUrl !== url) throw new Error(`${url} led to ${result.finalDisplayedUrl}`)
  const metric = (name: keyof typeof METRICS) => result.audits[METRICS[name]]!.numericValue!
  const { performance, accessibility } = result.categories
  return {
    lcp: metric('lcp'),
    fcp: metric('fcp'),
    tbt: metric('tbt'),
    cls: metric('cls'),
    performance: performance.score * 100,
    accessibility: accessibility.score * 100,
    broken: accessibility.auditRefs
      .filter(({ id, weight }) => weight > 0 && result.audits[id]!.score === 0)
      .map(({ id }) => id),
    browser: /Chrom(?:e|ium)\/[\d.]+/.exec(result.environment.hostUserAgent)?.[0] ?? 'an unknown browser',
  }
}
