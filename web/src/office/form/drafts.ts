import type { OfficeShell } from '@foyer/contract/office/pages.ts'
import { unfold } from '../../ui/unfold.ts'

/** Drafts of earlier versions, whose keys don't name a person. */
const FORMER = 'foyer-office-draft '
const STORE = 'foyer-office-drafts/'
/** The draft that this tab has just sent. */
const SENT = 'foyer-office-sent'
const MAX_AGE_MS = 30 * 86_400_000

export type FormValues = [name: string, value: string][]
export type Draft = { key: string; typed: FormValues; at: Date }

/** Storage can be switched off or full. Drafts are optional, so failures are ignored. */
function tryStorage<T>(action: () => T, fallback: T): T {
  try {
    return action()
  } catch {
    return fallback
  }
}

/** Drafts belong to a person, because several may use one browser, and to one form of one organiser or event. */
const prefixOf = (person: number, form: string) => `${STORE}${person}/${form}/`
const keysWith = (start: string) => Object.keys(localStorage).filter((key) => key.startsWith(start))

/** The key of a newly opened form. Each has its own, so that two tabs don't overwrite each other's input. */
export const newDraftKey = (person: number, form: string): string => `${prefixOf(person, form)}${crypto.randomUUID()}`

export const saveDraft = (key: string, typed: FormValues): void =>
  tryStorage(() => localStorage.setItem(key, JSON.stringify({ typed, at: Date.now() })), undefined)

export const deleteDraft = (key: string): void => tryStorage(() => localStorage.removeItem(key), undefined)

function readDraft(key: string): Draft | null {
  const { typed, at } = JSON.parse(localStorage.getItem(key) ?? '{}') as { typed?: FormValues; at?: number }
  if (!Array.isArray(typed) || at === undefined || at < Date.now() - MAX_AGE_MS) {
    deleteDraft(key)
    return null
  }
  return { key, typed, at: new Date(at) }
}

/** What a person typed into a form in this browser and didn't save, newest first. */
export const draftsOf = (person: number, form: string): Draft[] =>
  tryStorage(
    () =>
      keysWith(prefixOf(person, form))
        .flatMap((key) => tryStorage(() => readDraft(key), null) ?? [])
        .sort((a, b) => b.at.getTime() - a.at.getTime()),
    [],
  )

/** Deletes everything that a person typed in this browser, once they sign out: another person may use it next. */
export const deleteDraftsOf = (person: number): void =>
  tryStorage(() => {
    for (const key of keysWith(`${STORE}${person}/`)) localStorage.removeItem(key)
  }, undefined)

/** Remembers that this tab sends a form as a page. The next page knows whether it was saved. */
export const markSent = (key: string): void => tryStorage(() => sessionStorage.setItem(SENT, key), undefined)

/** The draft of a form that was sent and is shown again, because it was refused. */
let returned: string | null = null
export const returnedDraft = (): string | null => returned

/** Deletes the draft of the form that led to this page, if it was saved. Runs once on each page. */
export function settleSent({ done, failed, resume }: Pick<OfficeShell, 'done' | 'failed' | 'resume'>): void {
  // The sign-in page carries the form.
  if (resume !== null) return
  tryStorage(() => {
    for (const key of keysWith(FORMER)) localStorage.removeItem(key)
  }, undefined)
  const key = tryStorage(() => sessionStorage.getItem(SENT), null)
  tryStorage(() => sessionStorage.removeItem(SENT), undefined)
  returned = failed === null ? null : key
  if (key !== null && done !== null) deleteDraft(key)
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

/** Fills a form with a draft. Returns false if it doesn't fit, because another person has added or removed rows. */
export function restoreDraft(form: HTMLFormElement, typed: FormValues): boolean {
  const controls = [...form.elements].filter(isControl)
  const values = new Map<string, string[]>()
  for (const [name, value] of typed) values.set(name, [...(values.get(name) ?? []), value])
  // The values would end up in the wrong rows.
  if (controls.some(({ name, value }) => name.endsWith('.was]') && (values.get(name)?.[0] ?? value) !== value))
    return false
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
    if (before !== (isBox ? control.checked : control.value)) unfold(control)
  }
  return true
}
