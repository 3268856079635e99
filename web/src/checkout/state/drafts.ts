import { useCallback, useEffect, useState } from 'react'
import { readDraft, writeDraft } from '../../drafts/draft-storage.ts'
import { useHydrated } from '../../ui/hooks/use-hydrated.ts'
import { useCheckout } from './context.tsx'

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
