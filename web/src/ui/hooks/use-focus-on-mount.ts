import { type RefObject, useEffect, useRef } from 'react'

/**
 * Focuses an element when it mounts, and again whenever `key` changes: the h1 of a new step, the error summary. An element
 * that is not focusable needs `tabIndex={-1}`. `when: false` leaves focus alone, as on the first page load.
 */
export function useFocusOnMount<T extends HTMLElement>(key?: unknown, when = true): RefObject<T | null> {
  const ref = useRef<T>(null)
  const shouldFocus = useRef(when)
  shouldFocus.current = when

  // biome-ignore lint/correctness/useExhaustiveDependencies: a changed key requests the focus again
  useEffect(() => {
    if (shouldFocus.current) ref.current?.focus()
  }, [key])

  return ref
}
