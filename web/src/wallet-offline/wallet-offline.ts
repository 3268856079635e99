import { PAGES, WALLET_WORKER } from '@foyer/contract/pages.ts'
import type { CallName } from '@foyer/contract/paths.ts'

/** The service worker uses the same name (public/wallet-worker.js). */
const CACHE = 'foyer-wallet'

/** Keeps an offline copy of the wallet on this device; browsers without service workers only have the online one. */
export async function keepWallet(): Promise<void> {
  if (!('serviceWorker' in navigator)) return
  try {
    const { active } = await navigator.serviceWorker.register(WALLET_WORKER, { scope: PAGES.wallet })
    // A page that came through the worker is cached already; any other page tells the worker to cache it.
    if (!navigator.serviceWorker.controller) active?.postMessage('keep')
  } catch {
    // optional, so failures are ignored
  }
}

/** Calls that change who is signed in on this device: the saved copy then belongs to another customer. */
const ENDS_A_WALLET: ReadonlySet<CallName> = new Set([
  'sign_out',
  'logout_of_sale',
  'erase_account',
  'check_one_time_code',
])

export async function deleteSavedWallet(after: CallName): Promise<void> {
  if (!ENDS_A_WALLET.has(after) || !('caches' in globalThis)) return
  await caches.delete(CACHE).catch(() => false)
}

/** Whether this page is the saved copy, not the server's. */
export const isSavedCopy = (): boolean => 'saved' in document.documentElement.dataset
