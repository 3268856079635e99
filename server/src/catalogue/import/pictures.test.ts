import { mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fail } from '@foyer/domain/result.ts'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { inTx } from '../../db/transaction/tx.ts'
import { useTestDatabase } from '../../testing/database/databases.ts'
import { exportCatalogue } from '../export/export.ts'
import { importText } from './import.ts'
import type { PictureSources } from './pictures.ts'

const NOW = new Date('2027-01-10T12:00:00Z')
const png = (background: string) =>
  sharp({ create: { width: 64, height: 48, channels: 3, background } })
    .png()
    .toBuffer()

describe('pictures in a catalogue', () => {
  const opened = useTestDatabase('embedded')
  let folder = ''
  let requested: string[] = []
  beforeAll(async () => {
    const root = await mkdtemp(join(tmpdir(), 'foyer-pictures-'))
    folder = join(root, 'catalogue')
    await mkdir(join(folder, 'pictures'), { recursive: true })
    await writeFile(join(folder, 'pictures/gala.png'), await png('#aa0000'))
    await writeFile(join(root, 'outside.png'), await png('#bb0000'))
    await symlink(join(root, 'outside.png'), join(folder, 'link.png'))
  })
  afterAll(() => rm(join(folder, '..'), { recursive: true, force: true }))

  const sources = (): PictureSources => ({
    folder,
    fetch: async (address) => {
      requested.push(address)
      if (!address.includes('good')) return fail('picture_not_fetched')
      return { ok: true, bytes: await png('#00cc00') }
    },
  })
  const take = async (file: object, given: PictureSources | null = sources()) => {
    requested = []
    return importText(opened().db, 'file.json', JSON.stringify(file), NOW, given)
  }
  const catalogueOf = (slug: string, event: object, organiser: object = {}) => ({
    format: 'foyer-catalogue-1',
    organisers: [{ slug, name: slug, ...organiser }],
    events: [
      { slug: `${slug}-gala`, organiser: slug, title: 'Gala', dates: [{ starts: '2027-03-05T19:30' }], ...event },
    ],
  })
  const pictureOf = async (slug: string) =>
    (await opened().db.selectFrom('events').select(['picture', 'picture_alt']).where('slug', '=', slug).execute())[0]

  it('are files beside it, addresses fetched once, or embedded in the file', async () => {
    const data = `data:image/png;base64,${(await png('#0000dd')).toString('base64')}`
    const file = catalogueOf(
      'three',
      { picture: { src: 'pictures/gala.png', alt: 'A gala' } },
      { logo: data, cover: { src: 'https://good.example/cover.png', alt: 'The door' }, accent: '#AA5500' },
    )
    const report = await take(file)
    expect(report.refused).toEqual([])
    expect(requested).toEqual(['https://good.example/cover.png'])
    const organiser = await opened()
      .db.selectFrom('organisers')
      .select(['logo', 'cover', 'cover_alt', 'accent'])
      .where('slug', '=', 'three')
      .executeTakeFirstOrThrow()
    expect(organiser).toEqual({
      logo: expect.stringMatching(/^[0-9a-f]{64}$/),
      cover: expect.stringMatching(/^[0-9a-f]{64}$/),
      cover_alt: 'The door',
      accent: '#aa5500',
    })
    expect(await pictureOf('three-gala')).toMatchObject({ picture_alt: 'A gala' })
  })

  it('stay when a later file omits them, and are removed by null', async () => {
    await take(catalogueOf('later', { picture: { src: 'pictures/gala.png', alt: 'A gala' } }))
    const before = await pictureOf('later-gala')
    await take(catalogueOf('later', {}))
    expect(await pictureOf('later-gala')).toEqual(before)
    await take(catalogueOf('later', { picture: null }))
    expect(await pictureOf('later-gala')).toEqual({ picture: null, picture_alt: '' })
  })

  it.each([
    ['../outside.png', 'is not a file beside the catalogue'],
    ['link.png', 'is not a file beside the catalogue'],
    ['/etc/hostname', 'is not a file beside the catalogue'],
    ['pictures', 'is not a file beside the catalogue'],
    ['https://bad.example/a.png', 'could not be fetched'],
    ['file:///etc/hostname', 'is not a file beside the catalogue'],
    ['data:image/png;base64,PHN2Zz4=', 'is not a JPEG'],
    ['data:image/svg+xml,<svg/>', 'is not a picture in base64'],
    [`sha256:${'0'.repeat(64)}`, 'the picture is not in the file'],
  ])('refuse the whole file when one is invalid: %s', async (src, why) => {
    const report = await take(catalogueOf('wrong', { picture: { src, alt: '' } }))
    expect(report.kept).toBe(false)
    expect(report.refused.map((note) => note.why).join()).toContain(why)
    expect(await pictureOf('wrong-gala')).toBeUndefined()
  })

  it('of another organiser cannot be used by knowing the hash', async () => {
    await take(catalogueOf('owner', { picture: { src: 'pictures/gala.png', alt: '' } }))
    const src = `sha256:${(await pictureOf('owner-gala'))!.picture}`
    for (const file of [
      catalogueOf('thief', { picture: { src } }),
      catalogueOf('thief', {}, { logo: src }),
      catalogueOf('thief', {}, { cover: { src } }),
    ])
      expect((await take(file)).refused[0]!.why).toBe('the picture is not in the file')
    expect((await take(catalogueOf('owner', { picture: { src, alt: 'Mine' } }))).kept).toBe(true)
  })

  it('are in an export, which restores them without fetching', async () => {
    await take(catalogueOf('whole', { picture: { src: 'https://good.example/whole.png', alt: 'All' } }))
    const file = await inTx(opened().db, async (tx) => {
      const { id } = await tx
        .selectFrom('organisers')
        .select('id')
        .where('slug', '=', 'whole')
        .executeTakeFirstOrThrow()
      return exportCatalogue(tx, { organiserId: id, pictures: true })
    })
    expect(file.pictures).toHaveLength(1)
    const before = await pictureOf('whole-gala')
    await take(catalogueOf('whole', { picture: null }))
    const report = await take(file, null)
    expect([report.refused, requested]).toEqual([[], []])
    expect(await pictureOf('whole-gala')).toEqual(before)
  })

  it('of a listing are fetched, checked and stored; one that fails is noted, and its event gets a poster', async () => {
    const event = (name: string, image: unknown) => ({
      '@context': 'https://schema.org',
      '@type': 'Event',
      name,
      startDate: '2027-05-05T19:30:00Z',
      image,

      location: { '@type': 'Place', name: 'Hall' },
      organizer: { '@type': 'Organization', name: 'Listing House' },
      offers: { '@type': 'Offer', price: '5', priceCurrency: 'GBP' },
    })
    const report = await take([
      event('Fetched', ['https://good.example/a.png', 'https://good.example/b.png']),
      event('Described', { '@type': 'ImageObject', url: 'https://good.example/c.png', caption: 'A hall at night' }),
      event('Missing', 'https://bad.example/1.png'),
      event('Local', '/etc/hostname'),
      event('Third', 'https://bad.example/2.png'),
      event('Fourth', 'https://bad.example/3.png'),
    ])
    expect(report.refused).toEqual([])
    expect(await pictureOf('fetched-2027-05-05')).toMatchObject({ picture: expect.any(String) })
    expect(await pictureOf('described-2027-05-05')).toMatchObject({ picture_alt: 'A hall at night' })
    for (const slug of ['missing', 'local', 'third', 'fourth'])
      expect(await pictureOf(`${slug}-2027-05-05`)).toMatchObject({ picture: null })
    const notes = report.notes.filter(({ why }) => why.includes('could not be fetched'))
    expect(notes.map(({ what }) => what)).toEqual(['event "Missing"', 'event "Third"', 'event "Fourth"'])
    // A host that failed twice is not tried a third time.
    expect(requested.filter((address) => address.includes('bad'))).toHaveLength(2)
  })
})
