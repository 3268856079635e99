import { useEffect, useMemo, useRef, useState } from 'react'

type Debounced<Args extends unknown[]> = {
  /** restarts the wait with these arguments */
  call: (...args: Args) => void
  /** runs a pending call now */
  flush: () => void
  /** drops a pending call */
  cancel: () => void
  /** whether a call is pending */
  pending: boolean
}

/**
 * Runs `action` with the last arguments, `ms` milliseconds after the last call. A pending call is dropped on unmount, or run
 * at once with `atEnd: 'flush'`.
 */
export function useDebounced<Args extends unknown[]>(
  action: (...args: Args) => void,
  ms: number,
  { atEnd = 'cancel' }: { atEnd?: 'cancel' | 'flush' } = {},
): Debounced<Args> {
  const [pending, setPending] = useState(false)
  const latest = useRef({ action, atEnd })

  useEffect(() => {
    latest.current = { action, atEnd }
  })

  const debounced = useMemo(() => {
    let timer: ReturnType<typeof setTimeout> | undefined
    let pendingArgs: Args | undefined

    const cancel = () => {
      clearTimeout(timer)
      pendingArgs = undefined
      setPending(false)
    }
    const flush = () => {
      const args = pendingArgs
      cancel()
      if (args) latest.current.action(...args)
    }
    const call = (...args: Args) => {
      clearTimeout(timer)
      pendingArgs = args
      setPending(true)
      timer = setTimeout(flush, ms)
    }
    return { call, flush, cancel }
  }, [ms])

  useEffect(() => () => (latest.current.atEnd === 'flush' ? debounced.flush() : debounced.cancel()), [debounced])

  return { ...debounced, pending }
}
