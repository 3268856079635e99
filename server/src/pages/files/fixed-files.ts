import { readFileSync } from 'node:fs'
import { handbook, picturesOf } from '@foyer/contract/office/help/handbook.en.ts'
import { pathOfPicture } from '@foyer/contract/office/help/pictures.ts'
import { PAGES } from '@foyer/contract/pages.ts'
import type { FastifyInstance } from 'fastify'
import { catalogueCache } from '../../catalogue/cache.ts'
import type { Deps } from '../../deps.ts'
import { escapeHtml } from '../../html/sanitise.ts'
import { compressed } from '../../http/compressed.ts'

const DAY = 'max-age=86400'
const SITEMAP = '/sitemap.xml'

/** What search engines leave out: pages of one buyer, and of staff. */
const PRIVATE = ['/smartcheckout/', '/account/', '/orders/', '/claim/', '/ticket-change/', '/door/', '/office/']

/** The style and the script of the page of a waiting room, which loads nothing else. */
const QUEUE_FILES = [
  ['/queue.css', 'text/css; charset=utf-8'],
  ['/queue.js', 'text/javascript; charset=utf-8'],
] as const

/** The pages of the shop itself that search engines list. */
const SHOP_PAGES = [
  PAGES.home,
  PAGES.events,
  PAGES.gift_vouchers,
  PAGES.refund_policy,
  PAGES.privacy,
  PAGES.accessibility,
  PAGES.terms,
]

/** Small files that are the same for everyone. */
export function fixedFiles(app: FastifyInstance, { signer, config, db, clock }: Deps, clientDir: string): void {
  const urlOf = (path: string) => new URL(path, config.publicUrl).href
  app.get('/.well-known/foyer-tickets.pem', (_, reply) =>
    reply.type('application/x-pem-file').header('cache-control', DAY).send(signer.publicKey),
  )
  const icon = readFileSync(`${clientDir}/favicon.svg`)
  app.get('/favicon.svg', (_, reply) => reply.type('image/svg+xml').header('cache-control', DAY).send(icon))
  for (const [path, type] of QUEUE_FILES) {
    let file: string | undefined
    app.get(path, async (request, reply) => {
      file ??= readFileSync(`${clientDir}${path}`, 'utf8')
      reply.type(type).header('cache-control', 'max-age=600')
      return reply.send(await compressed(request, reply, file))
    })
  }
  for (const { name } of handbook.flatMap(picturesOf))
    app.get(pathOfPicture(name), (_, reply) =>
      reply
        .type('image/jpeg')
        .header('cache-control', DAY)
        .send(readFileSync(`${clientDir}/handbook/${name}.jpg`)),
    )
  app.get('/robots.txt', (_, reply) =>
    reply
      .type('text/plain')
      .header('cache-control', DAY)
      .send(
        ['User-agent: *', ...PRIVATE.map((path) => `Disallow: ${path}`), '', `Sitemap: ${urlOf(SITEMAP)}`, ''].join(
          '\n',
        ),
      ),
  )
  const catalogue = catalogueCache(db)
  app.get(SITEMAP, async (request, reply) => {
    const { paths, hasVouchers } = await catalogue.sitemap(clock.now())
    const pages = SHOP_PAGES.filter((path) => hasVouchers || path !== PAGES.gift_vouchers)
    const urls = [...pages, ...paths].map((path) => `<url><loc>${escapeHtml(urlOf(path))}</loc></url>`)
    const xml = `<?xml version="1.0" encoding="UTF-8"?><urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">${urls.join('')}</urlset>`
    reply.type('application/xml; charset=utf-8').header('cache-control', 'max-age=3600')
    return reply.send(await compressed(request, reply, xml))
  })
}
