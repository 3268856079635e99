import { useEffect } from 'react'

/** Where the focus goes when what had it left `parent`: the nearest part of the page made for it, else the heading. */
function placeFor(parent: Node): HTMLElement | null {
  const near = parent instanceof Element ? parent.closest<HTMLElement>('[tabindex="-1"]:not(#content)') : null
  return near ?? document.querySelector<HTMLElement>('h1[tabindex="-1"]') ?? document.getElementById('content')
}

/** Keeps the focus out of the body, where a keyboard starts again at the top of the page and a screen reader says nothing. */
export function useKeptFocus(): void {
  useEffect(() => {
    let last: Element | null = null
    const isLost = () => document.activeElement === document.body || document.activeElement === null

    const came = (event: FocusEvent) => {
      last = event.target as Element
    }
    // Some browsers also say that an element loses the focus when it is removed: that is not its reader's choice.
    const onBlur = ({ target }: FocusEvent) =>
      setTimeout(() => {
        if (last === target && last?.isConnected && isLost()) last = null
      })
    const removals = new MutationObserver((records) => {
      if (!last || last.isConnected) return
      const removed = records.find(({ removedNodes }) => [...removedNodes].some((node) => node.contains(last)))
      last = null
      if (!removed) return
      // After the effects of what came instead, which may take the focus themselves.
      setTimeout(() => {
        if (isLost()) placeFor(removed.target)?.focus({ preventScroll: true })
      })
    })

    removals.observe(document.body, { childList: true, subtree: true })
    document.addEventListener('focusin', came)
    document.addEventListener('focusout', onBlur)
    return () => {
      removals.disconnect()
      document.removeEventListener('focusin', came)
      document.removeEventListener('focusout', onBlur)
    }
  }, [])
}
