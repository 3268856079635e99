const STORE = 'foyer-office-draft '

export type Typed = [name: string, value: string][]
export type Kept = { typed: Typed; sent?: true }

/** What this browser keeps of a form until it is saved. */
export function keptIn(draft: string): Kept | null {
  try {
    return JSON.parse(localStorage.getItem(STORE + draft) ?? 'null')
  } catch {
    return null
  }
}

export function keep(draft: string, kept: Kept | null): void {
  try {
    if (kept === null) localStorage.removeItem(STORE + draft)
    else localStorage.setItem(STORE + draft, JSON.stringify(kept))
  } catch {
    // Nothing is kept where the browser keeps nothing.
  }
}

/** A form was sent and wasn't saved, because its sender has to sign in or confirm first. */
export function markUnsent(): void {
  try {
    for (const name of Object.keys(localStorage).filter((name) => name.startsWith(STORE))) {
      const { typed } = JSON.parse(localStorage.getItem(name)!) as Kept
      localStorage.setItem(name, JSON.stringify({ typed }))
    }
  } catch {
    // Nothing is kept where the browser keeps nothing.
  }
}

export const typedIn = (form: HTMLFormElement): Typed =>
  [...new FormData(form)].flatMap(([name, value]) => (typeof value === 'string' ? [[name, value]] : []))

type Control = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement
const isControl = (element: Element): element is Control =>
  (element instanceof HTMLInputElement ||
    element instanceof HTMLTextAreaElement ||
    element instanceof HTMLSelectElement) &&
  element.name !== ''

/** What a form showed when it was opened, by which changes of other people are noticed even if the draft is older. */
const OPENED = ['base', 'version']

/** Restores what was typed. Returns whether anything differs from what the page showed. */
export function restore(form: HTMLFormElement, typed: Typed): boolean {
  const controls = [...form.elements].filter(isControl)
  const values = new Map<string, string[]>()
  for (const [name, value] of typed) values.set(name, [...(values.get(name) ?? []), value])
  // Another person added or removed rows, so typed values would land in other rows.
  if (controls.some(({ name, value }) => name.endsWith('.was]') && (values.get(name)?.[0] ?? value) !== value))
    return false
  let changed = false
  for (const control of controls) {
    const own = values.get(control.name) ?? []
    const isBox = control instanceof HTMLInputElement && control.type === 'checkbox'
    if (control.type === 'hidden') {
      if (OPENED.includes(control.name) && own[0] !== undefined) control.value = own[0]
      continue
    }
    const before = isBox ? control.checked : control.value
    if (isBox) control.checked = own.includes(control.value)
    else if (own[0] !== undefined) control.value = own[0]
    if (before === (isBox ? control.checked : control.value)) continue
    changed = true
    for (let fold = control.closest('details'); fold; fold = fold.parentElement!.closest('details')) fold.open = true
  }
  return changed
}
