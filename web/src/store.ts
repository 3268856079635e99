import { useSyncExternalStore } from 'react'

export type Store<T> = {
  now: () => T | undefined
  set: (value: T | undefined) => void
  subscribe: (listener: () => void) => () => void
}

/** A value that several parts of the page show. It exists only in the browser: the server never sets it. */
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

/** The current value, or the one the server sent until the first change. */
export const useStore = <T>(store: Store<T>, sent: T): T =>
  useSyncExternalStore(
    store.subscribe,
    () => store.now() ?? sent,
    () => sent,
  )
