import { createHash } from 'node:crypto'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { deflateSync } from 'node:zlib'
import { picturePath } from '@foyer/contract/pages.ts'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { inTx } from '../db/transaction/tx.ts'
import type { Network } from '../http/hostile-address.ts'
import { isPublicAddress } from '../http/public-address.ts'
import { openShop } from '../testing/shop.ts'
import { fetchPicture } from './fetch.ts'
import { type ReadyPicture, readPicture } from './read.ts'
import { removeUnusedPictures, storePicture } from './store.ts'

const blank = (width: number, height: number, background = '#c04a2b') =>
  sharp({ create: { width, height, channels: 3, background } })
const ready = async (bytes: Uint8Array): Promise<ReadyPicture> => {
  const read = await readPicture(bytes)
  if (!read.ok) throw new Error(read.code)
  return read
}
const fileOf = ({ files }: ReadyPicture, name: string) => files.find((file) => file.name === name)!

/** A PNG that claims a size, whose pixels are all zero: a few kilobytes for any size. */
function bomb(width: number, height: number): Buffer {
  const chunk = (type: string, data: Buffer) => {
    const body = Buffer.concat([Buffer.from(type, 'latin1'), data])
    const length = Buffer.alloc(4)
    length.writeUInt32BE(data.length)
    const crc = Buffer.alloc(4)
    crc.writeUInt32BE(crc32(body))
    return Buffer.concat([length, body, crc])
  }
  const header = Buffer.alloc(13)
  header.writeUInt32BE(width, 0)
  header.writeUInt32BE(height, 4)
  header.set([1, 0, 0, 0, 0], 8)
  const magic = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])
  const rows = deflateSync(Buffer.alloc(100_000))
  return Buffer.concat([magic, chunk('IHDR', header), chunk('IDAT', rows), chunk('IEND', Buffer.alloc(0))])
}
function crc32(bytes: Buffer): number {
  let crc = ~0
  for (const byte of bytes) {
    crc ^= byte
    for (let bit = 0; bit < 8; bit++) crc = (crc >>> 1) ^ (crc & 1 ? 0xedb88320 : 0)
  }
  return ~crc >>> 0
}

