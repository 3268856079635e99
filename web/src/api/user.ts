import type { User } from '@foyer/contract/types.ts'
import { createStore, useStore } from '../store.ts'
import { call } from './client.ts'

/** Who is signed in, as far as this page knows. Only a user is remembered: a visitor may be one a moment later. */
type Known = { user: User | null }
const known = createStore<Known>()

/** Takes over what the server sent with the page, or what another call has just answered. */
export const setUser = (user: User | null): void => known.set({ user })

/** The signed-in user; asks the server only when none is known. */
export async function getUser(): Promise<User | null> {
  return known.now()?.user ?? fetchUser({})
}

/** Forgets the user and asks again; context 'checkout' is told to the server. */
export async function refreshUser(context?: 'checkout'): Promise<User | null> {
  known.set(undefined)
  return fetchUser(context ? { context } : {})
}

/** Fails without a word: the visitor is then treated as not signed in. */
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

/** Tells who is signed in, now and whenever that changes. */
export function onUser(tell: (user: User | null) => void): void {
  const now = () => tell(known.now()?.user ?? null)
  known.subscribe(now)
  now()
}

/** Who is signed in, for what stands on the page; `sent` is the user the server rendered it with. */
export const useUser = (sent: User | null): User | null => useStore(known, { user: sent }).user
