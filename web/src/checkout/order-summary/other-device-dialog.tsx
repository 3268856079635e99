import { common, checkout as t } from '@foyer/contract/messages.ts'
import { QrCode } from '../../pages/wallet/qr-code.tsx'
import { CopyField } from '../../ui/forms/copy-field.tsx'
import { Modal } from '../../ui/overlays/modal.tsx'
import { sessionLink } from '../state/session-link.ts'
import css from './order-summary.module.css'

type Props = { reference: string; onClose: () => void }

/** A code to scan and a link to send. Loaded only when it is opened. */
export default function OtherDeviceDialog({ reference, onClose }: Props) {
  const link = sessionLink(reference, location.origin)
  return (
    <Modal open onClose={onClose} title={t['otherDevice.open']} labels={{ close: common['button.close'] }}>
      <div className={css.otherDevice}>
        <p>{t['otherDevice.lead']}</p>
        <div className={css.code}>
          <QrCode code={link} label={t['otherDevice.code']} />
        </div>
        <CopyField
          label={t['otherDevice.link']}
          hint={t['otherDevice.hint']}
          value={link}
          labels={{ copy: common['button.copyLink'], copied: common['success.linkCopied'] }}
        />
      </div>
    </Modal>
  )
}