describe('an uploaded picture', () => {
  it('is stored as WebP in four widths and as a JPEG, never enlarged', async () => {
    const picture = await ready(await blank(2400, 1600).jpeg().toBuffer())
    expect([picture.width, picture.height]).toEqual([1600, 1067])
    const sizes = await Promise.all(
      picture.files.map(async ({ name, type, bytes }) => [name, type, (await sharp(bytes).metadata()).width]),
    )
    expect(sizes).toEqual([
      ['480', 'image/webp', 480],
      ['800', 'image/webp', 800],
      ['1200', 'image/webp', 1200],
      ['1600', 'image/webp', 1600],
      ['mail', 'image/jpeg', 1200],
    ])
    expect(picture.sha256).toBe(createHash('sha256').update(fileOf(picture, '1600').bytes).digest('hex'))
    const small = await ready(await blank(300, 200).png().toBuffer())
    expect(fileOf(small, '1600').bytes).toEqual(fileOf(small, '480').bytes)
    expect(small.width).toBe(300)
  })

  it('loses its metadata after being rotated by it', async () => {
    const exif = { IFD0: { Copyright: 'SECRET-NAME' }, IFD3: { GPSLatitude: '51/1 30/1 0/1' } }
    const sent = await blank(800, 400).withMetadata({ orientation: 6 }).withExifMerge(exif).jpeg().toBuffer()
    expect(sent.includes('SECRET-NAME')).toBe(true)
    const picture = await ready(sent)
    expect([picture.width, picture.height]).toEqual([400, 800])
    for (const { bytes } of picture.files) {
      const { exif, icc, xmp, iptc } = await sharp(bytes).metadata()
      expect({ exif, icc, xmp, iptc }).toEqual({})
      expect(Buffer.from(bytes).includes('SECRET-NAME')).toBe(false)
    }
  })

  it('keeps the transparency of a logo', async () => {
    const clear = { r: 0, g: 0, b: 0, alpha: 0 }
    const logo = await ready(
      await sharp({ create: { width: 400, height: 120, channels: 4, background: clear } })
        .png()
        .toBuffer(),
    )
    expect(fileOf(logo, 'mail').type).toBe('image/png')
    for (const { bytes } of logo.files) expect((await sharp(bytes).metadata()).hasAlpha).toBe(true)
  })

  it('if animated, becomes its first frame', async () => {
    const frames = Buffer.concat([
      await blank(64, 64, '#ff0000').raw().toBuffer(),
      await blank(64, 64, '#00ff00').raw().toBuffer(),
    ])
    const gif = await sharp(frames, { raw: { width: 64, height: 128, channels: 3, pageHeight: 64 } })
      .gif()
      .toBuffer()
    expect((await sharp(gif).metadata()).pages).toBe(2)
    const picture = await ready(gif)
    expect([picture.width, picture.height]).toEqual([64, 64])
    expect((await sharp(fileOf(picture, '480').bytes).metadata()).pages ?? 1).toBe(1)
  })

  it('is recognised by content: refuses SVG, HTML and files that only begin like a picture', async () => {
    const svg = '<svg xmlns="http://www.w3.org/2000/svg" width="99" height="99"><script>alert(1)</script></svg>'
    for (const text of [svg, `<?xml version="1.0"?>${svg}`, '<html>', 'GIF', '', '%PDF-1.7', 'BM000000000000000000'])
      expect(await readPicture(Buffer.from(text))).toMatchObject({ code: 'picture_kind' })
    const [jpeg, png] = [Buffer.from([0xff, 0xd8, 0xff, 0xe0]), bomb(100, 100).subarray(0, 8)]
    for (const start of [jpeg, png, Buffer.from('GIF89a'), Buffer.from('RIFF0000WEBP'), Buffer.from('0000ftypavif')])
      expect(await readPicture(Buffer.concat([start, Buffer.from(svg)]))).toMatchObject({ code: 'picture_unreadable' })
  })

  it('that is also another file type is stored as a picture only', async () => {
    const script = '<script>alert(1)</script>PK\u0003\u0004'
    for (const whole of [await blank(90, 90).jpeg().toBuffer(), await blank(90, 90).webp().toBuffer()]) {
      const picture = await ready(Buffer.concat([whole, Buffer.from(script)]))
      for (const { bytes } of picture.files) expect(Buffer.from(bytes).includes('alert(1)')).toBe(false)
    }
    const commented = await blank(90, 90)
      .withExif({ IFD0: { Copyright: script } })
      .webp()
      .toBuffer()
    for (const { bytes } of (await ready(commented)).files) expect(Buffer.from(bytes).includes('alert')).toBe(false)
  })

  it('is refused when truncated, tiny, or too large in bytes or pixels', async () => {
    const whole = await sharp(Buffer.from(Array.from({ length: 300 * 300 * 3 }, (_, i) => (i * 7919) % 251)), {
      raw: { width: 300, height: 300, channels: 3 },
    })
      .jpeg()
      .toBuffer()
    expect(await readPicture(whole.subarray(0, whole.length / 2))).toMatchObject({ code: 'picture_unreadable' })
    expect(await readPicture(Buffer.alloc(12 * 1024 * 1024 + 1, 0xff))).toMatchObject({ code: 'picture_too_large' })
    const small = await blank(1600, 20).png().toBuffer()
    expect(await readPicture(small)).toMatchObject({ code: 'picture_too_small' })
    for (const [width, height] of [
      [20_000, 20_000],
      [30_000, 30_000],
      [60_000, 2000],
      [2 ** 31 - 1, 2 ** 31 - 1],
    ] as const) {
      const read = await readPicture(bomb(width, height))
      expect(read.ok ? 'taken' : read.code).toMatch(/^picture_(too_large|unreadable)$/)
    }
  })

  it('from a shop is stored byte for byte, so that an exported catalogue names the same picture', async () => {
    const first = await ready(await blank(1900, 900).png().toBuffer())
    const again = await ready(fileOf(first, '1600').bytes)
    expect(again).toEqual(first)
    const withMore = Buffer.concat([fileOf(first, '1600').bytes, Buffer.from('more')])
    expect((await ready(withMore)).sha256).not.toBe(createHash('sha256').update(withMore).digest('hex'))
  })
})

