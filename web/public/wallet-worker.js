/*
 * Keeps the wallet on this device, for the door of a cellar without a network. Its scope is the wallet's own address: no
 * other page and no call of the shop goes through it.
 */
const CACHE = 'foyer-wallet'
const WALLET = '/account/wallet/'

opensOffline({ cache: CACHE, path: WALLET, keep, heard: keepPage, shown: saysSo })

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

/** A kept wallet says that it is one. */
async function saysSo(copy) {
  const html = (await copy.text()).replace('<html ', '<html data-saved ')
  return new Response(html, { headers: copy.headers })
}
