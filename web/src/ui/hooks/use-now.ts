import { useEffect, useState } from 'react'
import { useHydrated } from './use-hydrated.ts'

type Options = {
  /** milliseconds since 1970; stays the same function between renders */
  clock: () => number
  /** the server's render time, so that the first client render is the same */
  initial: number
  /** a moment whose fraction of a second the ticks align with: the deadline of a countdown, so that it ends exactly */
  alignTo?: number
  /** false stops the ticking */
  running?: boolean
}

/** The current time in milliseconds, updated every second; paused while the page is hidden, updated when it is shown again. */
export function useNow({ clock, initial, alignTo = 0, running = true }: Options): number {
  // What appears later than the page, such as the next step, begins with the time that it is by then.
  const hydrated = useHydrated()
  const [now, setNow] = useState(() => (hydrated ? clock() : initial))

  useEffect(() => {
    if (!running) return
    let timer: ReturnType<typeof setTimeout> | undefined

    const tick = () => {
      clearTimeout(timer)
      if (document.hidden) return
      const time = clock()
      setNow(time)
      const sinceTick = (((time - alignTo) % 1000) + 1000) % 1000
      timer = setTimeout(tick, 1000 - sinceTick)
    }

    tick()
    document.addEventListener('visibilitychange', tick)
    return () => {
      clearTimeout(timer)
      document.removeEventListener('visibilitychange', tick)
    }
  }, [clock, alignTo, running])

  return now
}
