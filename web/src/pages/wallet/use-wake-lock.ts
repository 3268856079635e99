import { useEffect } from 'react'

/**
 * Keeps the screen on while the code is shown. The browser releases the lock when the page is hidden, so it is requested
 * again.
 */
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
        // low battery, or not allowed: the screen can turn off
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
