import { addBreadcrumb, captureException, flush, getClient, getReplay, startSpan } from '@sentry/react'
import { beforeAll, expect, it, vi } from 'vitest'
import { refreshUser, setUser } from '../api/user.ts'
import { sampleUser } from '../testing/shell.ts'
import { scrubText } from './scrub.ts'
import { startSentry, TRACE } from './sentry.ts'

const reports: string[] = []
const fetched: [string, RequestInit][] = []
/** Everything sent, as text. */
const sent = async (): Promise<string> => {
  await flush(2000)
  return reports.join('\n')
}
const headersOf = (init: RequestInit) => Object.keys(Object.fromEntries(new Headers(init.headers)))

beforeAll(() => {
  vi.stubGlobal('fetch', async (url: string, init: RequestInit = {}) => {
    fetched.push([url, init])
    return Response.json({ user: sampleUser({ id: 7, email: 'ada@example.org' }) })
  })
  startSentry({
    dsn: 'https://key@errors.example/1',
    replay: true,
    transport: () => ({
      send: async (envelope) => {
        reports.push(JSON.stringify(envelope))
        return {}
      },
      flush: async () => true,
    }),
  })
})

it('[ANA-07] [ANA-08] [ANA-09] samples every trace, one visit in ten, every visit with an error, and keeps 100 breadcrumbs', () => {
  expect(getClient()!.getOptions()).toMatchObject({
    tracesSampleRate: 1,
    replaysSessionSampleRate: 0.1,
    replaysOnErrorSampleRate: 1,
    maxBreadcrumbs: 100,
  })
  expect(getReplay()).toBeDefined()
})

it('[ANA-04] names the user by id and email after get_user, and nobody after sign-out', async () => {
  await refreshUser()
  captureException(new Error('seen by Ada'))
  expect(await sent()).toContain('"user":{"id":"7","email":"ada@example.org"}')
  setUser(null)
  reports.length = 0
  captureException(new Error('seen by nobody'))
  expect(await sent()).not.toContain('ada@example.org')
})

it('[ANA-05] adds trace headers to the shop’s calls only', async () => {
  await fetch('/ajax/checkout/checkout/get/', { headers: { accept: 'application/json' } })
  await fetch('https://other.example/', {})
  const [own, other] = fetched.slice(-2)
  expect(headersOf(own![1])).toEqual(expect.arrayContaining(['sentry-trace', 'baggage']))
  expect(headersOf(other![1])).not.toContain('sentry-trace')
})

it('[ANA-06] reports errors and traces without personal data', async () => {
  reports.length = 0
  addBreadcrumb({ category: 'fetch', data: { url: '/claim/very-secret/', email: 'x', code: '123456' } })
  startSpan({ name: '/orders/sale-secret/', attributes: { url: '/smartcheckout/?session=sale-secret' } }, () => {})
  captureException(new Error('code 123456 of grace@example.org, pi_1_secret_2'))
  const all = await sent()
  expect(all).toContain('"type":"event"')
  expect(all).toContain('"type":"span"')
  for (const secret of ['very-secret', 'sale-secret', '123456', 'grace@example.org', 'pi_1_secret_2'])
    expect(all).not.toContain(secret)
})

it('[ANA-10] a trace idles after 1 s, ends after 30 s, and after three heartbeats of 5 s without a change', () => {
  expect(TRACE).toEqual({ idleTimeout: 1000, finalTimeout: 30_000, heartbeat: 5000 })
})

it.each([
  ['/activity-terms-and-conditions/ab12/', '/activity-terms-and-conditions/…/'],
  ['https://shop.example/signin/?next=/orders/ab12/', 'https://shop.example/signin/?next=…'],
  ['/events/autumn-gala/', '/events/autumn-gala/'],
  ['Order reference vBtC1_-3WO_b8qXiokd3X9md6oA, yours', 'Order reference …, yours'],
])('reports %s as %s', (address, reported) => {
  expect(scrubText(address)).toBe(reported)
})
