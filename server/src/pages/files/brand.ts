import { readFileSync } from 'node:fs'
import { common, door } from '@foyer/contract/messages.ts'
import { PAGES } from '@foyer/contract/pages.ts'
import { shadesOf } from '@foyer/domain/brand/accent.ts'
import { language } from '@foyer/domain/format/language.ts'
import type { FastifyInstance } from 'fastify'
import sharp from 'sharp'
import type { Deps } from '../../deps.ts'
import { CARD } from '../../pictures/small.ts'
import { APPLE_ICON, DOOR_APP, PLUM, SHOP_APP } from '../document/app-links.ts'
import { SHOP_CARD } from '../document/preview.ts'

const DAY = 'max-age=86400'

/** The colours of the mark in `favicon.svg`. */
const MARK = { accent: PLUM, hover: '#551340' } as const

/**
 * The files drawn from the mark, by address: pixels, and the share of the shorter side that the mark takes. A phone cuts a maskable
 * icon to its own shape, so its mark is smaller.
 */
const DRAWN = {
  '/brand/icon-192.png': { width: 192, height: 192, share: 0.94 },
  '/brand/icon-512.png': { width: 512, height: 512, share: 0.94 },
  '/brand/maskable-512.png': { width: 512, height: 512, share: 0.6 },
  [APPLE_ICON]: { width: 180, height: 180, share: 0.74 },
  [SHOP_CARD]: { ...CARD, share: 0.6 },
} as const
type Drawn = (typeof DRAWN)[keyof typeof DRAWN]

const { ground: GROUND } = shadesOf(PLUM, 'light')

/** The mark in the middle of a light ground, in a shop's colour. */
async function draw(svg: string, accent: string | null, { width, height, share }: Drawn) {
  const { accent: own, hover } = accent === null ? MARK : shadesOf(accent, 'light')
  const side = Math.round(Math.min(width, height) * share)
  const mark = await sharp(Buffer.from(svg.replaceAll(MARK.accent, own).replaceAll(MARK.hover, hover)), {
    density: 1152,
  })
    .resize(side, side, { fit: 'contain', background: '#0000' })
    .png()
    .toBuffer()
  return sharp({ create: { width, height, channels: 4, background: GROUND } }).composite([{ input: mark }])
}

/**
 * The shop's mark as icons of a home screen and as the picture of its links, in the colour that the operator chose; and what
 * installs the wallet and the door there.
 */
export function brandFiles(app: FastifyInstance, { config: { shop } }: Pick<Deps, 'config'>, clientDir: string): void {
  const svg = readFileSync(`${clientDir}/favicon.svg`, 'utf8')
  /** The files in the shop's present colour. */
  let files = new Map<string, Promise<Buffer>>()
  let colour = shop.accent ?? null
  for (const [address, drawn] of Object.entries(DRAWN)) {
    const isPhoto = address.endsWith('.jpg')
    app.get(address, async (_, reply) => {
      const accent = shop.accent ?? null
      if (accent !== colour) files = new Map()
      colour = accent
      const file =
        files.get(address) ??
        draw(svg, accent, drawn).then((picture) => (isPhoto ? picture.jpeg({ quality: 80 }) : picture.png()).toBuffer())
      files.set(address, file)
      return reply
        .type(isPhoto ? 'image/jpeg' : 'image/png')
        .header('cache-control', DAY)
        .send(await file)
    })
  }

  const icon = (src: keyof typeof DRAWN, purpose: 'any' | 'maskable') => {
    const { width, height } = DRAWN[src]
    return { src, sizes: `${width}x${height}`, type: 'image/png', purpose }
  }
  const appOf = (name: string, start: string, scope: string) => ({
    id: start,
    name,
    lang: language(),
    start_url: start,
    scope,
    display: 'standalone',
    background_color: GROUND,
    theme_color: GROUND,
    icons: [
      icon('/brand/icon-192.png', 'any'),
      icon('/brand/icon-512.png', 'any'),
      icon('/brand/maskable-512.png', 'maskable'),
    ],
  })
  const serve = (address: string, made: () => object) =>
    app.get(address, (_, reply) =>
      reply
        .type('application/manifest+json')
        .headers({ 'cache-control': DAY, vary: 'accept-language, cookie' })
        .send(JSON.stringify(made())),
    )
  serve(SHOP_APP, () => ({
    ...appOf(shop.name, PAGES.wallet, '/'),
    shortcuts: [{ name: common['nav.events'], url: PAGES.events }],
  }))
  serve(DOOR_APP, () => appOf(`${door['door.title']}, ${shop.name}`, PAGES.door, PAGES.door))
}
