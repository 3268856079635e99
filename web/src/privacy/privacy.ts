import { PRIVACY_COOKIE, type Privacy, type PrivacyChoice } from '@foyer/contract/pages.ts'
import { createStore, useStore } from '../store.ts'

/** The buyer's consent. It is stored in a cookie, which tells the server which scripts a page may load. */
const answer = createStore<{ choice: PrivacyChoice | null }>()
const opened = createStore<{ open: boolean }>()
const KEPT_DAYS = 180
/** Cookies that Google and Meta set on our domain. */
const VENDOR_COOKIES = /^(_ga|_gid|_gcl|_gac|_fb)/

/** The current choice: the one made on this page, otherwise the server's. */
export const useChoice = (privacy: Privacy | undefined): PrivacyChoice | null =>
  useStore(answer, { choice: privacy?.choice ?? null }).choice

export const choiceNow = (privacy: Privacy | undefined): PrivacyChoice | null =>
  answer.now()?.choice ?? privacy?.choice ?? null

/** Calls back after every choice; returns a function that unsubscribes. */
export const onChoice = answer.subscribe

/** Whether the bar was opened by its link, to change the choice. */
export const useOpened = (): boolean => useStore(opened, { open: false }).open
export const openChoices = (open: boolean): void => opened.set({ open })

/** Saves the choice. Withdrawing consent stops the vendors' scripts, deletes their cookies and reloads the page. */
export function choose(choice: PrivacyChoice, before: PrivacyChoice | null, reload = () => location.reload()): void {
  // biome-ignore lint/suspicious/noDocumentCookie: the store for cookies is not in every browser yet
  document.cookie = `${PRIVACY_COOKIE}=${choice}; max-age=${KEPT_DAYS * 86_400}; ${attributes()}`
  openChoices(false)
  answer.set({ choice })
  if (choice !== 'refused') return
  stopVendors()
  deleteVendorCookies()
  if (before === 'accepted') reload()
}

/** What already runs on this page would write its cookies again. */
function stopVendors() {
  const { gtag, fbq } = window as unknown as Record<string, ((...args: unknown[]) => void) | undefined>
  gtag?.('consent', 'update', { analytics_storage: 'denied', ad_storage: 'denied', ad_user_data: 'denied' })
  fbq?.('consent', 'revoke')
}

/** A cookie is deleted only under the domain it was set for: this host, or one of the domains above it. */
export function deleteVendorCookies(): void {
  const labels = location.hostname.split('.')
  const domains = ['', ...labels.slice(1).map((_, n) => `; domain=${labels.slice(n).join('.')}`)]
  for (const pair of document.cookie.split('; ')) {
    const name = pair.split('=')[0]!
    if (!VENDOR_COOKIES.test(name)) continue
    // biome-ignore lint/suspicious/noDocumentCookie: as above
    for (const domain of domains) document.cookie = `${name}=; max-age=-1; ${attributes()}${domain}`
  }
}

/** Clears the choice on this page; for tests. */
export const resetChoice = (): void => answer.set(undefined)

const attributes = () => `path=/; samesite=lax${location.protocol === 'https:' ? '; secure' : ''}`
