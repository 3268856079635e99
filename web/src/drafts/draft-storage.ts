import type { CallName } from '@foyer/contract/paths.ts'
import { normalEmail } from '@foyer/domain/people/email.ts'

const PREFIX = 'foyer.draft.'
const keyOf = (sale: string, form: string) => `${PREFIX}${sale}.${form}`

/** Storage can be switched off or full. Drafts are optional, so failures are ignored. */
function tryStorage<T>(action: () => T, fallback: T): T {
  try {
    return action()
  } catch {
    return fallback
  }
}

const clearFrom = (start: string): void =>
  tryStorage(() => {
    for (const key of Object.keys(sessionStorage)) if (key.startsWith(start)) sessionStorage.removeItem(key)
  }, undefined)

export function readDraft<T extends object>(sale: string, form: string): Partial<T> {
  const text = tryStorage(() => sessionStorage.getItem(keyOf(sale, form)), null)
  const draft: unknown = text ? tryStorage(() => JSON.parse(text), null) : null
  return typeof draft === 'object' && draft !== null ? (draft as Partial<T>) : {}
}

export const writeDraft = (sale: string, form: string, values: object): void =>
  tryStorage(() => sessionStorage.setItem(keyOf(sale, form), JSON.stringify(values)), undefined)

/** Deletes everything typed into the forms of a sale once it is complete. */
export const clearDrafts = (sale: string): void => clearFrom(keyOf(sale, ''))

/**
 * What was typed from here on belongs to this customer. When someone else has continued with the sale in this tab before, what
 * they typed is deleted, as the server deletes what they saved.
 */
export function keepDraftsOf(email: string, sale: string): void {
  const customer = normalEmail(email)
  const { email: before = customer } = readDraft<{ email: string }>(sale, 'customer')
  if (before !== customer) clearDrafts(sale)
  writeDraft(sale, 'customer', { email: customer })
}

/** After these calls, another person may use this tab next. */
const SIGNS_OUT: ReadonlySet<CallName> = new Set(['sign_out', 'logout_of_sale', 'erase_account'])

/** Deletes everything typed in this tab, after a call that signs out. */
export function clearAllDrafts(after: CallName): void {
  if (SIGNS_OUT.has(after)) clearFrom(PREFIX)
}
