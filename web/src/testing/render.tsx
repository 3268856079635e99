import { act, type ReactNode } from 'react'
import { createRoot, type Root } from 'react-dom/client'
import { afterEach } from 'vitest'

/** Renders components into the page and acts on them, for tests. */
;(globalThis as { IS_REACT_ACT_ENVIRONMENT?: boolean }).IS_REACT_ACT_ENVIRONMENT = true

const mounted: { root: Root; box: HTMLElement }[] = []

/** Leaves the page, as a reload does. */
export function unmount() {
  for (const { root, box } of mounted.splice(0)) {
    act(() => root.unmount())
    box.remove()
  }
}
afterEach(unmount)

/** Renders a component; `show` renders it again with changes, `find` returns the one matching element or fails. */
export function render(piece: ReactNode) {
  const box = document.body.appendChild(document.createElement('div'))
  const root = createRoot(box)
  mounted.push({ root, box })
  const show = (next: ReactNode) => act(() => root.render(next))
  show(piece)
  return { box, show, find: <T extends HTMLElement>(selector: string) => findIn<T>(box, selector) }
}

export function findIn<T extends HTMLElement>(box: ParentNode, selector: string): T {
  const found = box.querySelector<T>(selector)
  if (!found) throw new Error(`there is no ${selector}`)
  return found
}

export const click = (target: Element) => act(() => (target as HTMLElement).click())

export const press = (target: EventTarget, key: string) =>
  act(() => {
    target.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true }))
  })

export const focus = (target: HTMLElement) => act(() => target.focus())

export const blur = (target: HTMLElement) => act(() => target.blur())

/** Sets the whole new text at once, as a paste does, then fires the event React listens to. */
export function type(target: HTMLInputElement | HTMLTextAreaElement, text: string) {
  const prototype = target instanceof HTMLTextAreaElement ? HTMLTextAreaElement.prototype : HTMLInputElement.prototype
  act(() => {
    // bypasses React's own setter, or React would take the value for its own
    Object.getOwnPropertyDescriptor(prototype, 'value')!.set!.call(target, text)
    target.dispatchEvent(new Event('input', { bubbles: true }))
  })
}

/** Moves the pointer onto an element or off it. */
export const hover = (target: Element, over = true) =>
  act(() => {
    target.dispatchEvent(
      new MouseEvent(over ? 'pointerover' : 'pointerout', { bubbles: true, relatedTarget: document.body }),
    )
  })

export const textOf = (target: Element | null | undefined) => (target?.textContent ?? '').trim()
