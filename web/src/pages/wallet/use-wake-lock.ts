import { useEffect } from 'react'

/** Keeps the screen on while the code is held out. The browser lets go whenever the page is hidden, so ask again then. */
export function useWakeLock(): void {
  useEffect(() => {
    let lock: WakeLockSentinel | undefined
    let wanted = true

    const ask = async () => {
      if (document.visibilityState !== 'visible') return
      try {
        const given = await navigator.wakeLock?.request('screen')
        if (wanted) lock = given
        else await given?.release()
      } catch {
        // low on battery, or not allowed: the buyer keeps the screen awake by hand
      }
    }

    const shown = () => void ask()
    shown()
    document.addEventListener('visibilitychange', shown)
    return () => {
      wanted = false
      document.removeEventListener('visibilitychange', shown)
      void lock?.release()
    }
  }, [])
}
