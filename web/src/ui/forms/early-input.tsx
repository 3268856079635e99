import { useEffect, useLayoutEffect, useRef } from 'react'
import { useHydrated } from '../hooks/use-hydrated.ts'

type Control = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement

/**
 * Replays what was typed, ticked or chosen in the server's HTML before the script loaded, so that React receives it too. Place
 * it inside the part of the page that hydrates together with the fields.
 */
export function EarlyInput() {
  const hydrating = !useHydrated()
  const replays = useRef<(() => void)[]>([])

  // Read before the first client render sets the fields to its own values.
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, while the page hydrates
  useLayoutEffect(() => {
    if (!hydrating) return
    const controls = document.querySelectorAll<Control>('input, textarea, select')
    replays.current = [...controls].flatMap((control) => replayOf(control) ?? [])
  }, [])

  useEffect(() => {
    for (const replay of replays.current.splice(0)) replay()
  }, [])

  return null
}

function replayOf(control: Control): (() => void) | undefined {
  if (control instanceof HTMLSelectElement) {
    const chosen = control.selectedIndex
    const rendered = [...control.options].findIndex((option) => option.defaultSelected)
    if (chosen === Math.max(0, rendered)) return
    return () => {
      control.selectedIndex = chosen
      control.dispatchEvent(new Event('change', { bubbles: true }))
    }
  }
  if (control.type === 'checkbox' || control.type === 'radio') return replayTick(control as HTMLInputElement)
  const typed = control.value
  if (typed === control.defaultValue) return
  return () => {
    const text = control.value === control.defaultValue ? typed : control.value
    // React compares with the last value set through the element: set the rendered value first, then bypass the element's
    // setter.
    control.value = control.defaultValue
    const prototype = control instanceof HTMLTextAreaElement ? HTMLTextAreaElement : HTMLInputElement
    Object.getOwnPropertyDescriptor(prototype.prototype, 'value')!.set!.call(control, text)
    control.dispatchEvent(new Event('input', { bubbles: true }))
  }
}

function replayTick(box: HTMLInputElement): (() => void) | undefined {
  const { checked } = box
  // Among radio buttons, only the chosen one is clicked again.
  if (checked === box.defaultChecked || (box.type === 'radio' && !checked)) return
  return () => {
    box.checked = !checked
    box.click()
  }
}
