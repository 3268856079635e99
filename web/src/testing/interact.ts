import { act } from 'react'

/** Moves the focus out of a field. */
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
