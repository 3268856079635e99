import { posix } from 'node:path'
import { describe, expect, it } from 'vitest'
import { importsOf, type Source, sourcesOf } from './source.ts'

/**
 * The folders of server/src from the bottom up. A file may import from its own folder and from folders below it, so no two
 * folders can import each other. Files directly in server/src are listed by name.
 */
const ROOMS = [
  ['loopback.ts', 'proxies.ts', 'setting-values.ts', 'stored-secret.ts', 'vendor-settings.ts', 'web-dist.ts'],
  [
    'clock.ts',
    'language.ts',
    'html',
    'random.ts',
    'free-port.ts',
    'within.ts',
    'one-at-a-time.ts',
    'metrics.ts',
    'config.ts',
  ],
  ['db'],
  // What a provider can do and the states of a payment are also for rooms below that of payments.
  ['payment/provider', 'mailer.ts', 'ticket-signer.ts', 'trader.ts', 'may-sell.ts', 'start-failure.ts'],
  ['shop-identity.ts', 'deps.ts', 'log.ts', 'workers.ts', 'sandbox.ts', 'texts'],
  ['jobs'],
  ['http'],
  ['pictures'],
  ['mail', 'sms', 'address-lookup', 'captcha', 'catalogue'],
  ['sale'],
  ['tickets', 'donation', 'questions', 'marketing', 'basket'],
  ['after-sale', 'delivery', 'account', 'waiting-list', 'waiting-room'],
  ['checkout'],
  ['payment'],
  ['privacy'],
  ['office'],
  ['api'],
  ['pages'],
  ['app.ts', 'background.ts', 'make-deps.ts'],
  ['demo'],
  ['serve.ts'],
  ['main.ts'],
]

const levels = new Map(ROOMS.flatMap((rooms, level) => rooms.map((room) => [room, level] as const)))

const roomOf = (path: string): string =>
  path.startsWith('server/src/payment/provider/') ? 'payment/provider' : path.split('/')[2]!

/** Test code may use any room. */
const isTestCode = (path: string): boolean =>
  /\.(?:test|faults|testing)\.ts$/.test(path) || /\/(?:testing|test-programs|faults|model)\//.test(path)

function importsAcrossRooms(source: Source): { from: string; to: string }[] {
  return importsOf(source)
    .filter((name) => name.startsWith('.'))
    .map((name) => posix.join(posix.dirname(source.path), name))
    .filter((path) => path.startsWith('server/src/') && roomOf(path) !== roomOf(source.path))
    .map((to) => ({ from: source.path, to }))
}

const upward = ({ from, to }: { from: string; to: string }): boolean =>
  (levels.get(roomOf(to)) ?? Number.POSITIVE_INFINITY) >= (levels.get(roomOf(from)) ?? -1)

describe('the rooms of the server', () => {
  const sources = sourcesOf('server', /\.ts$/).filter(({ path }) => path.startsWith('server/src/') && !isTestCode(path))

  it('are all in the order', () => {
    expect([...new Set(sources.map(({ path }) => roomOf(path)))].filter((room) => !levels.has(room))).toEqual([])
  })

  it('import only from rooms below', () => {
    const wrong = sources.flatMap(importsAcrossRooms).filter(upward)
    const places = wrong.map(({ from, to }) => `${from} imports ${to}`)
    expect(places).toEqual([])
  })

  it('are compared by their level', () => {
    const source = { path: 'server/src/sale/a.ts', text: "import { x } from '../payment/x.ts'\nimport '../db/y.ts'" }
    expect(importsAcrossRooms(source).filter(upward)).toEqual([
      { from: 'server/src/sale/a.ts', to: 'server/src/payment/x.ts' },
    ])
  })
})
