import { createServer, type Server, type Socket } from 'node:net'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Config } from '../../config.ts'
import { post } from './post.ts'

/** What the log says of an address that gives no response is the same whatever is there, or isn't. */

const CONFIG = { live: null, publicUrl: 'http://localhost:3000' } as Config
const MESSAGE = { headers: { 'content-type': 'application/json' }, body: '{}' }
const NO_RESPONSE = { status: null, ms: 0, excerpt: 'no response from this address' }

let server: Server
let answer: (socket: Socket) => void
const portOf = (of: Server) => (of.address() as { port: number }).port
const listen = (of: Server) => new Promise<void>((done) => of.listen(0, '127.0.0.1', done))
beforeAll(async () => {
  server = createServer((socket) => answer(socket.on('error', () => {})))
  await listen(server)
})
afterAll(() => server.close())

const say = (text: string) => (socket: Socket) => void socket.end(text)
const silent = () => {}
const unknown = () => Promise.reject(new Error('ENOTFOUND'))

it.each([
  ['an unknown name', silent, unknown],
  ['a name whose lookup never ends', silent, () => new Promise<string[]>(() => {})],
  ['a name inside the network', silent, async () => ['10.0.0.5']],
  ['a name with one address inside', silent, async () => ['127.0.0.1', '169.254.169.254']],
  ['silence', silent, async () => ['127.0.0.1']],
  ['another protocol', say('SSH-2.0-OpenSSH_9.2\r\n'), async () => ['127.0.0.1']],
  ['half a response', say('HTTP/1.1 2'), async () => ['127.0.0.1']],
  ['a connection that ends', say(''), async () => ['127.0.0.1']],
])('%s is no response', async (_, behaviour, lookup) => {
  answer = behaviour
  const url = `http://localhost:${portOf(server)}/`
  expect(await post(CONFIG, url, MESSAGE, { deadlineMs: 150, lookup })).toEqual(NO_RESPONSE)
})

it('a closed port, and an address that may not be used, are no response', async () => {
  const closed = createServer()
  await listen(closed)
  const port = portOf(closed)
  await new Promise((done) => closed.close(done))
  for (const url of [
    `http://127.0.0.1:${port}/`,
    'http://10.0.0.5/',
    'https://programs.example:22/',
    'ftp://x.example/',
  ])
    expect(await post(CONFIG, url, MESSAGE, { deadlineMs: 150 })).toEqual(NO_RESPONSE)
})

it('a response has its status, duration and the beginning of its text', async () => {
  answer = say('HTTP/1.1 500 No\r\ncontent-length: 8\r\nconnection: close\r\n\r\nno\u0000 luck')
  const posted = await post(CONFIG, `http://127.0.0.1:${portOf(server)}/`, MESSAGE)
  expect(posted).toEqual({ status: 500, ms: expect.any(Number), excerpt: 'no  luck' })
})
