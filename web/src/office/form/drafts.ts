const STORE = 'foyer-office-draft '

export type FormValues = [name: string, value: string][]
export type Draft = { typed: FormValues; sent?: true }

/** The input of a form that this browser stores until the form is saved. */
export function readDraft(draft: string): Draft | null {
  try {
    return JSON.parse(localStorage.getItem(STORE + draft) ?? 'null')
  } catch {
    return null
  }
}

export function saveDraft(draft: string, kept: Draft | null): void {
  try {
    if (kept === null) localStorage.removeItem(STORE + draft)
    else localStorage.setItem(STORE + draft, JSON.stringify(kept))
  } catch {
    // Nothing is kept where the browser keeps nothing.
  }
}

/** Marks all drafts as not sent, after a form was refused because its sender has to sign in or confirm first. */
export function markUnsent(): void {
  try {
    for (const name of Object.keys(localStorage).filter((key) => key.startsWith(STORE))) {
      const { typed } = JSON.parse(localStorage.getItem(name)!) as Draft
      localStorage.setItem(name, JSON.stringify({ typed }))
    }
  } catch {
    // Nothing is kept where the browser keeps nothing.
  }
}

export const valuesIn = (form: HTMLFormElement): FormValues =>
  [...new FormData(form)].flatMap(([name, value]) => (typeof value === 'string' ? [[name, value]] : []))

type Control = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement
const isControl = (element: Element): element is Control =>
  (element instanceof HTMLInputElement ||
    element instanceof HTMLTextAreaElement ||
    element instanceof HTMLSelectElement) &&
  element.name !== ''

/** Fields with the values that a form showed when it was opened. They reveal other people's changes, even after a restored draft. */
const OPENED = ['base', 'version']

/** Fills a form with a draft. Returns whether anything differs from what the page showed. */
export function restoreDraft(form: HTMLFormElement, typed: FormValues): boolean {
  const controls = [...form.elements].filter(isControl)
  const values = new Map<string, string[]>()
  for (const [name, value] of typed) values.set(name, [...(values.get(name) ?? []), value])
  // Another person has added or removed rows, so the values would end up in the wrong rows.
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