describe('a picture fetched by an import', () => {
  let server: Server
  let base = ''
  beforeAll(async () => {
    const picture = await blank(64, 64).png().toBuffer()
    server = createServer((request, response) => {
      const path = request.url ?? ''
      if (path === '/picture.png') return response.end(picture)
      if (path === '/loop') return response.writeHead(302, { location: '/loop' }).end()
      if (path === '/inside') return response.writeHead(302, { location: 'http://169.254.169.254/meta-data/' }).end()
      if (path === '/moved') return response.writeHead(301, { location: '/picture.png' }).end()
      if (path !== '/endless') return response.writeHead(404).end()
      const pour = () => {
        while (!response.destroyed && response.write(Buffer.alloc(65_536)));
        response.once('drain', pour)
      }
      pour()
    })
    await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
    base = `http://pictures.example:${(server.address() as AddressInfo).port}`
  })
  afterAll(() => server.close())
  const open: Network = {
    lookup: async () => ['127.0.0.1'],
    mayConnect: (address) => address === '127.0.0.1',
    mayUsePort: () => true,
  }

  it('comes from the public internet only', () => {
    for (const address of ['93.184.216.34', '8.8.8.8', '2606:4700::1111']) expect(isPublicAddress(address)).toBe(true)
    for (const address of [
      '127.0.0.1',
      '10.1.2.3',
      '172.16.0.1',
      '172.31.255.255',
      '192.168.1.1',
      '169.254.169.254',
      '100.64.0.1',
      '0.0.0.0',
      '224.0.0.1',
      '255.255.255.255',
      '198.18.0.1',
      '::1',
      '::',
      'fe80::1',
      'fc00::1',
      'fd12::1',
      '::ffff:127.0.0.1',
      '::ffff:7f00:1',
      '64:ff9b::7f00:1',
      '2002:7f00:1::',
      '2001:db8::1',
      'ff02::1',
      'name',
      '',
    ])
      expect([address, isPublicAddress(address)]).toEqual([address, false])
  })

  it('is not fetched from an internal network, however the address is written', async () => {
    for (const address of [
      'http://127.0.0.1/a.png',
      'http://localhost/',
      'http://[::1]/',
      'http://2130706433/',
      'http://0x7f.1/',
      'http://[::ffff:127.0.0.1]/',
      'http://0/',
      'https://169.254.169.254/latest/',
      'file:///etc/passwd',
      'ftp://example.org/a.png',
      'http://user:secret@example.org/a.png',
      'http://example.org:8080/a.png',
      'a.png',
    ])
      expect([address, await fetchPicture(address)]).toEqual([address, { ok: false, code: 'picture_address' }])
    const oneInside = { ...open, lookup: async () => ['93.184.216.34', '10.0.0.5'], mayConnect: isPublicAddress }
    expect(await fetchPicture('https://rebound.example/', oneInside)).toMatchObject({ code: 'picture_address' })
  })

  it('is fetched once, follows a few external redirects, and ends at a size limit', async () => {
    const code = async (path: string) => {
      const fetched = await fetchPicture(base + path, open)
      return fetched.ok ? fetched.bytes.length > 50 : fetched.code
    }
    expect(await code('/picture.png')).toBe(true)
    expect(await code('/moved')).toBe(true)
    expect(await code('/inside')).toBe('picture_address')
    expect(await code('/loop')).toBe('picture_not_fetched')
    expect(await code('/nothing')).toBe('picture_not_fetched')
    expect(await code('/endless')).toBe('picture_too_large')
  })
})

/** A mark on a transparent ground, as logos are. */
const mark = (colour: string) =>
  sharp(
    Buffer.from(
      `<svg xmlns="http://www.w3.org/2000/svg" width="600" height="150"><rect x="50" width="500" height="150" fill="${colour}"/></svg>`,
    ),
  )
    .png()
    .toBuffer()

