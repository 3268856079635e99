import { useEffect } from 'react'

/** The element to focus after the focused one was removed from `parent`: the nearest focusable container, else the heading. */
function fallbackFor(parent: Node): HTMLElement | null {
  const near = parent instanceof Element ? parent.closest<HTMLElement>('[tabindex="-1"]:not(#content)') : null
  return near ?? document.querySelector<HTMLElement>('h1[tabindex="-1"]') ?? document.getElementById('content')
}

/** Restores lost focus: from the body, the keyboard starts again at the top of the page and a screen reader says nothing. */
export function useKeptFocus(): void {
  useEffect(() => {
    let last: Element | null = null
    const isLost = () => document.activeElement === document.body || document.activeElement === null

    const onFocusIn = (event: FocusEvent) => {
      last = event.target as Element
    }
    // Some browsers report a blur when an element is removed, which the user did not choose.
    const onBlur = ({ target }: FocusEvent) =>
      setTimeout(() => {
        if (last === target && last?.isConnected && isLost()) last = null
      })
    const removals = new MutationObserver((records) => {
      if (!last || last.isConnected) return
      const removed = records.find(({ removedNodes }) => [...removedNodes].some((node) => node.contains(last)))
      last = null
      if (!removed) return
      // After the effects of what replaced it, which may take the focus themselves.
      setTimeout(() => {
        if (isLost()) fallbackFor(removed.target)?.focus({ preventScroll: true })
      })
    })

    removals.observe(document.body, { childList: true, subtree: true })
    document.addEventListener('focusin', onFocusIn)
    document.addEventListener('focusout', onBlur)
    return () => {
      removals.disconnect()
      document.removeEventListener('focusin', onFocusIn)
      document.removeEventListener('focusout', onBlur)
    }
  }, [])
}
