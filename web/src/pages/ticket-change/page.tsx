import { fill } from '@foyer/contract/fill.ts'
import { ticketChange as t } from '@foyer/contract/messages.ts'
import { orderPath, type PageData } from '@foyer/contract/pages.ts'
import { type ComponentType, lazy, Suspense } from 'react'
import type { Page } from '../../page.ts'
import { Alert, type AlertType } from '../../ui/feedback/alert.tsx'
import { Skeleton } from '../../ui/feedback/skeleton.tsx'
import { useReloadWhile } from '../../ui/hooks/use-reload-while.ts'
import { Panel } from '../../ui/layout/panel.tsx'
import narrow from '../narrow.module.css'
import { PayDifference } from './pay.tsx'
import css from './ticket-change.module.css'

type Data = PageData['ticket_change']

/** Few organisers take cards by Square. */
const FORMS: Record<Data['card_provider'], ComponentType<{ data: Data }>> = {
  stripe: PayDifference,
  square: lazy(() => import('./pay-square.tsx')),
}

const ENDED: Record<Exclude<Data['state'], 'waiting'>, { type: AlertType; text: string }> = {
  paying: { type: 'info', text: t.paying },
  done: { type: 'success', text: t.done },
  ended: { type: 'info', text: t.ended },
  returned: { type: 'error', text: t.returned },
}

/** Opened by the link that a buyer was sent: the old and the new ticket, and the payment of the difference. */
function TicketChange({ data }: { data: Data }) {
  const { state, amount, from, to, nice_until, reference, sold_by } = data
  useReloadWhile(state === 'paying')
  const Form = FORMS[data.card_provider]
  return (
    <div className={`page ${narrow.narrow}`}>
      <h1>{t.title}</h1>
      {state === 'waiting' ? (
        <p className={narrow.lead}>{fill(t.lead, { amount, until: nice_until })}</p>
      ) : (
        <Alert type={ENDED[state].type}>{ENDED[state].text}</Alert>
      )}
      {state === 'waiting' && (
        <Panel className={css.panel}>
          <dl className={css.facts}>
            <dt>{t.from}</dt>
            <dd>{[from.title, from.name, from.nice_date].join(', ')}</dd>
            <dt>{t.to}</dt>
            <dd>
              {[to.title, to.name, to.nice_date, to.seats && fill(t.seats, { seats: to.seats })]
                .filter(Boolean)
                .join(', ')}
            </dd>
          </dl>
          <p>{t.what}</p>
          {sold_by && <p>{sold_by}</p>}
          <Suspense fallback={<Skeleton />}>
            <Form data={data} />
          </Suspense>
        </Panel>
      )}
      <p>
        <a href={orderPath(reference)}>{t.order}</a>
      </p>
    </div>
  )
}

export const page: Page<'ticket_change'> = { title: () => t.title, frame: 'shop', Body: TicketChange }
