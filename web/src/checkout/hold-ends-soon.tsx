import { checkout as t } from '@foyer/contract/messages.en.ts'
import { useState } from 'react'
import { Alert } from '../ui/Alert.tsx'
import { secondsLeft } from '../ui/countdown.ts'
import { LoadingButton } from '../ui/LoadingButton.tsx'
import { useNow } from '../ui/use-now.ts'
import { useCheckoutState, useRenderedAt, useStore } from './context.tsx'

const SOON_SECONDS = 120

/** Near the end of the hold: more time, where the server still gives any (WCAG 2.2.1). */
export function HoldEndsSoon() {
  const { checkout, deadline } = useCheckoutState()
  if (!checkout || deadline === null || checkout.hold_extensions_left < 1) return null
  return <Offer deadline={deadline} />
}

function Offer({ deadline }: { deadline: number }) {
  const store = useStore()
  const [busy, setBusy] = useState(false)
  const now = useNow({ clock: store.clock, initial: useRenderedAt(), alignTo: deadline })
  if (secondsLeft(deadline, now) > SOON_SECONDS) return null

  const extend = async () => {
    setBusy(true)
    await store.extendHold()
    setBusy(false)
  }

  return (
    <Alert
      type="warning"
      title={t['countdown.soonTitle']}
      action={
        <LoadingButton variant="secondary" small loading={busy} onClick={extend}>
          {t['countdown.extend']}
        </LoadingButton>
      }
    />
  )
}
