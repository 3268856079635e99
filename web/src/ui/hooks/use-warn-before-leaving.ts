import { useEffect } from 'react'

/** While `active`, the browser asks whether to leave the page. The sentence is its own. */
export function useWarnBeforeLeaving(active: boolean): void {
  useEffect(() => {
    if (!active) return
    const ask = (event: BeforeUnloadEvent) => event.preventDefault()
    addEventListener('beforeunload', ask)
    return () => removeEventListener('beforeunload', ask)
  }, [active])
}
