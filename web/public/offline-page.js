/*
 * What the workers of the pages that open without a network have in common. The server writes it above each of them, and above
 * both `const ASSETS = [...]`: what the page needs of this release.
 */

/** How long a network may take a question and not answer it before the kept page is shown. */
const PATIENCE_MS = 3000

/**
 * Answers for the page at `path` and for the files that are in `cache` with it; everything else of the shop goes its own way.
 * `keep` fills the cache; `heard` is given each page the server gave in time, and `shown` makes of a kept one what is shown.
 */
// biome-ignore lint/correctness/noUnusedVariables: the worker below calls it
function opensOffline({ cache, path, keep, heard = async () => {}, shown = (copy) => copy }) {
  const kept = async (what) => (await caches.open(cache)).match(what)

  /** The server's word while it has one in time; else the page as it was kept. */
  async function page(event) {
    const answer = fetch(event.request)
    // It may fail before anybody waits for it.
    answer.catch(() => {})
    const copy = await kept(path)
    const tooLate = new Promise((resolve) => setTimeout(resolve, PATIENCE_MS))
    const said = await (copy ? Promise.race([answer.catch(() => null), tooLate]) : answer)
    if (copy && !(said?.status < 500)) return shown(copy)
    // What comes too late is not kept: whose page it is may have changed meanwhile.
    if (said.ok) event.waitUntil(heard(said.clone()))
    return said
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
      event.respondWith(kept(request).then((copy) => copy ?? fetch(request)))
  })
}
