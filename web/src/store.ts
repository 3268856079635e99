import { useSyncExternalStore } from 'react'

export type Store<T> = {
  now: () => T | undefined
  set: (value: T | undefined) => void
  subscribe: (listener: () => void) => () => void
}

/** One value that several parts of the page show. It is the browser's alone: on the server nobody sets it. */
export function createStore<T>(): Store<T> {
  let current: T | undefined
  const listeners = new Set<() => void>()
  return {
    now: () => current,
    set(value) {
      current = value
      for (const listener of listeners) listener()
    },
    subscribe(listener) {
      listeners.add(listener)
      return () => {
        listeners.delete(listener)
      }
    },
  }
}

/** The value as it is now; until somebody sets it, what the server sent. */
export const useStore = <T>(store: Store<T>, sent: T): T =>
  useSyncExternalStore(
    store.subscribe,
    () => store.now() ?? sent,
    () => sent,
  )
