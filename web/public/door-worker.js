/*
 * Keeps the door page on this device, so that a reload in a cellar without a network still checks signatures. Its scope is
 * the door's own address.
 */
const CACHE = 'foyer-door'
const DOOR = '/door/'

opensOffline({ cache: CACHE, path: DOOR, keep })

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
