import { expect, it } from 'vitest'
import { bootstrap } from './bootstrap.ts'

/** Runs the script in a browser's stead; each function says that something has happened there. */
function run(picture?: { decode: () => Promise<void> }) {
  const source = /<script[^>]*>(.*)<\/script>/s.exec(bootstrap('/main.js', ['/react.js']))![1]!
  const started: string[] = []
  const timers = new Map<number, () => void>()
  let painted = () => {}
  const PerformanceObserver = class {
    constructor(then: () => void) {
      painted = then
    }
    observe() {}
  }
  new Function('document', 'PerformanceObserver', 'setTimeout', 'requestAnimationFrame', source)(
    {
      currentScript: { dataset: { scripts: '/main.js /react.js' } },
      createElement: () => ({}),
      head: { append: ({ src, href }: { src?: string; href?: string }) => started.push((src ?? href)!) },
      querySelector: () => picture ?? null,
    },
    PerformanceObserver,
    (then: () => void, milliseconds = 0) => (milliseconds === 0 ? then() : timers.set(milliseconds, then)),
    (then: () => void) => then(),
  )
  return { started, paint: () => painted(), second: () => timers.get(1000)!() }
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
