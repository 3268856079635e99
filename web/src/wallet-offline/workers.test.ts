// @vitest-environment node
import { readFileSync } from 'node:fs'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

const SHOP = 'https://shop.test'
const scriptOf = (name: string) => readFileSync(new URL(`../../public/${name}.js`, import.meta.url), 'utf8')
const NEVER = () => new Promise<Response>(() => {})
const says = (text: string, status = 200) => Promise.resolve(new Response(text, { status }))

type Answer = (path: string, init: RequestInit) => Promise<Response>
type Ask = { method?: string; mode?: string; url?: string }

/** The worker script as the server serves it, in a browser with only a cache and a network. */
function makeWorker(
  name: 'wallet' | 'door',
  assets: readonly string[],
  network: Answer,
  kept = new Map<string, Response>(),
) {
  const pathOf = (what: string | { url: string }) => new URL(typeof what === 'string' ? what : what.url, SHOP).pathname
  const requests: [path: string, credentials?: string][] = []
  const fetch = (what: string | { url: string }, init: RequestInit = {}) => {
    requests.push([pathOf(what), init.credentials])
    return world.network(pathOf(what), init)
  }
  const makeCache = (stored: Map<string, Response>) => {
    const add = async (path: string) => {
      const answer = await fetch(path)
      if (!answer.ok) throw new TypeError(`${path}: ${answer.status}`)
      stored.set(path, answer)
    }
    return {
      match: async (what: string | { url: string }) => stored.get(pathOf(what))?.clone(),
      put: async (path: string, answer: Response) => void stored.set(path, answer),
      add,
      addAll: (paths: readonly string[]) => Promise.all(paths.map(add)),
      keys: async () => [...stored.keys()].map((path) => ({ url: SHOP + path })),
      delete: async (what: string | { url: string }) => stored.delete(pathOf(what)),
    }
  }
  // As in a browser, a cache that was opened before it is deleted can still be written to, but not be opened again.
  let named = kept
  const caches = { open: async () => makeCache(named) }
  const listeners = new Map<string, (event: unknown) => void>()
  const self = {
    location: { origin: SHOP },
    skipWaiting: () => {},
    clients: { claim: async () => {} },
    addEventListener: (type: string, listener: (event: unknown) => void) => listeners.set(type, listener),
  }
  const text = `const ASSETS = ${JSON.stringify(assets)}\n${scriptOf('offline-page')}\n${scriptOf(`${name}-worker`)}`
  new Function('self', 'caches', 'fetch', text)(self, caches, fetch)

  /** The worker's response to an event; null where it does not handle a request. */
  const hears = (type: string, event: object = {}) => {
    let answer: Promise<Response> | null = null
    const awaited: Promise<unknown>[] = []
    listeners.get(type)!({
      ...event,
      waitUntil: (work: Promise<unknown>) => awaited.push(work),
      respondWith: (given: Promise<Response>) => {
        answer = given
      },
    })
    return { answer: answer as Promise<Response> | null, done: () => Promise.all(awaited) }
  }
  const world = {
    network,
    asked: requests,
    kept: () => [...named.keys()].sort(),
    keptText: (path: string) => named.get(path)!.clone().text(),
    deletesCache: () => {
      named = new Map()
    },
    hears,
    installs: () => hears('install').done(),
    asks: (path: string, { method = 'GET', mode = 'navigate', url = SHOP + path }: Ask = {}) =>
      hears('fetch', { request: { method, mode, url } }),
    opens: async (path: string) => {
      const { answer, done } = world.asks(path)
      const answered = await answer!
      const text = await answered.text()
      await done()
      return text
    },
  }
  return world
}

const PAGE = '<html lang="en-GB">mine'
const installWallet = async (network: Answer = () => says(PAGE)) => {
  const worker = makeWorker('wallet', ['/assets/wallet.js'], network)
  await worker.installs()
  return worker
}
const installDoor = async (network: Answer = () => says('door')) => {
  const worker = makeWorker('door', ['/assets/door.js'], network)
  await worker.installs()
  return worker
}

it.each([
  ['wallet', '/account/wallet/', installWallet, '<html data-saved lang="en-GB">mine'],
  ['door', '/door/', installDoor, 'door'],
] as const)('an unresponsive network delays the %s by three seconds at most', async (_, path, open, shown) => {
  const worker = await open()
  worker.network = NEVER
  let text = ''
  const opening = worker.opens(path).then((said) => {
    text = said
  })
  await vi.advanceTimersByTimeAsync(2999)
  expect(text).toBe('')
  await vi.advanceTimersByTimeAsync(1)
  await opening
  expect(text).toBe(shown)
})

it('a slow network is waited for if nothing is stored yet', async () => {
  const worker = makeWorker('wallet', [], NEVER)
  let answered = (_: Response) => {}
  worker.network = () =>
    new Promise((resolve) => {
      answered = resolve
    })
  const opening = worker.opens('/account/wallet/')
  await vi.advanceTimersByTimeAsync(60_000)
  answered(new Response('late'))
  expect(await opening).toBe('late')
})

it('a late response is not stored, because the user may have signed out meanwhile', async () => {
  const worker = await installWallet()
  let answered = (_: Response) => {}
  worker.network = () =>
    new Promise((resolve) => {
      answered = resolve
    })
  const opening = worker.opens('/account/wallet/')
  await vi.advanceTimersByTimeAsync(3000)
  await opening
  answered(new Response('too late'))
  await vi.advanceTimersByTimeAsync(0)
  expect(await worker.keptText('/account/wallet/')).toBe(PAGE)
})

