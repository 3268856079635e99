import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import Fastify from 'fastify'
import { expect, it } from 'vitest'
import { compressed } from './compressed.ts'

const TEXT = '<p>Tickets, tickets, tickets</p>'.repeat(50)

async function got(accept: string) {
  const app = Fastify()
  app.get('/', async (request, reply) => reply.type('text/html').send(await compressed(request, reply, TEXT)))
  const answer = await app.inject({ url: '/', headers: { 'accept-encoding': accept } })
  await app.close()
  return answer
}

it('compresses a document as the browser accepts, and sets Vary', async () => {
  const br = await got('gzip, deflate, br')
  expect(br.headers).toMatchObject({ 'content-encoding': 'br', vary: 'accept-encoding' })
  expect(brotliDecompressSync(br.rawPayload).toString()).toBe(TEXT)
  const zipped = await got('gzip')
  expect(zipped.headers['content-encoding']).toBe('gzip')
  expect(gunzipSync(zipped.rawPayload).toString()).toBe(TEXT)
  const plain = await got('identity')
  expect(plain.headers['content-encoding']).toBeUndefined()
  expect(plain.body).toBe(TEXT)
})
