import { Button } from '../../../ui/actions/button.tsx'
import { useHydrated } from '../../../ui/hooks/use-hydrated.ts'

/** Only with JavaScript; without it, people print from the browser's menu. */
export function PrintButton({ label }: { label: string }) {
  return useHydrated() ? (
    <Button variant="secondary" onClick={() => print()}>
      {label}
    </Button>
  ) : null
}
