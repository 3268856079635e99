import { fill } from '@foyer/contract/fill.ts'
import { common, checkout as t } from '@foyer/contract/messages.ts'
import { formatMoney } from '@foyer/domain/format/money.ts'
import { bankWait } from '@foyer/domain/payment/bank-wait.ts'
import { useState } from 'react'
import type { Failed } from '../../../api/client.ts'
import { LoadingButton } from '../../../ui/actions/loading-button.tsx'
import { Alert } from '../../../ui/feedback/alert.tsx'
import { WaitingCard } from '../../../ui/feedback/waiting-card.tsx'
import { Frame } from '../../frame/frame.tsx'
import { OrderSummary } from '../../order-summary/order-summary.tsx'
import { useCheckout, useCheckoutState, useStore } from '../../state/context.tsx'
import type { CheckoutStore } from '../../state/store.ts'
import css from './awaiting-truelayer.module.css'
import { type BankPayment, useBankPayment } from './use-bank-payment.ts'

/** Shown after the return from the bank, until the outcome of the transfer is known. */
export function Screen() {
  const { payment, follow } = useBankPayment()
  return (
    <Frame title={t['title.payment']} summary={<OrderSummary completed={payment.kind === 'completed'} />}>
      {payment.kind === 'processing' && <Processing {...payment} />}
      {payment.kind === 'completed' && <Completed {...payment} />}
      {payment.kind === 'error' && <Unsuccessful {...payment} onRunning={follow} />}
    </Frame>
  )
}

const MESSAGES = {
  'info.bankWaiting': t['info.bankWaiting'],
  'info.bankAwaitingConfirmation': t['info.bankAwaitingConfirmation'],
  'info.bankTakingLonger': t['info.bankTakingLonger'],
  'info.bankNotConfirmedYet': t['info.bankNotConfirmedYet'],
}

function Processing({ retries, approved }: Extract<BankPayment, { kind: 'processing' }>) {
  const { message, tryAnother, giveUp } = bankWait(retries)
  const { truelayer_returned_from } = useCheckout()
  const [refused, setRefused] = useState(false)
  // The money is certain to come: nothing else is offered beside that.
  const isUnderWay = refused || (approved && giveUp)
  // A buyer who left the bank's page undecided isn't waiting for the bank.
  const isUndecided = truelayer_returned_from === null && !approved
  return (
    <>
      {!giveUp && (
        <WaitingCard atOnce heading="h2" title={t['info.bankPleaseWait']}>
          {message && MESSAGES[message]}
        </WaitingCard>
      )}
      {!giveUp && <p>{t['bank.next']}</p>}
      {(giveUp || isUnderWay) && (
        <Alert type="info" live>
          {giveUp && <p>{t['info.bankNotConfirmedYet']}</p>}
          {isUnderWay && <p>{t['bank.underWay']}</p>}
        </Alert>
      )}
      {(tryAnother || isUndecided) && !isUnderWay && <TryAnother onRunning={() => setRefused(true)} />}
    </>
  )
}

function Completed({ reference, total }: Extract<BankPayment, { kind: 'completed' }>) {
  const store = useStore()
  const { moving } = useCheckoutState()
  const { currency } = useCheckout()
  return (
    <>
      <Alert type="success" live title={t['title.bankPaymentSuccessful']}>
        <p>
          {t['bank.amountPaid']}: <strong className="tabular">{formatMoney(total, currency.code)}</strong>
        </p>
        <p className={css.reference}>{fill(t['label.paymentReference'], { reference })}</p>
      </Alert>
      <LoadingButton className={css.next} loading={moving} onClick={() => leave(store, () => store.next())}>
        {common['button.continue']}
      </LoadingButton>
    </>
  )
}

const Unsuccessful = ({
  text,
  additional,
  onRunning,
}: Extract<BankPayment, { kind: 'error' }> & { onRunning: () => void }) => (
  <>
    <Alert type="error" live title={t['title.bankPaymentUnsuccessful']}>
      <p>{text}</p>
      {additional && <p>{t['bank.noMoneyTaken']}</p>}
    </Alert>
    <TryAnother onRunning={onRunning} />
  </>
)

/** Ends the payment on this page, which may reload the sale again. */
function leave(store: CheckoutStore, go: () => Promise<boolean>) {
  store.setPaying(false)
  return go()
}

/** The hold and its expiry don't change. A payment that is under way can't be left: the page continues to follow it. */
function TryAnother({ onRunning }: { onRunning: () => void }) {
  const store = useStore()
  const { moving } = useCheckoutState()
  const isRunning = ({ code }: Failed) => {
    if (code !== 'payment_running') return false
    store.setPaying(true)
    onRunning()
    return true
  }
  return (
    <LoadingButton
      variant="secondary"
      className={css.next}
      loading={moving}
      onClick={() => leave(store, () => store.move('payment', t['error.updateBasketState'], isRunning))}
    >
      {t['button.tryDifferentPaymentMethod']}
    </LoadingButton>
  )
}
