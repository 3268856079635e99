import { fill } from '@foyer/contract/fill.ts'
import { completed as t } from '@foyer/contract/messages.ts'
import { PAGES } from '@foyer/contract/pages.ts'
import { transferableTickets } from '@foyer/domain/after-sale/transfers.ts'
import { useState } from 'react'
import { ButtonLink } from '../../../../ui/actions/button-link.tsx'
import { Alert } from '../../../../ui/feedback/alert.tsx'
import { useFocusOnMount } from '../../../../ui/hooks/use-focus-on-mount.ts'
import { useCheckout, useStore } from '../../../state/context.tsx'
import type { ViewProps } from '../view.ts'
import { ViewTitle } from '../view-title.tsx'
import css from './transfer.module.css'
import { type SentTransfers, TransferForm } from './transfer-form.tsx'

/** The view in which tickets are transferred. */
export default function Transfer({ go, transferred, onTransferred }: ViewProps) {
  const store = useStore()
  const tickets = transferableTickets(useCheckout().tickets)
  const [sent, setSent] = useState<NonNullable<SentTransfers>>([])
  const send = async (transfers: SentTransfers) => {
    const answer = await store.call('set_transfers', { transfers })
    if (!answer.ok) return store.showFailure(answer, t['error.setTransfers'])
    store.notify.withdraw?.(t['error.setTransfers'])
    setSent(transfers ?? [])
    onTransferred()
    void store.reload({ quiet: true })
  }
  return (
    <div className={css.view}>
      <ViewTitle title={t['title.transferTickets']} go={go} />
      {transferred ? (
        <Done sent={sent} />
      ) : (
        <TransferForm tickets={tickets} clock={store.clock} onSend={send} back={() => go('overview')} />
      )}
    </div>
  )
}

/** The state of the transfers, and cancelling them, is on the order's page. */
function Done({ sent }: { sent: NonNullable<SentTransfers> }) {
  const message = useFocusOnMount<HTMLDivElement>()
  const { sale_reference } = useCheckout()
  return (
    <div ref={message} tabIndex={-1} className={css.done}>
      <Alert
        type="success"
        live
        action={
          <ButtonLink href={PAGES.order.replace(':reference', sale_reference)} variant="secondary" small>
            {t['transfer.follow']}
          </ButtonLink>
        }
      >
        <p>{t['success.ticketsTransferred']}</p>
        {sent.map(({ name, email, qty }, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the list doesn't change
          <p key={index}>{fill(t['transfer.sentTo'], { n: qty ?? 0, name: name ?? '', email: email ?? '' })}</p>
        ))}
      </Alert>
    </div>
  )
}
