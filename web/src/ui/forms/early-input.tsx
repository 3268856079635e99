import { useEffect, useLayoutEffect, useRef } from 'react'
import { useHydrated } from '../hooks/use-hydrated.ts'

type Control = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement

/**
 * Repeats what was typed, ticked or chosen in the server's page before its script was there, so that the script knows it too.
 * Stands inside the part of the page that hydrates as one.
 */
export function EarlyInput() {
  const hydrating = !useHydrated()
  const repeats = useRef<(() => void)[]>([])

  // Read before the first render of the script puts its own values into the fields.
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, while the page hydrates
  useLayoutEffect(() => {
    if (!hydrating) return
    const controls = document.querySelectorAll<Control>('input, textarea, select')
    repeats.current = [...controls].flatMap((control) => repeatOf(control) ?? [])
  }, [])

  useEffect(() => {
    for (const repeat of repeats.current.splice(0)) repeat()
  }, [])

  return null
}

function repeatOf(control: Control): (() => void) | undefined {
  if (control instanceof HTMLSelectElement) {
    const chosen = control.selectedIndex
    const rendered = [...control.options].findIndex((option) => option.defaultSelected)
    if (chosen === Math.max(0, rendered)) return
    return () => {
      control.selectedIndex = chosen
      control.dispatchEvent(new Event('change', { bubbles: true }))
    }
  }
  if (control.type === 'checkbox' || control.type === 'radio') return repeatTick(control as HTMLInputElement)
  const typed = control.value
  if (typed === control.defaultValue) return
  return () => {
    const text = control.value === control.defaultValue ? typed : control.value
    // React compares with the last value that was set through the element itself: first the rendered one, then past it.
    control.value = control.defaultValue
    const prototype = control instanceof HTMLTextAreaElement ? HTMLTextAreaElement : HTMLInputElement
    Object.getOwnPropertyDescriptor(prototype.prototype, 'value')!.set!.call(control, text)
    control.dispatchEvent(new Event('input', { bubbles: true }))
  }
}

function repeatTick(box: HTMLInputElement): (() => void) | undefined {
  const { checked } = box
  // Of radio buttons only the one that was chosen is pressed again.
  if (checked === box.defaultChecked || (box.type === 'radio' && !checked)) return
  return () => {
    box.checked = !checked
    box.click()
  }
}
