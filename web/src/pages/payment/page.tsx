import { paymentPage as t } from '@foyer/contract/messages.ts'
import { PAGES, type PageData, type Shell } from '@foyer/contract/pages.ts'
import type { Page } from '../../page.ts'
import { Contact } from '../../shell/contact.tsx'
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

const TO_WALLET = `${PAGES.signin}?next=${encodeURIComponent(PAGES.wallet)}`

/** What became of a payment whose buyer returns in a browser that knows nothing of the order. */
function Payment({ data: { state, kind }, shell }: { data: Data; shell: Shell }) {
  useReloadWhile(state === 'pending')
  const { type, title, texts } = STATES[state]
  return (
    <div className={`page ${narrow.narrow}`}>
      <h1>{title}</h1>
      <Alert type={type}>
        <p>{texts[kind]}</p>
        {state === 'failed' && <p>{t.shownByBank}</p>}
      </Alert>
      {state === 'paid' && kind === 'order' && (
        <>
          <p>
            <ButtonLink href={TO_WALLET}>{t.signIn}</ButtonLink>
          </p>
          <p>{t.noEmail}</p>
          <Contact email={shell.shop.email} />
        </>
      )}
      {state === 'failed' && kind !== 'instalment' && (
        <p>
          <ButtonLink href={PAGES.events}>{t.events}</ButtonLink>
        </p>
      )}
      {kind === 'instalment' && (
        <p>
          <ButtonLink href={PAGES.account}>{t.account}</ButtonLink>
        </p>
      )}
    </div>
  )
}

export const page: Page<'payment'> = { title: ({ state }) => STATES[state].title, frame: 'shop', Body: Payment }
