import { fill } from '@foyer/contract/fill.ts'
import { common, checkout as t } from '@foyer/contract/messages.ts'
import { Button } from '../../ui/actions/button.tsx'
import { announce } from '../../ui/feedback/announce.ts'
import { useAction } from '../../ui/forms/use-action.ts'
import { useStore } from '../state/context.tsx'

/** Removes a code from the basket. The button disappears with the code, so the focus moves to their container. */
export function RemoveCode({ code }: { code: string }) {
  const store = useStore()

  const { run } = useAction()

  const remove = async (button: HTMLElement) => {
    button.closest<HTMLElement>('[tabindex="-1"]')?.focus({ preventScroll: true })
    const answer = await store.change('remove_code', { code }, t['basket.removeCodeFailed'])
    if (answer.ok) announce(fill(t['basket.removed'], { name: code }))
  }

  return (
    <Button
      variant="quiet"
      small
      aria-label={fill(t['basket.removeCode'], { code })}
      onClick={({ currentTarget }) => run(() => remove(currentTarget))}
    >
      {common.remove}
    </Button>
  )
}
