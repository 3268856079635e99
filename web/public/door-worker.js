/*
 * Caches the door page, so that it can be reloaded offline and still verify signatures. Its scope is the door's path only.
 */
const CACHE = 'foyer-door'
const DOOR = '/door/'

serveOffline({ cache: CACHE, path: DOOR, keep })

/** Caches the page without cookies, so that it contains nothing about a signed-in user. */
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
