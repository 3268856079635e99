import { checkout as t } from '@foyer/contract/messages.ts'
import { secondsLeft } from '@foyer/domain/checkout/countdown.ts'
import { LoadingButton } from '../../ui/actions/loading-button.tsx'
import { Alert } from '../../ui/feedback/alert.tsx'
import { useAction } from '../../ui/forms/use-action.ts'
import { useNow } from '../../ui/hooks/use-now.ts'
import { useCheckoutState, useRenderedAt, useStore } from '../state/context.tsx'

const SOON_SECONDS = 120
const LAST_SECONDS = 60

/** Warns two minutes and one minute before the hold ends, and offers more time where the server allows it (WCAG 2.2.1). */
export function HoldEndsSoon() {
  const { checkout, deadline } = useCheckoutState()
  if (!checkout || deadline === null) return null
  return <Warning deadline={deadline} mayExtend={checkout.hold_extensions_left > 0} />
}

function Warning({ deadline, mayExtend }: { deadline: number; mayExtend: boolean }) {
  const store = useStore()
  const { busy, run } = useAction()
  const now = useNow({ clock: store.clock, initial: useRenderedAt(), alignTo: deadline })
  const secondsRemaining = secondsLeft(deadline, now)
  if (secondsRemaining > SOON_SECONDS || secondsRemaining <= 0) return null

  return (
    <Alert
      type="warning"
      title={secondsRemaining > LAST_SECONDS ? t['countdown.soonTitle'] : t['countdown.lastTitle']}
      action={
        mayExtend && (
          <LoadingButton
            variant="secondary"
            small
            loading={busy !== null}
            onClick={() => run(() => store.extendHold())}
          >
            {t['countdown.extend']}
          </LoadingButton>
        )
      }
    />
  )
}
