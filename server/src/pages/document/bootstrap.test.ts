import { expect, it } from 'vitest'
import { bootstrap } from './bootstrap.ts'

/** Runs the script in a browser's stead; each function says that something has happened there. */
function run(picture?: { decode: () => Promise<void> }, referrer = '') {
  const source = /<script[^>]*>(.*)<\/script>/s.exec(bootstrap('/main.js', ['/react.js']))![1]!
  const started: string[] = []
  const timers = new Map<number, () => void>()
  let painted = () => {}
  let font = 'fallback'
  const PerformanceObserver = class {
    constructor(then: () => void) {
      painted = then
    }
    observe() {}
  }
  new Function('document', 'location', 'PerformanceObserver', 'setTimeout', 'requestAnimationFrame', source)(
    {
      referrer,
      documentElement: {
        removeAttribute(name: string) {
          if (name === 'data-font') font = 'ours'
        },
      },
      currentScript: { dataset: { scripts: '/main.js /react.js' } },
      createElement: () => ({}),
      head: { append: ({ src, href }: { src?: string; href?: string }) => started.push((src ?? href)!) },
      querySelector: () => picture ?? null,
    },
    { origin: 'https://shop.test' },
    PerformanceObserver,
    (then: () => void, milliseconds = 0) => (milliseconds === 0 ? then() : timers.set(milliseconds, then)),
    (then: () => void) => then(),
  )
  return { started, font: () => font, paint: () => painted(), second: () => timers.get(1000)!() }
}
const settled = () => new Promise((done) => setImmediate(done))
const BOTH = ['/react.js', '/main.js']

it('starts the scripts once the page has been painted', () => {
  const { started, paint, second } = run()
  expect(started).toEqual([])
  paint()
  expect(started).toEqual(BOTH)
  second()
  expect(started).toEqual(BOTH)
})

it.each([
  ['is decoded', (done: () => void, _fail: (error: Error) => void) => done()],
  ['cannot be loaded', (_done: () => void, fail: (error: Error) => void) => fail(new Error('EncodingError'))],
])('waits until the main picture %s', async (_, end) => {
  let [resolve, reject] = [() => {}, (_: Error) => {}]
  const decoding = new Promise<void>((...ends) => ([resolve, reject] = ends))
  const { started, paint } = run({ decode: () => decoding })
  paint()
  await settled()
  expect(started).toEqual([])
  end(resolve, reject)
  await settled()
  expect(started).toEqual(BOTH)
})

it('starts them after a second, whatever has been painted', async () => {
  const { started, paint, second } = run({ decode: () => new Promise(() => {}) })
  second()
  paint()
  await settled()
  expect(started).toEqual(BOTH)
})

it('uses the display font after the first paint, so that it does not compete with what is painted first', () => {
  const { font, paint } = run(undefined, 'https://shop.test.example/')
  expect(font()).toBe('fallback')
  paint()
  expect(font()).toBe('ours')
})

it('uses it at once for a visitor from another page of the shop, who has it', () => {
  expect(run(undefined, 'https://shop.test/').font()).toBe('ours')
})
