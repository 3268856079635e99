import { PRIVACY_COOKIE, type Privacy, type PrivacyChoice } from '@foyer/contract/pages.ts'
import { createStore, useStore } from '../store.ts'

/** The buyer's choice on this page. A cookie keeps it, so that the server knows which scripts a page may load. */
const said = createStore<{ choice: PrivacyChoice | null }>()
const opened = createStore<{ open: boolean }>()
const KEPT_DAYS = 180
/** Cookies that Google and Meta set on our domain. */
const THEIRS = /^(_ga|_gid|_gcl|_gac|_fb)/

/** The current choice: the one made on this page, otherwise the server's. */
export const useChoice = (privacy: Privacy | undefined): PrivacyChoice | null =>
  useStore(said, { choice: privacy?.choice ?? null }).choice

export const choiceNow = (privacy: Privacy | undefined): PrivacyChoice | null =>
  said.now()?.choice ?? privacy?.choice ?? null

/** Calls back after every choice; returns a function that unsubscribes. */
export const onChoice = said.subscribe

/** Whether the bar was opened by its link, to change the choice. */
export const useOpened = (): boolean => useStore(opened, { open: false }).open
export const openChoices = (open: boolean): void => opened.set({ open })

/**
 * Saves the choice. Withdrawing consent deletes the vendors' cookies and reloads the page, so that none of their scripts run.
 */
export function choose(choice: PrivacyChoice, before: PrivacyChoice | null, reload = () => location.reload()): void {
  setCookie(PRIVACY_COOKIE, choice, KEPT_DAYS * 86_400)
  openChoices(false)
  said.set({ choice })
  if (choice !== 'refused' || before !== 'accepted') return
  for (const pair of document.cookie.split('; ')) {
    const name = pair.split('=')[0]!
    if (THEIRS.test(name)) setCookie(name, '', -1)
  }
  reload()
}

/** Clears the choice on this page; for tests. */
export const forgetChoice = (): void => said.set(undefined)

function setCookie(name: string, value: string, seconds: number) {
  const secure = location.protocol === 'https:' ? '; secure' : ''
  const cookie = `${name}=${value}; path=/; max-age=${seconds}; samesite=lax${secure}`
  // biome-ignore lint/suspicious/noDocumentCookie: the store for cookies is not in every browser yet
  document.cookie = cookie
  // Google sets its own for the whole site, not for this host alone.
  // biome-ignore lint/suspicious/noDocumentCookie: as above
  if (seconds === 0) document.cookie = `${cookie}; domain=${location.hostname.split('.').slice(-2).join('.')}`
}
