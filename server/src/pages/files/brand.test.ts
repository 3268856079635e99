import sharp from 'sharp'
import { beforeAll, describe, expect, it } from 'vitest'
import { createEvent } from '../../testing/fixtures/catalogue.ts'
import { type PageShop, withPages } from '../../testing/pages.ts'
import { useShop } from '../../testing/shop.ts'

const shop = useShop('postgres')
let pages: PageShop
beforeAll(async () => {
  pages = await withPages(shop())
})

const get = async (url: string) => {
  const { statusCode, headers, rawPayload } = await pages.browser().get(url)
  return { status: statusCode, type: headers['content-type'], bytes: rawPayload }
}
/** The colour of a file's pixel, in hex. */
async function pixel(bytes: Buffer, left: number, top: number): Promise<string> {
  const raw = await sharp(bytes).removeAlpha().extract({ left, top, width: 1, height: 1 }).raw().toBuffer()
  return `#${raw.subarray(0, 3).toString('hex')}`
}

describe('the apps on a home screen', () => {
  it('are the wallet in the shop and the door, each with icons that exist in the sizes they name', async () => {
    const manifest = async (url: string) => {
      const { type, bytes } = await get(url)
      expect(type).toBe('application/manifest+json; charset=utf-8')
      return JSON.parse(bytes.toString())
    }
    const [wallet, door] = [await manifest('/app.webmanifest'), await manifest('/door/app.webmanifest')]
    expect(wallet).toMatchObject({ name: 'Foyer', start_url: '/account/wallet/', scope: '/', display: 'standalone' })
    expect(door).toMatchObject({ name: 'Door check, Foyer', start_url: '/door/', scope: '/door/', lang: 'en' })
    expect(wallet.icons).toHaveLength(3)
    for (const { src, sizes, type } of wallet.icons) {
      const icon = await get(src)
      const { width, height } = await sharp(icon.bytes).metadata()
      expect([icon.type, `${width}x${height}`]).toEqual([type, sizes])
    }
    expect((await sharp((await get('/brand/apple-180.png')).bytes).metadata()).width).toBe(180)
  })

  it('have the mark whole inside the part of a maskable icon that every phone shows', async () => {
    const { data, info } = await sharp((await get('/brand/maskable-512.png')).bytes)
      .removeAlpha()
      .raw()
      .toBuffer({ resolveWithObject: true })
    const far: number[] = []
    for (let at = 0; at < data.length; at += info.channels)
      if (data.subarray(at, at + 3).toString('hex') !== 'fbf8f4') {
        const nth = at / info.channels
        far.push(Math.hypot((nth % 512) - 255.5, Math.floor(nth / 512) - 255.5))
      }
    // The safe zone is a circle of 40 % of the width (w3.org/TR/appmanifest, icon masks).
    expect(far.length).toBeGreaterThan(1000)
    expect(Math.max(...far)).toBeLessThan(512 * 0.4)
  })

  it('and the picture of links are in the colour of the shop, also after it was changed', async () => {
    const colours = async () => [
      await pixel((await get('/brand/icon-512.png')).bytes, 100, 400),
      await pixel((await get('/brand/card.jpg')).bytes, 20, 20),
    ]
    const before = await colours()
    shop().deps.config.shop.accent = '#0b57d0'
    expect(await colours()).toEqual(['#0b57d0', before[1]])
    shop().deps.config.shop.accent = null
    expect(await colours()).toEqual(['#6d1b52', before[1]])
  })
})

it('a poster is a JPEG of 1200 by 630 for previews, but only of events that exist', async () => {
  const { eventId } = await createEvent(shop().db)
  const { status, type, bytes } = await get(`/posters/event-${eventId}.jpg`)
  const { width, height, format } = await sharp(bytes).metadata()
  expect([status, type, format, width, height]).toEqual([200, 'image/jpeg', 'jpeg', 1200, 630])
  // WhatsApp shows none above 300 kB.
  expect(bytes.length).toBeLessThan(300_000)
  for (const name of ['999999999', 'x', '1.5']) expect((await get(`/posters/event-${name}.jpg`)).status).toBe(404)
})

describe('the map of the site', () => {
  it('lists pages, organisers and events to come, but no draft and none that is over or cancelled', async () => {
    const made = async (more: Parameters<typeof createEvent>[1] = {}) => {
      const { eventId } = await createEvent(shop().db, more)
      const event = await shop()
        .db.selectFrom('events')
        .innerJoin('organisers', 'organisers.id', 'events.organiser_id')
        .select(['events.slug', 'organisers.slug as organiser'])
        .where('events.id', '=', eventId)
        .executeTakeFirstOrThrow()
      return { ...event, eventId }
    }
    const [open, draft, cancelled, past] = [
      await made(),
      await made(),
      await made(),
      await made({ startsAt: new Date('2020-01-01T12:00:00Z') }),
    ]
    await shop().db.updateTable('events').set({ status: 'draft' }).where('id', '=', draft.eventId).execute()
    await shop()
      .db.updateTable('event_dates')
      .set({ status: 'cancelled' })
      .where('event_id', '=', cancelled.eventId)
      .execute()
    shop().clock.advance(2)
    const { type, bytes } = await get('/sitemap.xml')
    const listed = [...bytes.toString().matchAll(/<loc>([^<]*)<\/loc>/g)].map(([, url]) => url)
    const { publicUrl } = shop().deps.config
    expect(type).toBe('application/xml; charset=utf-8')
    expect(new Set(listed).size).toBe(listed.length)
    expect(listed).toEqual(
      expect.arrayContaining(
        ['/', '/all-events/', `/events/${open.slug}/`, `/organisers/${open.organiser}/`].map(
          (path) => publicUrl + path,
        ),
      ),
    )
    for (const { slug } of [draft, cancelled, past]) expect(listed).not.toContain(`${publicUrl}/events/${slug}/`)
    expect((await get('/robots.txt')).bytes.toString()).toContain(`Sitemap: ${publicUrl}/sitemap.xml`)
  })
})
