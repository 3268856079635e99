import { useEffect } from 'react'

const FIRST_MS = 3000
const SLOWEST_MS = 60_000

/**
 * Loads the page again while what it tells is not decided, ever more slowly, and only while it is visible. The count of
 * attempts is kept in the entry of the browser's history, which a reload keeps.
 */
export function useReloadWhile(isPending: boolean): void {
  useEffect(() => {
    if (!isPending) return
    const attempt = Number((history.state as { attempt?: number } | null)?.attempt ?? 0)
    let isDue = false
    const reload = () => {
      if (!isDue || document.hidden) return
      history.replaceState({ attempt: attempt + 1 }, '')
      location.reload()
    }
    const timer = setTimeout(
      () => {
        isDue = true
        reload()
      },
      Math.min(FIRST_MS * 1.5 ** attempt, SLOWEST_MS),
    )
    document.addEventListener('visibilitychange', reload)
    return () => {
      clearTimeout(timer)
      document.removeEventListener('visibilitychange', reload)
    }
  }, [isPending])
}
