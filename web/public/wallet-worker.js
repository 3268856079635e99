/*
 * Keeps the wallet on this device, for the door of a cellar without a network. Its scope is the wallet's own address: no
 * other page and no call of the shop goes through it. The server writes `const ASSETS = [...]` above: what the page needs
 * of this release.
 */
const CACHE = 'foyer-wallet'
const WALLET = '/account/wallet/'

self.addEventListener('install', (event) => {
  self.skipWaiting()
  event.waitUntil(keep())
})
self.addEventListener('activate', (event) => event.waitUntil(self.clients.claim()))
self.addEventListener('message', (event) => {
  if (event.data === 'keep') event.waitUntil(keep())
})

/** The page with its codes as the server has it now, and everything it is drawn with. */
async function keep() {
  const page = await fetch(WALLET, { credentials: 'same-origin', cache: 'no-store' })
  if (page.ok) await keepPage(page)
}

async function keepPage(page) {
  const cache = await caches.open(CACHE)
  const posters = (await page.clone().text()).match(/\/posters\/[a-z]+-[\w-]+\.svg/g) ?? []
  const wanted = [...ASSETS, ...new Set(posters)]
  await cache.put(WALLET, page)
  const kept = (await cache.keys()).map((request) => new URL(request.url).pathname)
  await Promise.all(kept.filter((path) => path !== WALLET && !wanted.includes(path)).map((path) => cache.delete(path)))
  // One picture that does not come is no reason to keep nothing.
  await Promise.allSettled(wanted.filter((path) => !kept.includes(path)).map((path) => cache.add(path)))
}

self.addEventListener('fetch', (event) => {
  const { request } = event
  const { origin, pathname } = new URL(request.url)
  if (request.method !== 'GET' || origin !== self.location.origin) return
  if (request.mode === 'navigate' && pathname === WALLET) event.respondWith(page(event))
  else if (pathname.startsWith('/assets/') || pathname.startsWith('/posters/')) event.respondWith(asset(request))
})

/** The server's word while there is one; else the page as it was kept, which says so. */
async function page(event) {
  try {
    const answer = await fetch(event.request)
    if (answer.ok) event.waitUntil(keepPage(answer.clone()))
    if (answer.status < 500) return answer
    return (await saved()) ?? answer
  } catch (error) {
    const copy = await saved()
    if (copy) return copy
    throw error
  }
}

async function saved() {
  const copy = await (await caches.open(CACHE)).match(WALLET)
  if (!copy) return null
  const html = (await copy.text()).replace('<html ', '<html data-saved ')
  return new Response(html, { headers: copy.headers })
}

async function asset(request) {
  return (await (await caches.open(CACHE)).match(request)) ?? fetch(request)
}
