import { createHash } from 'node:crypto'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Shell } from '@foyer/contract/pages.ts'
import { afterAll, describe, expect, it } from 'vitest'
import { TRANSITIONS_SOURCE } from '../../html/transitions.ts'
import { BOOTSTRAP_SOURCE } from './bootstrap.ts'
import { loadDocuments } from './document.ts'
import { EARLY_EVENTS_SOURCE } from './early-events.ts'

const folder = mkdtempSync(join(tmpdir(), 'foyer-web-'))
afterAll(() => rmSync(folder, { recursive: true }))

/** A web build as the server finds it on disk. */
mkdirSync(join(folder, 'ssr'))
mkdirSync(join(folder, 'client/.vite'), { recursive: true })
for (const suffix of ['', '.fr']) writeFileSync(join(folder, `client/.vite/manifest${suffix}.json`), '{}')
writeFileSync(join(folder, 'client/offline-page.js'), '/* opens */')
writeFileSync(join(folder, 'client/wallet-worker.js'), '/* keeps */')
writeFileSync(join(folder, 'client/door-worker.js'), '/* keeps the door */')
writeFileSync(join(folder, 'package.json'), '{"type":"module"}')
const shopBuild = (script: string) =>
  `export const render = (page) => ({ title: 'A & B', html: '<main>' + page + '</main>' })
   export const pageAssets = () => ({ script: '${script}', styles: ['/assets/a.css'], preloads: ['/assets/b.js'] })
   export const offlineAssets = () => ['${script}']
   export const isDark = (user) => user?.is_dark_mode === true`
writeFileSync(join(folder, 'ssr/render.js'), shopBuild('/assets/main.js'))
writeFileSync(join(folder, 'ssr/render.fr.js'), shopBuild('/assets/principal.js'))
writeFileSync(join(folder, 'client/.vite/office.json'), '{}')
writeFileSync(
  join(folder, 'ssr/office.js'),
  `export const render = (page) => ({ title: 'Office', html: '<main>' + page + '</main>' })
   export const assets = () => ({ script: '/assets/office.js', styles: ['/assets/office.css'], preloads: [] })`,
)
const shell: Shell = {
  user: null,
  basket_quantity: 0,
  context: 'organiser',
  shop: { name: 'Foyer', email: null },
  sandbox: false,
  now: '2026-06-01T12:00:00Z',
}

it('[NAV-02] has a single root element for the app, with its data beside it, which cannot break out', async () => {
  const documents = await loadDocuments(folder, 'http://shop.test')
  const html = documents.of('signin', { next: '</script><script>alert(1)</script>' }, shell)
  expect(html.match(/id="root"/g)).toHaveLength(1)
  expect(html).toContain('<div id="root"><main>signin</main></div>')
  expect(html).toContain('<title>A &amp; B</title>')
  expect(html).not.toContain('<script>alert')
  const sent = /<script type="application\/json" id="page">(.*?)<\/script>/.exec(html)![1]!
  expect(JSON.parse(sent)).toMatchObject({ page: 'signin', data: { next: '</script><script>alert(1)</script>' } })
})

it('[ROLE-09] is dark for a user with dark mode', async () => {
  const documents = await loadDocuments(folder, 'http://shop.test')
  const dark = { ...shell, user: { is_dark_mode: true } as Shell['user'] }
  expect(documents.of('signin', { next: '' }, dark)).toContain('<html lang="en-GB" data-theme="dark" ')
  expect(documents.of('signin', { next: '' }, shell)).toContain('<html lang="en-GB" data-font="fallback">')
})

it('the wallet’s service worker lists the files it needs', async () => {
  const { worker } = await loadDocuments(folder, 'http://shop.test')
  expect(worker('wallet')).toBe('const ASSETS = ["/assets/main.js"]\n/* opens */\n/* keeps */')
  expect(worker('door')).toBe('const ASSETS = ["/assets/main.js"]\n/* opens */\n/* keeps the door */')
})

it('loads no script of its own before rendering, and its policy allows only its three inline scripts', async () => {
  const documents = await loadDocuments(folder, 'http://shop.test')
  for (const page of ['home', 'signin'] as const) {
    const html = documents.of(page, { next: '' } as never, shell)
    expect(html).not.toMatch(/<script\b[^>]* src=|<link rel="modulepreload"/)
    const inline = [...html.matchAll(/<script(?! type="application\/json")([^>]*)>(.*?)<\/script>/gs)]
    expect(inline.map(([, attributes]) => attributes)).toEqual(['', '', ' data-scripts="/assets/main.js /assets/b.js"'])
    const sources = inline.map(([, , text]) => `'sha256-${createHash('sha256').update(text!).digest('base64')}'`)
    expect(sources).toEqual([TRANSITIONS_SOURCE, EARLY_EVENTS_SOURCE, BOOTSTRAP_SOURCE])
  }
})

