import { completed, account as t } from '@foyer/contract/messages.ts'
import type { PageData } from '@foyer/contract/pages.ts'
import { lazy, Suspense, useEffect, useState } from 'react'
import { call } from '../../api/client.ts'
import type { SentTransfers } from '../../checkout/steps/order-completed/transfer/transfer-form.tsx'
import { Button } from '../../ui/actions/button.tsx'
import { notify } from '../../ui/feedback/notify.ts'
import { Skeleton } from '../../ui/feedback/skeleton.tsx'
import { LEAVING } from '../../ui/forms/use-action.ts'
import css from './order.module.css'

const TransferForm = lazy(async () => ({
  default: (await import('../../checkout/steps/order-completed/transfer/transfer-form.tsx')).TransferForm,
}))

type Props = { reference: string; tickets: PageData['order']['transferable']; now: string }

/** Transferring tickets from the order's page: possible until the event, as long as tickets are left. */
export function TransferTickets({ reference, tickets, now }: Props) {
  const [open, setOpen] = useState(false)
  // The wallet links here with this hash.
  useEffect(() => setOpen(location.hash === '#transfer'), [])

  const send = async (transfers: SentTransfers) => {
    const answer = await call('set_transfers', { reference, transfers })
    if (!answer.ok) return notify.error(answer.error || completed['error.setTransfers'])
    // Reload, so that the page shows the remaining tickets and the transfer's state.
    location.replace(location.pathname)
    return LEAVING
  }
  return (
    <section id="transfer" className={css.story}>
      <h2>{completed['title.transferTickets']}</h2>
      {open ? (
        <Suspense fallback={<Skeleton />}>
          <TransferForm
            tickets={tickets.map((ticket) => ({ ...ticket, seats: [] }))}
            clock={() => Math.max(Date.now(), Date.parse(now))}
            onSend={send}
            back={() => setOpen(false)}
          />
        </Suspense>
      ) : (
        <>
          <p>{t['order.handOnLead']}</p>
          <div>
            <Button variant="secondary" onClick={() => setOpen(true)}>
              {t['order.handOn']}
            </Button>
          </div>
        </>
      )}
    </section>
  )
}
