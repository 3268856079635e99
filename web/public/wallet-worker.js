/*
 * Caches the wallet, so that tickets can be shown offline. Its scope is the wallet's path: no other page and no call of the
 * shop goes through it.
 */
const CACHE = 'foyer-wallet'
const WALLET = '/account/wallet/'

serveOffline({ cache: CACHE, path: WALLET, keep, onFresh: keepPage, asCached: markAsSaved })

self.addEventListener('message', (event) => {
  if (event.data === 'keep') event.waitUntil(keep())
})

/** Caches the current page with its codes, and the files it uses. */
async function keep() {
  const cache = await caches.open(CACHE)
  const page = await fetch(WALLET, { credentials: 'same-origin', cache: 'no-store' })
  if (page.ok) await keepPage(page, cache)
}

/**
 * Caches a page and the files it uses. `cache` was opened before the page was requested: a sign-out deletes the cache by its name,
 * so a page that arrives later goes into the deleted one, which cannot be opened again.
 */
async function keepPage(page, cache) {
  // The shop's logo, and of an uploaded picture the smallest width, which stands in for the others without a network.
  const pictures =
    (await page.clone().text()).match(/\/posters\/[a-z]+-[\w-]+\.svg|\/pictures\/[0-9a-f]{64}-(480|logo)/g) ?? []
  const wanted = [...ASSETS, ...new Set(pictures)]
  await cache.put(WALLET, page)
  const kept = (await cache.keys()).map((request) => new URL(request.url).pathname)
  await Promise.all(kept.filter((path) => path !== WALLET && !wanted.includes(path)).map((path) => cache.delete(path)))
  // A picture that fails to load does not stop the rest.
  await Promise.allSettled(wanted.filter((path) => !kept.includes(path)).map((path) => cache.add(path)))
}

/** Marks a cached wallet, so that the page shows that it is a saved copy. */
async function markAsSaved(copy) {
  const html = (await copy.text()).replace('<html ', '<html data-saved ')
  return new Response(html, { headers: copy.headers })
}
