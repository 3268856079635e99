import { setTimeout as sleep } from 'node:timers/promises'
import { fastify } from 'fastify'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { describeOnBoth } from '../testing/database/databases.ts'
import { useShop } from '../testing/shop.ts'
import { httpLookup } from './http.ts'
import { SAMPLE_ADDRESSES, sampleLookup } from './sample.ts'

describeOnBoth('address lookup', (kind) => {
  const shop = useShop(kind)
  const lookUp = async (address: string) => (await shop().browser().call('lookup_address', { address })).body

  it('[API-27] [ENT-28] [ADR-06] returns matching addresses for the text typed', async () => {
    expect(await lookUp('6a playhouse')).toEqual({
      possible_addresses: [
        {
          formatted_address: '6a Playhouse Lane, Foyerham, ZZ1 1AA',
          address_line_2: '',
          town: 'Foyerham',
          post_code: 'ZZ1 1AA',
        },
      ],
    })
  })

  it('[ADR-07] returns none below 3 characters', async () => {
    expect(await lookUp('zz')).toEqual({ possible_addresses: [] })
    expect(await lookUp('  zz   ')).toEqual({ possible_addresses: [] })
    expect((await lookUp('zz1')).possible_addresses).not.toEqual([])
    expect(await lookUp('no such street')).toEqual({ possible_addresses: [] })
  })

  it('limits the lookups of a browser per minute, so that the directory cannot be harvested', async () => {
    const browser = shop().browser()
    await browser.call('join_mailing_list', { email: 'reader@example.com' })
    await browser.call('send_one_time_code', { email: 'reader@example.com' })
    const statuses: number[] = []
    for (let n = 0; n < 61; n++) statuses.push((await browser.call('lookup_address', { address: `zz1 ${n}` })).status)
    expect(statuses).toEqual([...Array(60).fill(200), 429])
    shop().clock.advance(60)
    expect(await browser.call('lookup_address', { address: 'zz1' })).toMatchObject({ status: 200 })
  })
})

describe('sample addresses', () => {
  it('use a postcode area that does not exist', () => {
    expect(SAMPLE_ADDRESSES.every(({ post_code }) => /^ZZ\d \d[A-Z]{2}$/.test(post_code))).toBe(true)
  })

  it('are found by postcode, with or without its space, and by all words typed', async () => {
    expect(await sampleLookup('zz23bf')).toEqual(await sampleLookup('ZZ2 3BF'))
    expect(await sampleLookup('ZZ2 3BF')).toHaveLength(3)
    expect((await sampleLookup('ovation 32')).map(({ formatted_address }) => formatted_address)).toEqual([
      '32 Matinee Gardens, Flat 2, Orchestra House, Ovation-on-Sea, ZZ3 5CH',
    ])
    expect(await sampleLookup('***')).toEqual([])
  })
})

describe('a directory with the Ideal Postcodes API', () => {
  const vendor = fastify({ forceCloseConnections: true })
  const requestedUrls: string[] = []
  const warnings: unknown[] = []
  let url: string
  const ADDRESS = {
    line_1: '10 High Street',
    line_2: 'Shelton',
    line_3: '',
    post_town: 'STOKE-ON-TRENT',
    postcode: 'ST1 1AA',
    udprn: 1,
  }
  let searchResponse: () => unknown = () => ({ result: { total: 1, limit: 20, page: 0, hits: [ADDRESS] }, code: 2000 })
  beforeAll(async () => {
    vendor.addHook('onRequest', async (request) => void requestedUrls.push(request.url))
    vendor.get('/v1/postcodes/ZZ11AA', async () => ({
      result: [ADDRESS, { ...ADDRESS, line_1: '12 High Street' }],
      code: 2000,
    }))
    vendor.get('/v1/addresses', async (_, reply) => {
      const body = await searchResponse()
      return body === 'down' ? reply.code(500).send('<html>') : body
    })
    url = `${await vendor.listen({ host: '127.0.0.1', port: 0 })}/v1/`
  })
  afterAll(() => vendor.close())
  const lookUp = (text: string) =>
    httpLookup({ url, key: 'a-key' }, { warn: (...args: unknown[]) => void warnings.push(args) } as never)(text)

  it('[ENT-28] looks up a full postcode, and searches for words', async () => {
    const possible = {
      formatted_address: '10 High Street, Shelton, Stoke-on-Trent, ST1 1AA',
      address_line_2: 'Shelton',
      town: 'Stoke-on-Trent',
      post_code: 'ST1 1AA',
    }
    expect(await lookUp('ZZ1 1AA')).toEqual([
      possible,
      { ...possible, formatted_address: '12 High Street, Shelton, Stoke-on-Trent, ST1 1AA' },
    ])
    expect(await lookUp('10 high')).toEqual([possible])
    expect(requestedUrls).toEqual([
      '/v1/postcodes/ZZ11AA?api_key=a-key',
      '/v1/addresses?query=10+high&limit=20&api_key=a-key',
    ])
  })

  it('returns none for a postcode that does not exist', async () => {
    expect(await lookUp('ZZ9 9ZZ')).toEqual([])
  })

  it('returns none when the directory fails, sends garbage or times out, and logs neither key nor query', async () => {
    searchResponse = () => 'down'
    expect(await lookUp('my secret street')).toEqual([])
    searchResponse = () => ({ result: { hits: [{ line_1: 7 }] } })
    expect(await lookUp('my secret street')).toEqual([])
    searchResponse = () => sleep(10_000, {}, { ref: false })
    expect(await lookUp('my secret street')).toEqual([])
    expect(warnings).toHaveLength(3)
    expect(JSON.stringify(warnings)).not.toMatch(/secret|a-key/)
  })
})
