import { useState } from 'react'

/** What an action returns when the browser is about to open another page, or reload this one. */
export const LEAVING = 'leaving'

/** A button's action: one at a time, and why the last one failed. */
export function useAction() {
  const [busy, setBusy] = useState<string | null>(null)
  const [failed, setFailed] = useState('')
  return {
    /** the name of the action in progress */
    busy,
    /** why the last attempt failed, shown above the button */
    failed,
    setFailed,
    /** Runs `action` unless another is in progress. After `LEAVING` it stays busy until the next page is there. */
    async run(action: () => Promise<unknown>, name = 'save') {
      if (busy) return
      setBusy(name)
      setFailed('')
      if ((await action()) !== LEAVING) setBusy(null)
    },
  }
}
