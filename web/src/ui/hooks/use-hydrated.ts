import { useSyncExternalStore } from 'react'

const never = () => () => {}

/** False on the server and while the page it drew is brought to life, true from then on. */
export const useHydrated = (): boolean =>
  useSyncExternalStore(
    never,
    () => true,
    () => false,
  )
