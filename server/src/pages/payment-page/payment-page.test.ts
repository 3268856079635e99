import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import Fastify from 'fastify'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { Deps } from '../../deps.ts'
import { createStaff } from '../../office/testing/office.ts'
import { createEvent } from '../../testing/fixtures/catalogue.ts'
import { useShop } from '../../testing/shop.ts'
import { bootstrap } from '../document/bootstrap.ts'
import { PAGE_HEADERS, POLICY_REPORTS, policyOf } from '../document/policy.ts'
import { checkPaymentPage } from './check.ts'
import { run } from './cli.ts'
import { blockedIn, blockedSince, paymentReports } from './reports.ts'
import { paymentSources } from './sources.ts'
import { watchPaymentPage } from './watch.ts'

const shop = useShop('embedded')
const app = Fastify()
const release = mkdtempSync(join(tmpdir(), 'foyer-release-'))
mkdirSync(join(release, 'assets'))
beforeAll(() => paymentReports(app, shop().deps))
afterAll(async () => {
  await app.close()
  rmSync(release, { recursive: true, force: true })
})

/** What visitors receive. A test changes one thing of it. */
let page: { status: number; policy: string; html: string; scripts: Record<string, string> }

const ask: typeof fetch = async (address) => {
  const { pathname } = new URL(String(address))
  if (pathname === '/smartcheckout/')
    return new Response(page.html, { status: page.status, headers: { 'content-security-policy': page.policy } })
  const text = page.scripts[pathname]
  return new Response(text ?? '', { status: text === undefined ? 404 : 200 })
}
const VENDOR = { source: 'https://js.vendor.example', reason: 'the script of its card fields' }
const deps = () => ({
  ...shop().deps,
  config: { ...shop().deps.config, hcaptcha: { sitekey: 'key', secret: 'secret', verifyUrl: 'https://hcaptcha.com/' } },
  providers: { vendor: { pageSources: [VENDOR] } } as unknown as Deps['providers'],
})
const check = () => checkPaymentPage(deps(), release, ask)

beforeEach(async () => {
  const scripts = { '/assets/checkout-1.js': 'pay()', '/assets/vendor-2.js': 'react()' }
  for (const [path, text] of Object.entries(scripts)) writeFileSync(join(release, path), text)
  const payment = await paymentSources(deps())
  page = {
    status: 200,
    policy: policyOf(deps().config, { payment, privacy: undefined, accent: '#123456' }),
    html: `<html>${bootstrap('/assets/checkout-1.js', ['/assets/vendor-2.js'])}<script type="application/json" id="page">{}</script></html>`,
    scripts,
  }
})

describe('the payment page as visitors receive it', () => {
  it('is that of the release: its list is its policy, each source with its reason', async () => {
    const { authorised, differences } = await check()
    expect(differences).toEqual([])
    expect(authorised.map(({ source }) => source)).toEqual([
      VENDOR.source,
      'https://hcaptcha.com',
      'https://*.hcaptcha.com',
    ])
    for (const { source, reason } of authorised) {
      expect(reason).toMatch(/\w+ \w+/)
      expect(page.policy).toContain(source)
    }
  })

  it.each<[string, (received: typeof page) => void, RegExp]>([
    [
      'a source that is not listed',
      (p) => {
        p.policy = p.policy.replace('script-src', 'script-src https://evil.example')
      },
      /script-src also allows https:\/\/evil\.example/,
    ],
    [
      'somewhere else to send cards',
      (p) => {
        p.policy = p.policy.replace('connect-src', 'connect-src *')
      },
      /connect-src also allows \*/,
    ],
    [
      'a policy without a directive',
      (p) => {
        p.policy = p.policy.replace(/base-uri[^;]*; /, '')
      },
      /base-uri lacks 'none'/,
    ],
    [
      'no policy',
      (p) => {
        p.policy = ''
      },
      /no content security policy/,
    ],
    [
      'a script of others',
      (p) => {
        p.html += '<script async src="https://evil.example/x.js"></script>'
      },
      /the page loads https:\/\/evil\.example\/x\.js/,
    ],
    [
      'an inline script',
      (p) => {
        p.html += '<script>steal()</script>'
      },
      /inline script that is not ours: steal\(\)/,
    ],
    [
      'a script of ours with something added',
      (p) => {
        p.scripts['/assets/vendor-2.js'] += ';steal()'
      },
      /vendor-2\.js is not what this release has built/,
    ],
    [
      'a script that is not of the release',
      (p) => {
        p.html = p.html.replace('vendor-2', 'vendor-3')
      },
      /vendor-3\.js answers with 404/,
    ],
    [
      'scripts from elsewhere',
      (p) => {
        p.html = p.html.replace('/assets/vendor-2.js', 'https://evil.example/v.js')
      },
      /the page loads https:\/\/evil\.example\/v\.js/,
    ],
    [
      'no page',
      (p) => {
        Object.assign(p, { status: 502, html: '' })
      },
      /answers with 502/,
    ],
  ])('differs: %s', async (_, change, expected) => {
    change(page)
    expect((await check()).differences.join('\n')).toMatch(expected)
  })
})

