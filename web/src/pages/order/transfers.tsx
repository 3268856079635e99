import { fill } from '@foyer/contract/fill.ts'
import { account as t } from '@foyer/contract/messages.ts'
import type { PageData } from '@foyer/contract/pages.ts'
import { useState } from 'react'
import { call } from '../../api/client.ts'
import { LoadingButton } from '../../ui/actions/loading-button.tsx'
import { Tag, type TagTone } from '../../ui/display/tag.tsx'
import { Alert } from '../../ui/feedback/alert.tsx'
import { notify } from '../../ui/feedback/notify.ts'
import { useAction } from '../../ui/forms/use-action.ts'
import { Panel } from '../../ui/layout/panel.tsx'
import css from './order.module.css'

type Transfer = PageData['order']['transfers'][number]

/** The state in a word or two, and when it began. */
const STATUS: Record<Transfer['status'], { tone: TagTone; tag: string; since: string }> = {
  scheduled: { tone: 'brass', tag: t['order.scheduledTag'], since: t['order.scheduled'] },
  sent: { tone: 'info', tag: t['order.sentTag'], since: t['order.sent'] },
  claimed: { tone: 'success', tag: t['order.claimedTag'], since: t['order.claimed'] },
  taken_back: { tone: 'plain', tag: t['order.takenBack'], since: '' },
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
  const { busy, run } = useAction()

  const takeBack = async () => {
    const answer = await call('take_back_transfer', { transfer_id: id })
    if (answer.ok) return setStatus('taken_back')
    if (answer.code === 'already_claimed') setStatus('claimed')
    notify.error(answer.error || t['order.takeBackFailed'])
  }

  const { tone, tag, since } = STATUS[status]
  const isOpen = status === 'scheduled' || status === 'sent'
  return (
    <Panel className={css.transfer}>
      <p className={css.strong}>{fill(t['order.transferTo'], { name, email })}</p>
      <p>{fill(t['order.transferOf'], { n: qty, ticket, event })}</p>
      <p role="status">
        <Tag tone={tone}>{tag}</Tag> {status === transfer.status && fill(since, { when: nice_when })}
      </p>
      {undelivered && status === 'sent' && <Alert type="warning">{t['order.bounced']}</Alert>}
      {isOpen && (
        <LoadingButton
          variant="secondary"
          small
          loading={busy !== null}
          onClick={() => run(takeBack)}
          aria-label={fill(t['order.takeBackFrom'], { name })}
        >
          {t['order.takeBack']}
        </LoadingButton>
      )}
    </Panel>
  )
}