describe('stored pictures', () => {
  let shop: Awaited<ReturnType<typeof openShop>>
  beforeAll(async () => {
    shop = await openShop('embedded')
  })
  afterAll(() => shop.close())
  const get = (path: string, headers = {}) => shop.app.inject({ url: path, headers })
  const store = async (bytes: Buffer) => {
    const picture = await ready(bytes)
    return inTx(shop.deps.db, (tx) => storePicture(tx, picture, shop.deps.clock.now()))
  }

  it('are served for a year under their hash, as pictures only', async () => {
    const sha = await store(await blank(1000, 500).png().toBuffer())
    for (const [name, type] of [
      [480, 'image/webp'],
      [1600, 'image/webp'],
      ['mail', 'image/jpeg'],
    ] as const) {
      const reply = await get(picturePath(sha, name))
      expect(reply.statusCode).toBe(200)
      expect(reply.headers).toMatchObject({
        'content-type': type,
        'cache-control': 'public, max-age=31536000, immutable',
        'x-content-type-options': 'nosniff',
        'content-security-policy': expect.stringContaining("default-src 'none'"),
        'cross-origin-resource-policy': 'cross-origin',
      })
      expect((await sharp(reply.rawPayload).metadata()).width).toBeLessThanOrEqual(1000)
      const again = await get(picturePath(sha, name), { 'if-none-match': reply.headers.etag })
      expect([again.statusCode, again.payload]).toEqual([304, ''])
    }
    for (const wrong of ['/pictures/', `/pictures/${'0'.repeat(64)}-480`, `/pictures/${sha}-481`, `/pictures/${sha}`])
      expect((await get(wrong)).statusCode).toBe(404)
  })

  it('have small versions for emails and PDFs, made once', async () => {
    const sha = await store(await blank(1600, 1200).png().toBuffer())
    const sizes = { banner: [1040, 390, 'jpeg'], thumb: [384, 288, 'jpeg'], logo: [118, 88, 'png'] } as const
    for (const [name, [width, height, format]] of Object.entries(sizes)) {
      const replies = [await get(picturePath(sha, name as 'banner')), await get(picturePath(sha, name as 'banner'))]
      expect(await sharp(replies[0]!.rawPayload).metadata()).toMatchObject({ width, height, format })
      expect(replies[0]!.rawPayload.length).toBeLessThan(60_000)
      expect(replies[1]!.rawPayload).toEqual(replies[0]!.rawPayload)
    }
    const names = await shop.deps.db.selectFrom('picture_files').select('name').where('sha256', '=', sha).execute()
    expect(names).toHaveLength(8)
    expect((await get(`/pictures/${'1'.repeat(64)}-thumb`)).statusCode).toBe(404)
  })

  it('stored before a width was added get a file of it when it is first requested', async () => {
    const sha = await store(await blank(1600, 900).png().toBuffer())
    const file = () => shop.deps.db.selectFrom('picture_files').where('sha256', '=', sha).where('name', '=', '800')
    await shop.deps.db.deleteFrom('picture_files').where('sha256', '=', sha).where('name', '=', '800').execute()
    const reply = await get(picturePath(sha, 800))
    expect(await sharp(reply.rawPayload).metadata()).toMatchObject({ width: 800, height: 450, format: 'webp' })
    expect(await file().select('type').execute()).toEqual([{ type: 'image/webp' }])
    // An open page of an earlier version may still request it.
    expect((await get(picturePath(sha, 960))).statusCode).toBe(200)
  })

  it.each([
    ['dark', '#221133', 255],
    ['white', '#fefefe', 0x21],
  ])('show a %s logo on a contrasting background in light and dark', async (_, colour, ground) => {
    const sha = await store(await mark(colour))
    const { data, info } = await sharp((await get(picturePath(sha, 'logo'))).rawPayload)
      .removeAlpha()
      .raw()
      .toBuffer({ resolveWithObject: true })
    expect(data[0]).toBe(ground)
    const middle = (info.width * (info.height >> 1) + (info.width >> 1)) * info.channels
    expect(Math.abs(data[middle]! - data[0]!)).toBeGreaterThan(150)
  })

  it('are stored once, and removed when unused for as long as emails are kept', async () => {
    const { deps } = shop
    const bytes = await blank(200, 200, '#123456').png().toBuffer()
    const [sha, again] = [await store(bytes), await store(bytes)]
    expect(again).toBe(sha)
    const inUse = await store(await blank(200, 200, '#654321').png().toBuffer())
    await deps.db.insertInto('shop').values({ logo: inUse }).execute()
    const known = async () => (await deps.db.selectFrom('pictures').select('sha256').execute()).map((row) => row.sha256)
    await removeUnusedPictures(deps)
    expect(await known()).toEqual(expect.arrayContaining([sha, inUse]))
    deps.clock.advance(91 * 86_400)
    await store(bytes)
    await removeUnusedPictures(deps)
    expect(await known()).toEqual(expect.arrayContaining([sha, inUse]))
    deps.clock.advance(91 * 86_400)
    await removeUnusedPictures(deps)
    expect(await known()).toEqual([inUse])
    const files = await deps.db.selectFrom('picture_files').select('sha256').distinct().execute()
    expect(files).toEqual([{ sha256: inUse }])
  })
})