it.each(['opened', 'installed'] as const)('a wallet %s while its user signs out is not stored again', async (how) => {
  const worker = how === 'opened' ? await installWallet() : makeWorker('wallet', ['/assets/wallet.js'], NEVER)
  let answered = (_: Response) => {}
  worker.network = () =>
    new Promise((resolve) => {
      answered = resolve
    })
  const done = how === 'opened' ? worker.opens('/account/wallet/') : worker.installs()
  await vi.advanceTimersByTimeAsync(0)
  worker.network = () => says('file')
  answered(new Response(PAGE))
  worker.deletesCache()
  await done
  expect(worker.kept()).toEqual([])
})

it.each([
  ['no network', () => Promise.reject(new TypeError('Failed to fetch'))],
  ['a shop that is broken', () => says('broken', 503)],
])('%s shows the stored pages, and the wallet says so', async (_, network) => {
  const [wallet, door] = [await installWallet(), await installDoor()]
  wallet.network = network
  door.network = network
  expect(await wallet.opens('/account/wallet/')).toBe('<html data-saved lang="en-GB">mine')
  expect(await door.opens('/door/')).toBe('door')
})

it('a response from the server takes precedence, and replaces the stored wallet', async () => {
  const worker = await installWallet()
  worker.network = () => says('mine, with one more ticket')
  expect(await worker.opens('/account/wallet/')).toBe('mine, with one more ticket')
  expect(await worker.keptText('/account/wallet/')).toBe('mine, with one more ticket')
  worker.network = () => says('who are you?', 401)
  expect(await worker.opens('/account/wallet/')).toBe('who are you?')
  expect(await worker.keptText('/account/wallet/')).toBe('mine, with one more ticket')
})

it.each([
  ['wallet', installWallet, '/account/wallet/'],
  ['door', installDoor, '/door/'],
] as const)('the %s’s worker ignores every other page, call and shop', async (_, open, path) => {
  const worker = await open()
  const alone = [
    worker.asks('/smartcheckout/'),
    worker.asks('/ajax/user/user/get_user/', { mode: 'cors' }),
    worker.asks(path, { method: 'POST' }),
    worker.asks(path, { mode: 'cors' }),
    worker.asks('', { url: `https://elsewhere.test${path}` }),
    worker.asks('', { url: 'https://elsewhere.test/assets/wallet.js', mode: 'cors' }),
  ]
  expect(alone.map(({ answer }) => answer)).toEqual(alone.map(() => null))
})

it('the wallet keeps its posters and deletes what an older release or wallet needed', async () => {
  const worker = await installWallet(() => says('<img src="/posters/event-old-1.svg">'))
  expect(worker.kept()).toEqual(['/account/wallet/', '/assets/wallet.js', '/posters/event-old-1.svg'])
  worker.network = (path) =>
    path.startsWith('/posters/') ? says('', 404) : says('<img src="/posters/event-new-2.svg">')
  await worker.opens('/account/wallet/')
  expect(worker.kept()).toEqual(['/account/wallet/', '/assets/wallet.js'])
})

it('the wallet stores the uploaded pictures of its tickets in one width for all', async () => {
  const [own, other] = [`/pictures/${'a'.repeat(64)}`, `/pictures/${'b'.repeat(64)}`]
  const network: Answer = (path) => (path.startsWith('/pictures/') ? says(path) : says(`<img src="${own}-480">`))
  const worker = await installWallet(network)
  expect(worker.kept()).toEqual(['/account/wallet/', '/assets/wallet.js', `${own}-480`])
  const shown = async (path: string) => (await worker.asks(path, { mode: 'no-cors' }).answer!).text()
  expect(await shown(`${own}-960`)).toBe(`${own}-960`)
  worker.network = () => Promise.reject(new TypeError('Failed to fetch'))
  expect([await shown(`${own}-480`), await shown(`${own}-960`)]).toEqual([`${own}-480`, `${own}-480`])
  await expect(shown(`${other}-480`)).rejects.toThrow('Failed to fetch')
})

it('the wallet deletes a picture that it no longer shows', async () => {
  const worker = await installWallet(() => says(`<img src="/pictures/${'a'.repeat(64)}-480">`))
  worker.network = () => says('<html lang="en-GB">mine')
  await worker.opens('/account/wallet/')
  expect(worker.kept()).toEqual(['/account/wallet/', '/assets/wallet.js'])
})

it('a refused wallet is not stored', async () => {
  const worker = await installWallet(() => says('who are you?', 401))
  expect(worker.kept()).toEqual([])
})

it('the door is stored as a signed-out page, with all its files or not at all', async () => {
  const worker = await installDoor()
  expect(worker.asked[0]).toEqual(['/door/', 'omit'])
  expect(worker.kept()).toEqual(['/assets/door.js', '/door/'])
  await expect(installDoor((path) => says('', path === '/door/' ? 404 : 200))).rejects.toThrow('404')
  await expect(installDoor((path) => says('', path === '/door/' ? 200 : 404))).rejects.toThrow('/assets/door.js')
})

it('the files of a stored page are served from the device', async () => {
  const worker = await installDoor(() => says('kept'))
  worker.network = NEVER
  const { answer } = worker.asks('/assets/door.js', { mode: 'cors' })
  expect(await (await answer!).text()).toBe('kept')
})

it('the door deletes what an older release needed', async () => {
  const before = new Map([['/assets/old.js', new Response('old')]])
  const worker = makeWorker('door', ['/assets/new.js'], () => says('door'), before)
  await worker.installs()
  expect(worker.kept()).toEqual(['/assets/new.js', '/door/'])
})
