import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { OfficePageData, OfficeScreenName, OfficeShell, RenderOffice } from '@foyer/contract/office/pages.ts'
import { type PageData, type PageName, pictureAs, type RenderPage, type Shell } from '@foyer/contract/pages.ts'
import { LANGUAGES, type Language, language } from '@foyer/domain/format/language.ts'
import { escapeHtml } from '../../html/sanitise.ts'
import { transitions } from '../../html/transitions.ts'
import { accentStyle } from './accent.ts'
import { appLinks } from './app-links.ts'
import { bootstrap } from './bootstrap.ts'
import { earlyEvents } from './early-events.ts'
import { previewMeta, SHOP_CARD } from './preview.ts'

/** Page metadata for clients that run no script: search engines and link previews in messengers. */
export type Head = {
  description?: string
  canonical?: string
  /** The title where the page is shared, without the shop's name. */
  shared?: string
  /** The address of the picture that is shown there, and what it shows. */
  picture?: { src: string; alt: string }
  /** Makes the blocks of schema.org JSON-LD; only called when the document is rendered, not when a shared one is sent. */
  jsonLd?: () => object[]
  noindex?: boolean
  /** The colour of links and buttons. The page's policy has to allow its style. */
  accent?: string | null
}

type Assets = { script: string; styles: string[]; preloads: string[] }
type WebBuild = {
  render: RenderPage
  pageAssets<P extends PageName>(manifest: unknown, page: P, data: PageData[P]): Assets
  offlineAssets(manifest: unknown, page: PageName): string[]
  isDark(user: Shell['user'], context: Shell['context']): boolean
}

const TAGS = { en: 'en-GB', fr: 'fr' } as const satisfies Record<Language, string>

type OfficeBuild = { render: RenderOffice; assets(manifest: unknown, page: OfficeScreenName): Assets }

export type Documents = {
  clientDir: string
  /** The service worker that keeps a page available offline, and what it caches. */
  worker(page: 'wallet' | 'door'): string
  of<P extends PageName>(page: P, data: PageData[P], shell: Shell, head?: Head): string
  /** A page of the office, from its own build. */
  office<P extends OfficeScreenName>(page: P, data: OfficePageData[P], shell: OfficeShell): string
}

/** The build of the shop's pages in one language. */
async function shopBuild(webDist: string, reader: Language) {
  const suffix = reader === 'en' ? '' : `.${reader}`
  const build: WebBuild = await import(pathToFileURL(join(webDist, `ssr/render${suffix}.js`)).href)
  const manifest: unknown = JSON.parse(readFileSync(join(webDist, `client/.vite/manifest${suffix}.json`), 'utf8'))
  return { build, manifest }
}

/**
 * Renders whole documents with the build of the web workspace (web/dist), loaded by its path on disk: server and web share
 * the types of the contract, not source.
 */
export async function loadDocuments(webDist: string, publicUrl: string): Promise<Documents> {
  const builds = Object.fromEntries(
    await Promise.all(LANGUAGES.map(async (code) => [code, await shopBuild(webDist, code)] as const)),
  ) as Record<Language, Awaited<ReturnType<typeof shopBuild>>>
  const clientDir = join(webDist, 'client')
  const worker = (page: 'wallet' | 'door') => {
    const { build, manifest } = builds[language()]
    return [
      `const ASSETS = ${JSON.stringify(build.offlineAssets(manifest, page))}`,
      ...['offline-page', `${page}-worker`].map((name) => readFileSync(join(clientDir, `${name}.js`), 'utf8')),
    ].join('\n')
  }
  const office: OfficeBuild = await import(pathToFileURL(join(webDist, 'ssr/office.js')).href)
  const officeManifest: unknown = JSON.parse(readFileSync(join(clientDir, '.vite/office.json'), 'utf8'))
  return {
    clientDir,
    worker,
    of(page, data, shell, head = {}) {
      const { build, manifest } = builds[language()]
      const { title, html } = build.render(page, data, shell)
      const assets = build.pageAssets(manifest, page, data)
      const isDark = build.isDark(shell.user, shell.context)
      const meta = metaOf(title, head, publicUrl, shell.shop.name)
      return documentOf({
        title,
        html,
        meta,
        isDark,
        assets,
        accent: head.accent,
        shopAccent: shell.shop.accent,
        head: earlyEvents + appLinks(page, isDark),
        sent: { page, data, shell },
      })
    },
    office(page, data, shell) {
      const { title, html } = office.render(page, data, shell)
      const meta = metaOf(title, { noindex: true }, publicUrl)
      const isDark = shell.me?.is_dark_mode === true
      return documentOf({
        title,
        html,
        meta,
        isDark,
        assets: office.assets(officeManifest, page),
        sent: { page, data, shell },
      })
    },
  }
}

type Parts = {
  title: string
  html: string
  meta: string
  isDark: boolean
  assets: Assets
  accent?: string | null | undefined
  shopAccent?: string | null | undefined
  /** further elements of the head */
  head?: string
  sent: object
}

const documentOf = ({ title, html, meta, isDark, assets, accent, shopAccent, head = '', sent }: Parts): string =>
  [
    `<!doctype html><html lang="${TAGS[language()]}"${isDark ? ' data-theme="dark"' : ''} data-font="fallback">`,
    '<head><meta charset="utf-8">',
    '<meta name="viewport" content="width=device-width, initial-scale=1">',
    transitions,
    head,
    `<title>${escapeHtml(title)}</title>`,
    meta,
    '<link rel="icon" href="/favicon.svg" type="image/svg+xml">',
    ...assets.styles.map((href) => `<link rel="stylesheet" href="${href}">`),
    accent ? `<style>${accentStyle({ colour: accent, shop: shopAccent })}</style>` : '',
    '</head><body>',
    `<div id="root">${html}</div>`,
    `<script type="application/json" id="page">${inert(sent)}</script>`,
    bootstrap(assets.script, assets.preloads),
    '</body></html>',
  ].join('')

/** JSON that cannot close its own script element. */
const inert = (value: unknown): string => JSON.stringify(value).replaceAll('<', '\\u003c')

/** Each language of a page has an address of its own. */
const inLanguage = (path: string, reader: Language = language()): string =>
  reader === 'en' ? path : `${path}?lang=${reader}`

const alternate = (tag: string, href: string) => `<link rel="alternate" hreflang="${tag}" href="${escapeHtml(href)}">`

function metaOf(title: string, head: Head, publicUrl: string, shop = ''): string {
  const absolute = (path: string) => new URL(path, `${publicUrl}/`).href
  return [
    head.noindex ? '<meta name="robots" content="noindex">' : '',
    head.description ? `<meta name="description" content="${escapeHtml(head.description)}">` : '',
    ...(head.canonical
      ? [
          `<link rel="canonical" href="${escapeHtml(absolute(inLanguage(head.canonical)))}">`,
          ...LANGUAGES.map((code) => alternate(code, absolute(inLanguage(head.canonical!, code)))),
          alternate('x-default', absolute(head.canonical)),
        ]
      : []),
    head.canonical
      ? previewMeta({
          title: head.shared ?? title,
          description: head.description ?? '',
          url: absolute(inLanguage(head.canonical)),
          picture: head.picture
            ? { url: absolute(pictureAs(head.picture.src, 'card')), alt: head.picture.alt }
            : { url: absolute(SHOP_CARD), alt: shop },
          site: shop,
        })
      : '',
    ...(head.jsonLd?.() ?? []).map((block) => `<script type="application/ld+json">${inert(block)}</script>`),
  ].join('')
}