it('keeps rejected view transitions out of the console of every document, the office’s too', async () => {
  const documents = await loadDocuments(folder, 'http://shop.test')
  const sources = [
    documents.of('home', {} as never, shell),
    documents.office('home', {} as never, { me: null } as never),
  ].map((html) => /<head>.*?<script>(.*?)<\/script>/s.exec(html)?.[1] ?? '')
  for (const source of sources) {
    expect(`'sha256-${createHash('sha256').update(source).digest('base64')}'`).toBe(TRANSITIONS_SOURCE)
    const prevented = new Map<string, boolean>()
    const listen = (_: string, listener: (event: unknown) => void) => {
      for (const message of [
        'Transition was skipped',
        'Transition was aborted because of invalid state',
        'x is not a function',
      ])
        listener({ reason: new Error(message), preventDefault: () => prevented.set(message, true) })
    }
    new Function('addEventListener', source)(listen)
    expect([...prevented.keys()]).toEqual(['Transition was skipped', 'Transition was aborted because of invalid state'])
  }
})

const metaIn = (html: string) =>
  Object.fromEntries(
    [...html.matchAll(/<meta (?:property|name)="([\w:-]+)" content="([^"]*)">/g)].map(([, name, content]) => [
      name,
      content,
    ]),
  )

describe('a link that is shared', () => {
  const head = {
    canonical: '/events/gala/',
    shared: 'Gala "Night"',
    description: 'Sat 2 Jan 2027 · The Barn · From £16.50',
    picture: { src: `/pictures/${'a'.repeat(64)}-480`, alt: 'A stage' },
  }

  it('shows title, words and a JPEG of 1200 by 630 that is described, for messengers and social networks', async () => {
    const { of } = await loadDocuments(folder, 'http://shop.test')
    const meta = metaIn(of('event', {} as never, { ...shell, shop: { name: 'Barn & Co', email: null } }, head))
    expect(meta).toMatchObject({
      'og:title': 'Gala &quot;Night&quot;',
      'og:description': 'Sat 2 Jan 2027 · The Barn · From £16.50',
      'og:site_name': 'Barn &amp; Co',
      'og:type': 'website',
      'og:url': 'http://shop.test/events/gala/',
      'og:locale': 'en_GB',
      'og:locale:alternate': 'fr_FR',
      'og:image': `http://shop.test/pictures/${'a'.repeat(64)}-card`,
      'og:image:type': 'image/jpeg',
      'og:image:width': '1200',
      'og:image:height': '630',
      'og:image:alt': 'A stage',
      'twitter:card': 'summary_large_image',
    })
  })

  it('shows a poster as a JPEG, and the shop’s mark where a page has no picture', async () => {
    const { of } = await loadDocuments(folder, 'http://shop.test')
    const pictureOf = (picture?: { src: string; alt: string }) =>
      metaIn(of('event', {} as never, shell, { canonical: '/events/gala/', ...(picture && { picture }) }))['og:image']
    expect(pictureOf({ src: '/posters/event-7.svg', alt: '' })).toBe('http://shop.test/posters/event-7.jpg')
    expect(pictureOf()).toBe('http://shop.test/brand/card.jpg')
  })

  it('says nothing of a page that is one person’s', async () => {
    const { of } = await loadDocuments(folder, 'http://shop.test')
    const html = of('order', {} as never, shell, { noindex: true, description: 'Ada' })
    expect(Object.keys(metaIn(html)).filter((name) => name.startsWith('og:'))).toEqual([])
  })
})

it('offers the wallet or the door for the home screen, with bars in the colour of the page', async () => {
  const { of, office } = await loadDocuments(folder, 'http://shop.test')
  const manifestIn = (html: string) => /<link rel="manifest" href="([^"]+)">/.exec(html)?.[1]
  expect(manifestIn(of('wallet', null, shell))).toBe('/app.webmanifest')
  expect(manifestIn(of('door', {} as never, shell))).toBe('/door/app.webmanifest')
  expect(manifestIn(office('home', {} as never, { me: null } as never))).toBeUndefined()
  const colourOf = (user: Shell['user']) => metaIn(of('home', {} as never, { ...shell, user }))['theme-color']
  expect([colourOf(null), colourOf({ is_dark_mode: true } as Shell['user'])]).toEqual(['#fbf8f4', '#151117'])
})
