import { checkout as t } from '@foyer/contract/messages.ts'
import { lazy, Suspense, useState } from 'react'
import { Icon } from '../../ui/display/icon.tsx'
import { shareIcon } from '../../ui/display/icons.ts'
import { useCheckout, useCheckoutState } from '../state/context.tsx'
import css from './order-summary.module.css'

const Dialog = lazy(() => import('./other-device-dialog.tsx'))

/**
 * Opens the basket and its hold on another device, with a code to scan or a link to send. The sign-in does not go with it
 * (docs/decisions/007): the buyer confirms the email address again there.
 */
export function ContinueOnOtherDevice() {
  const { sale_reference } = useCheckout()
  const { paying } = useCheckoutState()
  const [open, setOpen] = useState(false)
  return (
    <>
      <button type="button" className={`link ${css.edit}`} disabled={paying} onClick={() => setOpen(true)}>
        <Icon shape={shareIcon} size={20} />
        {t['otherDevice.open']}
      </button>
      {open && (
        <Suspense>
          <Dialog reference={sale_reference} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  )
}
