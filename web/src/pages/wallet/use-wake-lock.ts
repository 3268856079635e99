import { useEffect } from 'react'

/**
 * Keeps the screen on while the code is shown. The browser releases the lock when the page is hidden, so it is requested
 * again.
 */
export function useWakeLock(): void {
  useEffect(() => {
    let lock: WakeLockSentinel | undefined
    let mounted = true

    const request = async () => {
      if (document.visibilityState !== 'visible') return
      try {
        const acquired = await navigator.wakeLock?.request('screen')
        if (mounted) lock = acquired
        else await acquired?.release()
      } catch {
        // low battery, or not allowed: the screen can turn off
      }
    }

    const onVisible = () => void request()
    onVisible()
    document.addEventListener('visibilitychange', onVisible)
    return () => {
      mounted = false
      document.removeEventListener('visibilitychange', onVisible)
      void lock?.release()
    }
  }, [])
}
