import { fill } from '@foyer/contract/fill.ts'
import { common, moved as t } from '@foyer/contract/messages.ts'
import type { PageData } from '@foyer/contract/pages.ts'
import { useState } from 'react'
import { call } from '../../api/client.ts'
import type { Page } from '../../page.ts'
import { LoadingButton } from '../../ui/actions/loading-button.tsx'
import { Alert } from '../../ui/feedback/alert.tsx'
import { useAction } from '../../ui/forms/use-action.ts'
import { Panel } from '../../ui/layout/panel.tsx'
import narrow from '../narrow.module.css'

/** Returns the tickets of a date that was moved, while its organiser offers a refund. */
function Moved({ data: { reference, amount, by_plan, nice_until, tickets } }: { data: PageData['moved'] }) {
  const { busy, failed, setFailed, run } = useAction()
  const [returned, setReturned] = useState<{ amount: string; less_to_pay: string } | null>(null)

  const refund = async () => {
    const answer = await call('refund_moved', { reference })
    if (answer.ok) setReturned(answer.reply)
    else setFailed(answer.error || common['error.unknown'])
  }
  return (
    <div className={`page ${narrow.narrow}`}>
      <h1>{t.title}</h1>
      {returned !== null ? (
        <Alert type="success" live>
          {by_plan
            ? fill(t.doneByPlan, { amount: returned.amount, less: returned.less_to_pay })
            : fill(t.done, { amount: returned.amount })}
        </Alert>
      ) : (
        <>
          <p className={narrow.lead}>{fill(t.lead, { until: nice_until })}</p>
          <Panel>
            <ul>
              {tickets.map(({ n, ticket, event, nice_date }) => (
                <li key={`${ticket} ${nice_date}`}>{fill(t.tickets, { n, ticket, event, date: nice_date })}</li>
              ))}
            </ul>
            <p>{fill(by_plan ? t.byPlan : t.what, { amount })}</p>
            {failed && (
              <Alert type="error" live>
                {failed}
              </Alert>
            )}
            <LoadingButton loading={busy !== null} onClick={() => run(refund)}>
              {t.go}
            </LoadingButton>
          </Panel>
        </>
      )}
    </div>
  )
}

export const page: Page<'moved'> = { title: () => t.title, frame: 'shop', Body: Moved }