describe('reports of browsers', () => {
  const report = (fields: object) => JSON.stringify({ 'csp-report': fields })
  const send = (payload: string, type = 'application/csp-report') =>
    app.inject({ method: 'POST', url: POLICY_REPORTS, payload, headers: { 'content-type': type } })

  it('have a directive and an origin, and nothing of the page, its address or an extension', () => {
    const blocked = (uri: string) =>
      blockedIn(
        report({
          'document-uri': 'https://shop/smartcheckout/?secret',
          'violated-directive': 'script-src-elem x',
          'blocked-uri': uri,
        }),
      )
    expect(blocked('https://evil.example/steal.js?card=4242')).toEqual({
      directive: 'script-src-elem',
      blocked: 'https://evil.example',
    })
    expect(blocked('inline')).toEqual({ directive: 'script-src-elem', blocked: 'inline' })
    expect(blocked('data:text/javascript,alert(1)')?.blocked).toBe('data')
    expect([blocked('chrome-extension://abc/x.js'), blocked('nonsense'), blockedIn('{'), blockedIn('{}')]).toEqual([
      null,
      null,
      null,
      null,
    ])
  })

  it('are asked for by pages with card fields only', () => {
    expect(page.policy).toContain(`report-uri ${POLICY_REPORTS}`)
    expect(PAGE_HEADERS['content-security-policy']).not.toContain('report-uri')
  })

  it('are counted by day and source, at most 200 sources a day and 60 of one network in ten minutes', async () => {
    const since = shop().clock.now()
    for (const host of ['a', 'b', 'a'])
      expect(
        (await send(report({ 'effective-directive': 'script-src', 'blocked-uri': `https://${host}.example/x` })))
          .statusCode,
      ).toBe(204)
    expect((await send('not a report', 'text/plain')).statusCode).toBe(204)
    expect(await blockedSince(shop().deps, since)).toEqual([
      { directive: 'script-src', blocked: 'https://a.example', times: 2, days: 1 },
      { directive: 'script-src', blocked: 'https://b.example', times: 1, days: 1 },
    ])
    for (let n = 0; n < 70; n++)
      await send(report({ 'effective-directive': 'img-src', 'blocked-uri': `https://n${n}.example` }))
    expect((await blockedSince(shop().deps, since)).length).toBe(2 + 57)
  })
})

describe('the command', () => {
  it('prints the list, what was blocked and what differs, and ends with 1, or with 2 if the page does not answer', async () => {
    const said: string[] = []
    const env = { DATABASE_URL: shop().databaseUrl, DATA_DIR: mkdtempSync(join(release, 'data-')) }
    const command = (asked: typeof fetch) => run(deps(), env, (text) => said.push(text), release, asked)
    expect(await command(ask)).toBe(0)
    expect(said.at(-1)).toBe('The payment page is the one of this release.')
    expect(said[0]).toMatch(/^allowed: https?:\/\/\S+: \w/)
    page.html += '<script>steal()</script>'
    expect(await command(ask)).toBe(1)
    expect(said.join('\n')).toContain('differs: the page has an inline script that is not ours')
    expect(await command(() => Promise.reject(new Error('refused')))).toBe(2)
  })
})

describe('the weekly check of a live shop', () => {
  const live = () => ({ ...deps(), config: { ...deps().config, live: 'of a test' } })
  const mails = () =>
    shop()
      .db.selectFrom('mails')
      .select(['recipient', 'subject', 'body_text'])
      .where('key', 'like', 'payment_page:%')
      .execute()

  it('emails the operators what differs, once a day, and nobody if nothing does or the page does not answer', async () => {
    const { organiserId } = await createEvent(shop().db)
    const { id, email } = await createStaff(shop(), organiserId, 'owner')
    await shop().db.updateTable('staff').set({ is_operator: true }).where('id', '=', id).execute()
    await createStaff(shop(), organiserId, 'owner')
    await watchPaymentPage(release, ask)(live())
    await watchPaymentPage(release, () => Promise.reject(new Error('refused')))(live())
    expect(await mails()).toEqual([])
    page.html += '<script>steal()</script>'
    await watchPaymentPage(release, ask)(deps())
    expect(await mails()).toEqual([])
    for (let n = 0; n < 2; n++) await watchPaymentPage(release, ask)(live())
    expect(await mails()).toEqual([
      {
        recipient: email,
        subject: expect.stringContaining('payment page has changed'),
        body_text: expect.stringContaining('steal()'),
      },
    ])
  })
})
