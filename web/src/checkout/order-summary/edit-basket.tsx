import { common, checkout as t } from '@foyer/contract/messages.ts'
import { useState } from 'react'
import { Button } from '../../ui/actions/button.tsx'
import { LoadingButton } from '../../ui/actions/loading-button.tsx'
import { Icon } from '../../ui/display/icon.tsx'
import { pencilIcon } from '../../ui/display/icons.ts'
import { useAction } from '../../ui/forms/use-action.ts'
import { Modal } from '../../ui/overlays/modal.tsx'
import { useCheckoutState, useStore } from '../state/context.tsx'
import css from './order-summary.module.css'

/** A link that releases the hold, after a confirmation. */
export function EditBasket({ text }: { text: string }) {
  const store = useStore()
  const { paying } = useCheckoutState()
  const [confirming, setConfirming] = useState(false)
  const { busy, run } = useAction()

  const edit = async () => {
    if (await store.editBasket()) setConfirming(false)
  }

  return (
    <>
      <button type="button" className={`link ${css.edit}`} disabled={paying} onClick={() => setConfirming(true)}>
        <Icon shape={pencilIcon} size={20} />
        {text}
      </button>
      <Modal
        open={confirming}
        onClose={() => setConfirming(false)}
        title={t['title.editBasketConfirm']}
        saving={busy !== null}
        labels={{ close: common['button.close'] }}
        footer={
          <>
            <LoadingButton loading={busy !== null} onClick={() => run(edit)}>
              {t['button.editBasketConfirm']}
            </LoadingButton>
            <Button variant="secondary" disabled={busy !== null} onClick={() => setConfirming(false)}>
              {t['button.editBasketCancel']}
            </Button>
          </>
        }
      >
        <p>{t['warning.editBasket']}</p>
      </Modal>
    </>
  )
}
