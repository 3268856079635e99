import { Button } from '../../../ui/actions/button.tsx'
import { useHydrated } from '../../../ui/hooks/use-hydrated.ts'

/** Only with script: without it, the browser's own menu prints. */
export function PrintButton({ label }: { label: string }) {
  return useHydrated() ? (
    <Button variant="secondary" onClick={() => print()}>
      {label}
    </Button>
  ) : null
}
