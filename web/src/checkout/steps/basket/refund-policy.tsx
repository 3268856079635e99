import { common, checkout as t } from '@foyer/contract/messages.ts'
import { PAGES } from '@foyer/contract/pages.ts'
import type { TicketLine } from '@foyer/contract/types.ts'
import { useState } from 'react'
import { Button } from '../../../ui/actions/button.tsx'
import { Html } from '../../../ui/display/html.tsx'
import { Modal } from '../../../ui/overlays/modal.tsx'
import { useCheckout } from '../../state/context.tsx'
import css from './basket.module.css'

/** Opens the line's refund policy in a modal, with a link to the shop's policy where the organiser has none. */
export function RefundPolicyLink({ line }: { line: TicketLine }) {
  const { organisers } = useCheckout()
  const [open, setOpen] = useState(false)
  const policy = line.refund_policy
  const organiser = organisers.find(({ full_url }) => full_url === line.organiser_url)
  const shopPolicy = !organiser?.has_custom_refund_policy && (
    <a href={PAGES.refund_policy}>{t['basket.shopRefundPolicy']}</a>
  )
  if (!policy) return null
  return (
    <div className={css.policy}>
      <button type="button" className={`link ${css.linkButton}`} onClick={() => setOpen(true)}>
        {t['basket.refundPolicy']}
      </button>
      <Modal
        open={open}
        onClose={() => setOpen(false)}
        title={policy.title}
        labels={{ close: common['button.close'] }}
        footer={<Button onClick={() => setOpen(false)}>{common['button.close']}</Button>}
      >
        {policy.text && <p>{policy.text}</p>}
        <Html html={policy.description} />
        {shopPolicy && <p>{shopPolicy}</p>}
      </Modal>
    </div>
  )
}
