/*
 * Shared by the service workers of pages that work offline. The server prepends this file to each worker, and
 * `const ASSETS = [...]`, the files the page needs from this release, to both.
 */

/** How long the network may take to respond before the cached page is shown. */
const TIMEOUT_MS = 3000

/**
 * Handles requests for the page at `path` and the files in `cache`; all other requests are left alone. `keep` fills the cache,
 * `onFresh` receives each page that the server returned in time, with the cache that was opened before the request, and `asCached`
 * prepares a cached page for display.
 */
// biome-ignore lint/correctness/noUnusedVariables: the worker below calls it
function serveOffline({ cache, path, keep, onFresh = async () => {}, asCached = (copy) => copy }) {
  const cached = async (request) => (await caches.open(cache)).match(request)

  /** Returns the server's response if it arrives in time, otherwise the cached page. */
  async function page(event) {
    const opened = await caches.open(cache)
    const fetching = fetch(event.request)
    // It may fail before it is awaited.
    fetching.catch(() => {})
    const copy = await opened.match(path)
    const timeout = new Promise((resolve) => setTimeout(resolve, TIMEOUT_MS))
    const response = await (copy ? Promise.race([fetching.catch(() => null), timeout]) : fetching)
    if (copy && !(response?.status < 500)) return asCached(copy)
    // A late response is not cached, because another user may have signed in since.
    if (response.ok) event.waitUntil(onFresh(response.clone(), opened))
    return response
  }

  /** A picture in the width asked for, or without a network in the smallest, which is the cached one. */
  async function picture(request, pathname) {
    const smallest = pathname.replace(/-\d+$/, '-480')
    const copy = await cached(smallest)
    if (!copy) return fetch(request)
    return smallest === pathname ? copy : fetch(request).catch(() => copy)
  }

  self.addEventListener('install', (event) => {
    self.skipWaiting()
    event.waitUntil(keep())
  })
  self.addEventListener('activate', (event) => event.waitUntil(self.clients.claim()))
  self.addEventListener('fetch', (event) => {
    const { request } = event
    const { origin, pathname } = new URL(request.url)
    if (request.method !== 'GET' || origin !== self.location.origin) return
    if (request.mode === 'navigate' && pathname === path) event.respondWith(page(event))
    else if (/^\/(assets|posters)\//.test(pathname))
      event.respondWith(cached(request).then((copy) => copy ?? fetch(request)))
    else if (pathname.startsWith('/pictures/')) event.respondWith(picture(request, pathname))
  })
}
