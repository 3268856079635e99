import { useCallback, useEffect, useState } from 'react'
import { readDraft, writeDraft } from '../../drafts/draft-storage.ts'
import { useHydrated } from '../../ui/hooks/use-hydrated.ts'
import { useCheckout } from './context.tsx'

/** `over`: what the server had stored when it was typed. */
type Draft<T> = { typed: Partial<T>; over: string }

/** What was typed over values that the server has stored since is out of date: the newer values are shown. */
function current<T extends object>({ typed = {}, over }: Partial<Draft<T>>, stored: Partial<T>): Partial<T> {
  if (over === JSON.stringify(stored)) return typed
  return Object.fromEntries(Object.entries(typed).filter(([name]) => !(name in stored))) as Partial<T>
}

/**
 * The values of a form, kept in this tab until the sale is complete: they survive an expired hold, a reload and going back.
 * `suggested` are the values before anything is typed or stored, and `stored` those that the server has. Never for card data or
 * one-time codes.
 */
export function useDraft<T extends object>(
  form: string,
  suggested: T,
  stored: Partial<T> = {},
): [T, (change: Partial<T>) => void] {
  const { sale_reference: sale } = useCheckout()
  const hydrated = useHydrated()
  const [draft, setDraft] = useState<Partial<Draft<T>>>(() => (hydrated ? readDraft(sale, form) : {}))

  // The first screen is rendered by the server, which has no drafts.
  useEffect(() => setDraft(readDraft(sale, form)), [sale, form])

  const over = JSON.stringify(stored)
  const change = useCallback(
    (part: Partial<T>) =>
      setDraft((now) => {
        const next = { typed: { ...current(now, JSON.parse(over)), ...part }, over }
        writeDraft(sale, form, next)
        return next
      }),
    [sale, form, over],
  )
  return [{ ...suggested, ...stored, ...current(draft, stored) }, change]
}
