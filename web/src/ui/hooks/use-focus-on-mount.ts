import { type RefObject, useEffect, useRef } from 'react'

/**
 * Puts the keyboard on an element when it appears, and again whenever `key` changes: the h1 of a new step,
 * the summary of errors. The element needs `tabIndex={-1}` when it cannot have the focus by itself.
 * `when: false` leaves the focus alone (the very first page load belongs to the reader).
 */
export function useFocusOnMount<T extends HTMLElement>(key?: unknown, when = true): RefObject<T | null> {
  const ref = useRef<T>(null)
  const wanted = useRef(when)
  wanted.current = when

  // biome-ignore lint/correctness/useExhaustiveDependencies: the key is the caller's way to ask again
  useEffect(() => {
    if (wanted.current) ref.current?.focus()
  }, [key])

  return ref
}
