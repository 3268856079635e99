import { PAGES } from '@foyer/contract/pages.ts'
import { addBreadcrumb, captureEvent, captureException, flush, getClient, getReplay, startSpan } from '@sentry/react'
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

/** Like an order's reference, and the secret parts of other addresses. */
const REFERENCE = 'vBtC1_-3WO_b8qXiokd3X9md6oA'
const SECRET = 'se-cret'
const ORIGIN = 'http://localhost:3000'

it('[ANA-06] a recording is sent without references, whatever part of it holds them', async () => {
  reports.length = 0
  const link = (id: number) => ({
    type: 2,
    id,
    tagName: 'a',
    attributes: { href: `${ORIGIN}/orders/${REFERENCE}/`, class: 'tile' },
    childNodes: [],
  })
  // As deep as a page of ours.
  let node: object = link(1)
  for (let id = 2; id < 30; id += 1) node = { type: 2, id, tagName: 'div', attributes: {}, childNodes: [node] }
  const address = `${ORIGIN}/signin/?next=%2Forders%2F${REFERENCE}%2F`
  const events = [
    { type: 4, timestamp: 1, data: { href: address, width: 360, height: 780 } },
    { type: 2, timestamp: 2, data: { node, initialOffset: { left: 0, top: 0 } } },
    { type: 3, timestamp: 3, data: { source: 0, attributes: [{ id: 1, attributes: link(1).attributes }], adds: [] } },
    { type: 3, timestamp: 4, data: { source: 0, adds: [{ parentId: 1, nextId: null, node: link(40) }] } },
    { type: 5, timestamp: 5, data: { tag: 'performanceSpan', payload: { op: 'navigation', description: address } } },
    { type: 5, timestamp: 6, data: { tag: 'breadcrumb', payload: { category: 'ui.click', data: { name: SECRET } } } },
  ]
  const recording = `{"segment_id":3}\n${JSON.stringify(events)}`
  await getClient()!.sendEnvelope([
    { event_id: 'e'.repeat(32), sent_at: '2027-01-01T00:00:00.000Z' },
    [
      [{ type: 'replay_event' }, { type: 'replay_event', urls: [address], segment_names: [`/claim/${SECRET}/`] }],
      [{ type: 'replay_recording', length: recording.length }, recording],
    ],
  ] as never)
  const [, [[, event], [headers, sentRecording]]] = JSON.parse(reports.join())
  expect(reports.join()).not.toContain(REFERENCE)
  expect(reports.join()).not.toContain(SECRET)
  expect(event.urls).toEqual([`${ORIGIN}/signin/?next=…`])
  expect(headers.length).toBe(new TextEncoder().encode(sentRecording).length)
  const [first, second] = sentRecording.split('\n').map((line: string) => JSON.parse(line))
  expect(first).toEqual({ segment_id: 3 })
  expect(second.map(({ type, timestamp }: { type: number; timestamp: number }) => [type, timestamp])).toEqual(
    events.map(({ type, timestamp }) => [type, timestamp]),
  )
  expect(JSON.stringify(second)).toContain(`"href":"${ORIGIN}/orders/…/","class":"tile"`)
})

it('[ANA-06] a recording that cannot be read is not sent', async () => {
  reports.length = 0
  await getClient()!.sendEnvelope([
    { event_id: 'e'.repeat(32), sent_at: '2027-01-01T00:00:00.000Z' },
    [[{ type: 'replay_recording', length: 3 }, new Uint8Array([1, 2, 3])]],
  ] as never)
  expect(JSON.parse(reports.join())[1]).toEqual([])
})

it('[ANA-06] scrubs the contexts, the request and the transaction of an event', async () => {
  reports.length = 0
  const address = `${ORIGIN}/orders/${REFERENCE}/tickets/`
  captureEvent({
    message: 'an event of the test',
    transaction: `/claim/${SECRET}/`,
    request: { url: address, headers: { Referer: `${ORIGIN}/waiting-list/?place=${SECRET}` } },
    contexts: { page: { address, state: { sale_reference: SECRET, code: SECRET } } },
    extra: { a: { b: { c: { address } } } },
  })
  const all = await sent()
  expect(all).toContain('an event of the test')
  expect(all).not.toContain(REFERENCE)
  expect(all).not.toContain(SECRET)
})

/** Parts of an address that are the same for everyone. */
const PUBLIC_PARTS = new Set([':slug'])
it.each(Object.entries(PAGES))('the address of the page %s is reported without what opens it', (_, pattern) => {
  const filled = pattern.replace(/:\w+/g, (part) => (PUBLIC_PARTS.has(part) ? 'autumn-gala' : SECRET))
  const reported = pattern.replace(/:\w+/g, (part) => (PUBLIC_PARTS.has(part) ? 'autumn-gala' : '…'))
  expect(scrubText(`at ${ORIGIN}${filled}?token=${SECRET}#${SECRET}`)).toBe(`at ${ORIGIN}${reported}?token=…#…`)
  expect(scrubText(filled)).toBe(reported)
})

it.each([
  ['/activity-terms-and-conditions/ab12/', '/activity-terms-and-conditions/…/'],
  [`${ORIGIN}/signin/?next=/orders/ab12/&again=1`, `${ORIGIN}/signin/?next=…&again=…`],
  ['/events/autumn-gala/', '/events/autumn-gala/'],
  ['/events/autumn-gala/?code=FRIENDS', '/events/autumn-gala/?code=…'],
  ['/orders/ab12/receipt-7.pdf', '/orders/…/…'],
  ['https://zoom.example/j/123?pwd=x', 'https://zoom.example/…'],
  ['//zoom.example/j/123', '//zoom.example/…'],
  [`f (${ORIGIN}/assets/main-B7x_1.js:12:345678)`, `f (${ORIGIN}/assets/main-B7x_1.js:12:345678)`],
  ['Order reference vBtC1_-3WO_b8qXiokd3X9md6oA, yours', 'Order reference …, yours'],
  ['%2Forders%2FvBtC1_-3WO_b8qXiokd3X9md6oA%2F', '%2Forders%2F…%2F'],
  ['code 123456.', 'code …….'],
  ['ada@example.org, ada%40example.org', '…@…, …@…'],
  // Styles of a recorded page stay as they are.
  [
    '/* a */ .a{color:#123456;margin:0.123456em}@media(hover){.b.c{font:12px/1.5 x;mask:url(/assets/a-1.svg)}}',
    '/* a */ .a{color:#123456;margin:0.123456em}@media(hover){.b.c{font:12px/1.5 x;mask:url(/assets/a-1.svg)}}',
  ],
])('reports %s as %s', (address, reported) => {
  expect(scrubText(address)).toBe(reported)
})
