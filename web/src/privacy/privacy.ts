import { PRIVACY_COOKIE, type Privacy, type PrivacyChoice } from '@foyer/contract/pages.ts'
import { createStore, useStore } from '../store.ts'

/** What the buyer said to measuring on this page; kept in a cookie, so that the server knows what a page may let in. */
const said = createStore<{ choice: PrivacyChoice | null }>()
const opened = createStore<{ open: boolean }>()
const KEPT_DAYS = 180
/** What Google and Meta leave in the browser under our address. */
const THEIRS = /^(_ga|_gid|_gcl|_gac|_fb)/

/** The choice as it is now; until one is made on this page, what the server sent. */
export const useChoice = (privacy: Privacy | undefined): PrivacyChoice | null =>
  useStore(said, { choice: privacy?.choice ?? null }).choice

export const choiceNow = (privacy: Privacy | undefined): PrivacyChoice | null =>
  said.now()?.choice ?? privacy?.choice ?? null

/** Calls back whenever a choice is made; answers how to stop. */
export const onChoice = said.subscribe

/** Whether the bar was asked for by its link, to change what was said. */
export const useOpened = (): boolean => useStore(opened, { open: false }).open
export const openChoices = (open: boolean): void => opened.set({ open })

/** Keeps the choice. Whoever takes a yes back gets a page on which nothing of it runs, and loses the vendors' cookies. */
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

/** Forgets what was said on this page; for tests. */
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
