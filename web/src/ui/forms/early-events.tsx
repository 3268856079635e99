import { useEffect, useLayoutEffect, useRef, useState } from 'react'
import { early } from '../../early.ts'
import { useHydrated } from '../hooks/use-hydrated.ts'

type Control = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement

/** How long a press waits for a button that is disabled by what was entered before it: a quantity that is being stored. */
const LONGEST_WAIT_MS = 6000

type Props = {
  /**
   * The page keeps what is entered, so values that the browser has restored are out of date: only what this visit has entered
   * is repeated
   */
  keepsInput?: boolean
}

/**
 * Repeats what a visitor did before the page's scripts ran: what was typed, ticked or chosen, so that React receives it too, and
 * then the buttons pressed. Place it inside the part of the page that hydrates last.
 */
export function EarlyEvents({ keepsInput = false }: Props) {
  const hydrating = !useHydrated()
  const replays = useRef<(() => void)[]>([])

  // Read before the first client render sets the fields to its own values.
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, while the page hydrates
  useLayoutEffect(() => {
    if (!hydrating) return
    const controls = [...document.querySelectorAll<Control>('input, textarea, select')]
    const entered = keepsInput ? early()?.entered : undefined
    replays.current = controls.flatMap((control) => (entered && !entered.has(control) ? [] : (replayOf(control) ?? [])))
  }, [])

  // After one more render every part of the page has its handlers, and what it keeps in this tab.
  const [isReady, setReady] = useState(false)
  useEffect(() => setReady(true), [])
  useEffect(() => {
    if (isReady) void repeat(replays.current.splice(0))
  }, [isReady])

  return null
}

async function repeat(replays: (() => void)[]) {
  for (const replay of replays) {
    replay()
    // React renders before the next one, which may change the same value.
    await undefined
  }
  const repeated = new Set<HTMLButtonElement>()
  for (const button of early()?.end() ?? []) {
    // Pressed again, a button that is busy with the first press does nothing, as always.
    const isReady = repeated.has(button) ? !button.matches(':disabled') : await enabled(button)
    repeated.add(button)
    button.removeAttribute('aria-busy')
    if (isReady) button.click()
    await undefined
  }
}

/** Waits until a button can be pressed; false if it can't, or if the visitor has pressed something else meanwhile. */
function enabled(button: HTMLButtonElement): Promise<boolean> {
  const started = performance.now()
  let isOvertaken = false
  const overtake = () => {
    isOvertaken = true
  }
  addEventListener('pointerdown', overtake, true)
  return new Promise<boolean>((resolve) => {
    const check = () => {
      if (!button.isConnected || isOvertaken) return resolve(false)
      if (!button.matches(':disabled')) return resolve(true)
      if (performance.now() - started > LONGEST_WAIT_MS) return resolve(false)
      setTimeout(check, 50)
    }
    check()
  }).finally(() => removeEventListener('pointerdown', overtake, true))
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
