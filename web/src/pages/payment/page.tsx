import { paymentPage as t } from '@foyer/contract/messages.ts'
import { PAGES, type PageData } from '@foyer/contract/pages.ts'
import type { Page } from '../../page.ts'
import { ButtonLink } from '../../ui/actions/button-link.tsx'
import { Alert, type AlertType } from '../../ui/feedback/alert.tsx'
import { useReloadWhile } from '../../ui/hooks/use-reload-while.ts'
import narrow from '../narrow.module.css'

type Data = PageData['payment']

type State = { type: AlertType; title: string; texts: Record<Data['kind'], string> }
const STATES: Record<Data['state'], State> = {
  paid: {
    type: 'success',
    title: t['title.paid'],
    texts: { order: t.paid, plan: t.paidPlan, instalment: t.paidPlan },
  },
  failed: {
    type: 'error',
    title: t['title.failed'],
    texts: { order: t.failed, plan: t.failed, instalment: t.failedPlan },
  },
  returned: {
    type: 'error',
    title: t['title.returned'],
    texts: { order: t.returned, plan: t.returned, instalment: t.returned },
  },
  pending: {
    type: 'info',
    title: t['title.pending'],
    texts: { order: t.pending, plan: t.pendingPlan, instalment: t.pendingPlan },
  },
}

/** What became of a payment whose buyer returns in a browser that knows nothing of the order. */
function Payment({ data: { state, kind } }: { data: Data }) {
  useReloadWhile(state === 'pending')
  const { type, title, texts } = STATES[state]
  return (
    <div className={`page ${narrow.narrow}`}>
      <h1>{title}</h1>
      <Alert type={type}>{texts[kind]}</Alert>
      {kind === 'instalment' && (
        <p>
          <ButtonLink href={PAGES.account}>{t.account}</ButtonLink>
        </p>
      )}
    </div>
  )
}

export const page: Page<'payment'> = { title: ({ state }) => STATES[state].title, frame: 'shop', Body: Payment }
