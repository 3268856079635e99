/*
 * Keeps the door page on this device, so that a reload in a cellar without a network still checks signatures. Its scope is
 * the door's own address. The server writes `const ASSETS = [...]` above: what the page needs of this release.
 */
const CACHE = 'foyer-door'
const DOOR = '/door/'

self.addEventListener('install', (event) => {
  self.skipWaiting()
  event.waitUntil(keep())
})
self.addEventListener('activate', (event) => event.waitUntil(self.clients.claim()))

/** The page as a stranger sees it: whoever is signed in on this device is nobody's business at the door. */
async function keep() {
  const cache = await caches.open(CACHE)
  const page = await fetch(DOOR, { credentials: 'omit', cache: 'no-store' })
  if (!page.ok) throw new Error(`The door answered ${page.status}`)
  await cache.addAll(ASSETS)
  await cache.put(DOOR, page)
  for (const request of await cache.keys()) {
    const { pathname } = new URL(request.url)
    if (pathname !== DOOR && !ASSETS.includes(pathname)) await cache.delete(request)
  }
}

self.addEventListener('fetch', (event) => {
  const { request } = event
  const { origin, pathname } = new URL(request.url)
  if (request.method !== 'GET' || origin !== self.location.origin) return
  if (request.mode === 'navigate' && pathname === DOOR) event.respondWith(page(request))
  else if (pathname.startsWith('/assets/')) event.respondWith(kept(request).then((copy) => copy ?? fetch(request)))
})

const kept = async (request) => (await caches.open(CACHE)).match(request)

/** The server's word while there is one; else the page as it was kept. */
async function page(request) {
  const answer = await fetch(request).catch(() => null)
  if (answer && answer.status < 500) return answer
  return (await kept(DOOR)) ?? answer ?? Response.error()
}
