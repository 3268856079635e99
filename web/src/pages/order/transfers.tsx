import { fill } from '@foyer/contract/fill.ts'
import { account as t } from '@foyer/contract/messages.ts'
import type { PageData } from '@foyer/contract/pages.ts'
import { useState } from 'react'
import { call } from '../../api/client.ts'
import { LoadingButton } from '../../ui/actions/loading-button.tsx'
import { Tag, type TagTone } from '../../ui/display/tag.tsx'
import { Alert } from '../../ui/feedback/alert.tsx'
import { notify } from '../../ui/feedback/notify.ts'
import { Panel } from '../../ui/layout/panel.tsx'
import css from './order.module.css'

type Transfer = PageData['order']['transfers'][number]

const STATUS: Record<Transfer['status'], { tone: TagTone; text: (when: string) => string }> = {
  scheduled: { tone: 'brass', text: (when) => fill(t['order.scheduled'], { when }) },
  sent: { tone: 'info', text: (when) => fill(t['order.sent'], { when }) },
  claimed: { tone: 'success', text: (when) => fill(t['order.claimed'], { when }) },
  taken_back: { tone: 'plain', text: () => t['order.takenBack'] },
}

/** Transferred tickets and their state; those that are not claimed can be taken back. */
export function Transfers({ transfers }: { transfers: Transfer[] }) {
  return (
    <section className={css.story}>
      <h2>{t['order.transfers']}</h2>
      <ul className={css.transfers}>
        {transfers.map((transfer) => (
          <li key={transfer.id}>
            <TransferCard transfer={transfer} />
          </li>
        ))}
      </ul>
    </section>
  )
}

function TransferCard({ transfer }: { transfer: Transfer }) {
  const { id, name, email, event, ticket, qty, nice_when, undelivered } = transfer
  const [status, setStatus] = useState(transfer.status)
  const [sending, setSending] = useState(false)

  const takeBack = async () => {
    setSending(true)
    const answer = await call('take_back_transfer', { transfer_id: id })
    setSending(false)
    if (answer.ok) return setStatus('taken_back')
    if (answer.code === 'already_claimed') setStatus('claimed')
    notify.error(answer.error || t['order.takeBackFailed'])
  }

  const { tone, text } = STATUS[status]
  const isOpen = status === 'scheduled' || status === 'sent'
  return (
    <Panel className={css.transfer}>
      <p className={css.strong}>{fill(t['order.transferTo'], { name, email })}</p>
      <p>{fill(t['order.transferOf'], { n: qty, ticket, event })}</p>
      <p role="status">
        <Tag tone={tone}>{text(nice_when)}</Tag>
      </p>
      {undelivered && status === 'sent' && <Alert type="warning">{t['order.bounced']}</Alert>}
      {isOpen && (
        <LoadingButton
          variant="secondary"
          small
          loading={sending}
          onClick={takeBack}
          aria-label={fill(t['order.takeBackFrom'], { name })}
        >
          {t['order.takeBack']}
        </LoadingButton>
      )}
    </Panel>
  )
}
