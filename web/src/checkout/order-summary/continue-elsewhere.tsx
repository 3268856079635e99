import { common, checkout as t } from '@foyer/contract/messages.en.ts'
import { useState } from 'react'
import { QrCode } from '../../pages/wallet/QrCode.tsx'
import { CopyField } from '../../ui/CopyField.tsx'
import { Icon } from '../../ui/Icon.tsx'
import { shareIcon } from '../../ui/icons.ts'
import { Modal } from '../../ui/Modal.tsx'
import { useCheckout, useCheckoutState } from '../context.tsx'
import { sessionLink } from '../session-link.ts'
import css from './order-summary.module.css'

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
      {open && <Dialog reference={sale_reference} onClose={() => setOpen(false)} />}
    </>
  )
}

function Dialog({ reference, onClose }: { reference: string; onClose: () => void }) {
  const link = sessionLink(reference, location.origin)
  return (
    <Modal open onClose={onClose} title={t['elsewhere.open']} labels={{ close: common['button.close'] }}>
      <div className={css.elsewhere}>
        <p>{t['elsewhere.lead']}</p>
        <div className={css.code}>
          <QrCode code={link} label={t['elsewhere.code']} />
        </div>
        <CopyField
          label={t['elsewhere.link']}
          hint={t['elsewhere.hint']}
          value={link}
          labels={{ copy: common['button.copyLink'], copied: common['success.linkCopied'] }}
        />
      </div>
    </Modal>
  )
}
