import { PAGES, WALLET_WORKER } from '@foyer/contract/pages.ts'
import type { CallName } from '@foyer/contract/paths.ts'

/** The name is the worker's too (public/wallet-worker.js). */
const CACHE = 'foyer-wallet'

/** Keeps the wallet on this device from now on; where a browser cannot, there is only the wallet of the network. */
export async function keepWallet(): Promise<void> {
  if (!('serviceWorker' in navigator)) return
  try {
    const { active } = await navigator.serviceWorker.register(WALLET_WORKER, { scope: PAGES.wallet })
    // A page that came through the worker was kept on its way; any other tells it that there is something new.
    if (!navigator.serviceWorker.controller) active?.postMessage('keep')
  } catch {
    // a comfort, no more
  }
}

/** Whoever signs in or out on this device: what was kept is somebody else's from then on. */
const ENDS_A_WALLET: ReadonlySet<CallName> = new Set(['sign_out', 'logout_of_sale', 'check_one_time_code'])

export async function forgetWallet(after: CallName): Promise<void> {
  if (!ENDS_A_WALLET.has(after) || !('caches' in globalThis)) return
  await caches.delete(CACHE).catch(() => false)
}

/** Whether this page is the kept copy and not the server's. */
export const isSavedCopy = (): boolean => 'saved' in document.documentElement.dataset
