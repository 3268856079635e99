import { useCallback, useEffect, useState } from 'react'
import { useHydrated } from '../../ui/hooks/use-hydrated.ts'
import { useCheckout } from './context.tsx'

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

export function readDraft<T extends object>(sale: string, form: string): Partial<T> {
  const text = tryStorage(() => sessionStorage.getItem(keyOf(sale, form)), null)
  const draft: unknown = text ? tryStorage(() => JSON.parse(text), null) : null
  return typeof draft === 'object' && draft !== null ? (draft as Partial<T>) : {}
}

export const writeDraft = (sale: string, form: string, values: object): void =>
  tryStorage(() => sessionStorage.setItem(keyOf(sale, form), JSON.stringify(values)), undefined)

/** Deletes everything typed into the forms of a sale once it is complete. */
export function clearDrafts(sale: string): void {
  tryStorage(() => {
    for (const key of Object.keys(sessionStorage)) if (key.startsWith(keyOf(sale, ''))) sessionStorage.removeItem(key)
  }, undefined)
}

/**
 * The values of a form, kept in this tab until the sale is complete: they survive an expired hold, a reload and going back.
 * `initial` are the values before anything is typed. Never for card data or one-time codes.
 */
export function useDraft<T extends object>(form: string, initial: T): [T, (change: Partial<T>) => void] {
  const { sale_reference: sale } = useCheckout()
  const hydrated = useHydrated()
  const [values, setValues] = useState<T>(() => (hydrated ? { ...initial, ...readDraft<T>(sale, form) } : initial))

  // The first screen is rendered by the server, which has no drafts.
  useEffect(() => setValues((now) => ({ ...now, ...readDraft<T>(sale, form) })), [sale, form])

  const change = useCallback(
    (part: Partial<T>) =>
      setValues((now) => {
        const next = { ...now, ...part }
        writeDraft(sale, form, next)
        return next
      }),
    [sale, form],
  )
  return [values, change]
}
