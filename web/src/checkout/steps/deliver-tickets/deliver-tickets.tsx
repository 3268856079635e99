import { common, completed as t } from '@foyer/contract/messages.ts'
import { LIMITS } from '@foyer/domain/limits.ts'
import { useEffect, useState } from 'react'
import { getUser } from '../../../api/user.ts'
import { Button } from '../../../ui/actions/button.tsx'
import { LoadingButton } from '../../../ui/actions/loading-button.tsx'
import { Icon } from '../../../ui/display/icon.tsx'
import { doneIcon, mailIcon, ticketIcon } from '../../../ui/display/icons.ts'
import { Alert } from '../../../ui/feedback/alert.tsx'
import { Spinner } from '../../../ui/feedback/spinner.tsx'
import { Panel } from '../../../ui/layout/panel.tsx'
import forms from '../../forms/forms.module.css'
import { Frame } from '../../frame/frame.tsx'
import { OrderSummary } from '../../order-summary/order-summary.tsx'
import { useBuyer, useCheckout, useCheckoutState, useStore } from '../../state/context.tsx'
import { continueByItself } from '../../state/continue.ts'
import css from './deliver-tickets.module.css'

/** The progress of the delivery: first the tickets, then the email with the wallet. */
type Stage = 'tickets' | 'wallet' | 'done' | 'failed'

const DELIVERIES = [
  { stage: 'tickets', call: 'deliver_to_bitticket', text: t['error.deliverToBitTicket'] },
  { stage: 'wallet', call: 'deliver_to_wallet', text: t['error.deliverToWallet'] },
] as const

const TICKET_TEXTS = {
  tickets: t['delivery.tickets'],
  ticketsDone: t['delivery.ticketsDone'],
  wallet: t['delivery.wallet'],
  walletDone: t['delivery.walletDone'],
}
/** With a payment plan, tickets are delivered after the last payment; the schedule is emailed now. */
const PLAN_TEXTS = {
  tickets: t['delivery.plan'],
  ticketsDone: t['delivery.planDone'],
  wallet: t['delivery.schedule'],
  walletDone: t['delivery.scheduleDone'],
}

const sleep = (ms: number, signal: AbortSignal) =>
  new Promise<void>((done) => {
    const timer = setTimeout(done, ms)
    signal.addEventListener('abort', () => clearTimeout(timer))
  })

/** The step after the payment: delivers the tickets, then continues by itself. */
export function Screen() {
  const store = useStore()
  const { moving } = useCheckoutState()
  const user = useBuyer()
  const hasPlan = (useCheckout().payment_plan_remaining ?? 0) > 0
  const [stage, setStage] = useState<Stage>('tickets')
  const [attempt, setAttempt] = useState(0)
  /** it could not continue by itself, so the buyer can */
  const [stuck, setStuck] = useState(false)

  // biome-ignore lint/correctness/useExhaustiveDependencies: one delivery per visit and attempt; who is signed in is read at its end
  useEffect(() => {
    const unmounted = new AbortController()
    const deliver = async () => {
      await sleep(LIMITS.deliveryStartMs, unmounted.signal)
      for (const delivery of DELIVERIES) {
        setStage(delivery.stage)
        const answer = await store.call(delivery.call)
        if (unmounted.signal.aborted) return
        if (answer.ok) store.notify.withdraw?.(delivery.text)
        if (answer.ok && answer.reply.delivery_completed) continue
        if (!answer.ok) {
          if (await store.handleStaleState(answer)) return
          store.notify.error(delivery.text)
        }
        return setStage('failed')
      }
      setStage('done')
      await sleep(LIMITS.deliveryAdvanceMs, unmounted.signal)
      if (!user) await getUser()
      if (!unmounted.signal.aborted) setStuck(!(await continueByItself(store)))
    }
    void deliver()
    return () => unmounted.abort()
  }, [attempt])

  const ticketsDone = stage === 'wallet' || stage === 'done'
  const texts = hasPlan ? PLAN_TEXTS : TICKET_TEXTS
  return (
    <Frame title={hasPlan ? t['delivery.plan'] : t['delivery.title']} summary={<OrderSummary completed />}>
      {stage === 'failed' ? (
        <Failed
          onRetry={() => {
            setStage('tickets')
            setAttempt(attempt + 1)
          }}
        />
      ) : (
        <Panel role="status">
          <ol className={css.list}>
            <Row icon={ticketIcon} done={ticketsDone} busy={!ticketsDone}>
              {texts[ticketsDone ? 'ticketsDone' : 'tickets']}
            </Row>
            <Row icon={mailIcon} done={stage === 'done'} busy={stage === 'wallet'}>
              {texts[stage === 'done' ? 'walletDone' : 'wallet']}
            </Row>
          </ol>
        </Panel>
      )}
      {hasPlan && (
        <Alert type="info">
          <p>{t['delivery.planNote']}</p>
        </Alert>
      )}
      {stuck && (
        <LoadingButton loading={moving} className={forms.next} onClick={() => store.next()}>
          {common['button.continue']}
        </LoadingButton>
      )}
    </Frame>
  )
}

/** Both deliveries can be repeated safely. */
const Failed = ({ onRetry }: { onRetry: () => void }) => (
  <Alert
    type="error"
    live
    action={
      <Button variant="secondary" onClick={onRetry}>
        {common.tryAgain}
      </Button>
    }
  >
    <p>
      {t['error.deliveryFailed']} <br />
      {t['delivery.failedLine']}
    </p>
  </Alert>
)

type RowProps = { icon: string; done: boolean; busy: boolean; children: string }

const Row = ({ icon, done, busy, children }: RowProps) => (
  <li className={css.row} data-done={done}>
    {done ? <Icon shape={doneIcon} /> : busy ? <Spinner /> : <Icon shape={icon} />}
    {children}
  </li>
)
