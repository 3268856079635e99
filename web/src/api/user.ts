import type { User } from '@foyer/contract/types.ts'
import { createStore, useStore } from '../store.ts'
import { call } from './client.ts'

/** The signed-in user, as far as this page knows. A visitor is not cached, because they can sign in at any time. */
type Cached = { user: User | null }
const cache = createStore<Cached>()

/** Sets the user from the page's data or from the reply of another call. */
export const setUser = (user: User | null): void => cache.set({ user })

/** The signed-in user; calls the server only when none is cached. */
export async function getUser(): Promise<User | null> {
  return cache.now()?.user ?? fetchUser({})
}

/** Fetches the user again; `context` is sent to the server. */
export async function refreshUser(context?: 'checkout'): Promise<User | null> {
  cache.set(undefined)
  return fetchUser(context ? { context } : {})
}

/** Asks again who is signed in, which another tab may have changed. A failure changes nothing. */
export async function recheckUser(): Promise<User | null> {
  await fetchUser({})
  return cache.now()?.user ?? null
}

/** A failure is silent: the visitor is then treated as not signed in. */
async function fetchUser(body: { context?: 'checkout' }): Promise<User | null> {
  const answer = await call('get_user', body as Record<string, never>)
  if (!answer.ok) return null
  const user = asUser(answer.reply)
  setUser(user)
  return user
}

/** `{ user }` or a bare user; one without an id is a visitor. */
function asUser(reply: { user: User | null } | User): User | null {
  const user = 'user' in reply ? reply.user : reply
  return user?.id ? user : null
}

/** Calls `tell` with the signed-in user, now and after every change. */
export function onUser(tell: (user: User | null) => void): void {
  const now = () => tell(cache.now()?.user ?? null)
  cache.subscribe(now)
  now()
}

/** The signed-in user for rendering; `sent` is the user in the server's render. */
export const useUser = (sent: User | null): User | null => useStore(cache, { user: sent }).user
