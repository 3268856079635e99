import { checkout as t } from '@foyer/contract/messages.en.ts'
import { lazy, Suspense, useState } from 'react'
import { Icon } from '../../ui/Icon.tsx'
import { shareIcon } from '../../ui/icons.ts'
import { useCheckout, useCheckoutState } from '../context.tsx'
import css from './order-summary.module.css'

const Dialog = lazy(() => import('./elsewhere-dialog.tsx'))

/**
 * Takes basket and reservation to another device, by a code to scan or a link to send. It brings no sign-in along
 * (OPEN-08, docs/decisions/007): the address is proved again there.
 */
export function ContinueElsewhere() {
  const { sale_reference } = useCheckout()
  const { paying } = useCheckoutState()
  const [open, setOpen] = useState(false)
  return (
    <>
      <button type="button" className={css.edit} disabled={paying} onClick={() => setOpen(true)}>
        <Icon shape={shareIcon} size={20} />
        {t['elsewhere.open']}
      </button>
      {open && (
        <Suspense>
          <Dialog reference={sale_reference} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  )
}
