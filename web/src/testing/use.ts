import { act } from 'react'

const setterOf = (input: HTMLInputElement) =>
  Object.getOwnPropertyDescriptor(Object.getPrototypeOf(input), 'value')!.set!

/** Types into a field so that React receives the event. */
export const type = (input: HTMLInputElement, text: string) =>
  act(() => {
    setterOf(input).call(input, text)
    input.dispatchEvent(new Event('input', { bubbles: true }))
  })

export const leave = (input: HTMLElement) =>
  act(() => input.dispatchEvent(new FocusEvent('focusout', { bubbles: true })))

/** Submits the form and waits for the effects. */
export const submit = (form: HTMLFormElement) =>
  act(async () => {
    form.dispatchEvent(new Event('submit', { bubbles: true, cancelable: true }))
  })

/** Presses a button and waits for the effects. */
export const pressAndWait = (button: HTMLElement) => act(async () => button.click())

export function buttonNamed(box: ParentNode, name: string): HTMLButtonElement {
  const found = [...box.querySelectorAll('button')].find(
    (each) => (each.getAttribute('aria-label') ?? each.textContent) === name,
  )
  if (!found) throw new Error(`there is no button ${name}`)
  return found
}
