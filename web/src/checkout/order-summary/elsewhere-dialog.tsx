import { common, checkout as t } from '@foyer/contract/messages.en.ts'
import { QrCode } from '../../pages/wallet/QrCode.tsx'
import { CopyField } from '../../ui/CopyField.tsx'
import { Modal } from '../../ui/Modal.tsx'
import { sessionLink } from '../session-link.ts'
import css from './order-summary.module.css'

type Props = { reference: string; onClose: () => void }

/** The code to scan and the link to send; fetched when it is asked for. */
export default function ElsewhereDialog({ reference, onClose }: Props) {
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
