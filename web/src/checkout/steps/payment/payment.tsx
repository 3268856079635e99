import { fill } from '@foyer/contract/fill.ts'
import { common, checkout as t } from '@foyer/contract/messages.ts'
import { formatMinor } from '@foyer/domain/format/money.ts'
import {
  autoSelected,
  availableMethods,
  cardProvider,
  isBelowCardMinimum,
  isFreeCheckout,
  type PaymentMethod,
  paymentTitle,
  showsPayButton,
  unconfiguredOrganiser,
} from '@foyer/domain/payment/methods.ts'
import { cardMinimum } from '@foyer/domain/payment/minimum.ts'
import { Suspense, useState } from 'react'
import { Button } from '../../../ui/actions/button.tsx'
import { SubmitButton } from '../../../ui/actions/submit-button.tsx'
import { Alert } from '../../../ui/feedback/alert.tsx'
import { Skeleton } from '../../../ui/feedback/skeleton.tsx'
import { Spinner } from '../../../ui/feedback/spinner.tsx'
import { OptionGroup } from '../../../ui/forms/fields/option-group.tsx'
import { useFocusOnMount } from '../../../ui/hooks/use-focus-on-mount.ts'
import { useHydrated } from '../../../ui/hooks/use-hydrated.ts'
import { Panel } from '../../../ui/layout/panel.tsx'
import { Frame } from '../../frame/frame.tsx'
import { OrderSummary } from '../../order-summary/order-summary.tsx'
import { useCheckout, useCheckoutState, useSale, useStore } from '../../state/context.tsx'
import { useDraft } from '../../state/drafts.ts'
import { CardMarks } from './card-marks.tsx'
import { Claim } from './claim.tsx'
import { ContactNumberField } from './contact-number.tsx'
import { useDetails } from './details.ts'
import { ExpressDetails } from './express-details.tsx'
import { useBankPayment } from './methods/bank-payment.ts'
import { useLeftBankPayment } from './methods/left-bank-payment.ts'
import { formOf, METHOD_LABELS } from './methods/methods.ts'
import { PaidSecurely } from './paid-securely.tsx'
import css from './payment.module.css'
import { PAYMENT_FORM, type Payment, usePaymentState } from './payment-state.ts'
import { Terms } from './terms.tsx'

export function Screen() {
  const checkout = useCheckout()
  const sale = useSale()
  const [bankRemoved, setBankRemoved] = useState(false)
  // Kept in this tab, so that the same method is open after a provider's page such as 3-D Secure.
  const [{ chosen }, setDraft] = useDraft<{ chosen: PaymentMethod | null }>('payment_method', { chosen: null })
  const [claiming, setClaiming] = useState(false)

  const { express, has_require_phone_number } = checkout
  const free = isFreeCheckout(sale)
  const unconfigured = unconfiguredOrganiser(sale)
  const methods = availableMethods(sale, { bankRemoved })
  const method = autoSelected(methods) ?? (chosen && methods.includes(chosen) ? chosen : null)
  const details = useDetails({ phoneRequired: has_require_phone_number || (method === 'plan' && !free) })
  const { actions, clearError, paying, ready, error, setUpError, problems, attempt } = usePaymentState(details)
  const hydrated = useHydrated()
  const payment: Payment = { ...actions, paying, details, remove: () => setBankRemoved(true) }

  useBankPayment(!free && !unconfigured && methods.includes('bank'), payment)
  useLeftBankPayment()
  const message = useFocusOnMount<HTMLDivElement>(error.count, error.count > 0)

  const formFor = (method: PaymentMethod) => {
    if (method === 'card' && isBelowCardMinimum(sale))
      return (
        <Alert type="warning">
          <p>
            {fill(methods.includes('bank') ? t['payment.belowMinimumForCard'] : t['payment.belowMinimum'], {
              minimum: formatMinor(cardMinimum(cardProvider(sale), sale.currency), sale.currency),
              total: formatMinor(sale.totalMinor, sale.currency),
            })}
          </p>
        </Alert>
      )
    // The server renders no forms: their fields come from the providers.
    const Form = hydrated ? formOf(method, sale) : null
    if (!Form) return <Skeleton />
    return (
      <Suspense fallback={<Skeleton />}>
        <Form payment={payment} />
      </Suspense>
    )
  }

  /** The foot of a method whose form has no button of its own. */
  const payWith = (method: PaymentMethod) => {
    const shows = (paying: boolean) => showsPayButton(method, { ownProvider: sale.ownProvider, paying })
    if (shows(paying))
      return (
        <div className={css.pay}>
          <Terms />
          <SubmitButton block className={css.inSight} form={PAYMENT_FORM} ready={ready}>
            {fill(t['payment.payNow'], { amount: formatMinor(sale.totalMinor, sale.currency) })}
          </SubmitButton>
          <PaidSecurely with={method === 'bank' ? 'TrueLayer' : 'Square'} />
        </div>
      )
    return (
      shows(false) && (
        <p role="status" className={css.confirming}>
          <Spinner />
          {t['title.paymentConfirming']}
        </p>
      )
    )
  }

  const panelOf = (method: PaymentMethod) => (
    <div className={css.form}>
      {formFor(method)}
      {payWith(method)}
    </div>
  )

  const choices = () => {
    if (free) return <Claim payment={payment} setClaiming={setClaiming} />
    // Payments are not configured yet.
    if (unconfigured)
      return (
        <Alert type="error">
          <p>{fill(t['warning.paymentNotConfigured'], { organiser: unconfigured })}</p>
        </Alert>
      )
    if (setUpError) return <SetUpError text={setUpError} />
    // No method is left when the bank transfer could not be created.
    if (methods.length === 0) return <SetUpError text={t['error.payWithTruelayer']} />
    return (
      <>
        {express ? (
          <ExpressDetails payment={payment} />
        ) : (
          has_require_phone_number && <ContactNumberField payment={payment} />
        )}
        {autoSelected(methods) ? (
          <Panel className={css.only}>
            <h2>{METHOD_LABELS[methods[0]!]}</h2>
            {method === 'card' && <CardMarks />}
            {panelOf(methods[0]!)}
          </Panel>
        ) : (
          <OptionGroup
            legend={t['payment.method']}
            disabled={paying}
            value={method}
            onChange={(value) => {
              setDraft({ chosen: value as PaymentMethod })
              clearError()
            }}
            options={methods.map((value) => ({
              value,
              label: METHOD_LABELS[value],
              aside: value === 'card' && <CardMarks className={css.wide} />,
              panel: panelOf(value),
            }))}
          />
        )}
      </>
    )
  }

  return (
    <Frame
      title={TITLES[paymentTitle({ claiming, paying, express })]}
      problems={problems}
      attempt={attempt}
      summary={<OrderSummary edit={express ? t['link.editBasketExpress'] : t['link.editBasket']} />}
    >
      {error.text && (
        <Alert type="error" live ref={message} tabIndex={-1}>
          <p>{error.text}</p>
          {error.isDeclined && <NotCharged key={error.count} />}
        </Alert>
      )}
      {choices()}
    </Frame>
  )
}

/** After a refused card: nothing was charged, and how long the buyer has to try again. */
function NotCharged() {
  const store = useStore()
  const { deadline } = useCheckoutState()
  const [minutes] = useState(() => (deadline === null ? 0 : Math.floor((deadline - store.clock()) / 60_000)))
  if (minutes < 1) return <p>{t['payment.notCharged']}</p>
  return <p>{fill(t['payment.notChargedHeld'], { n: minutes })}</p>
}

const TITLES = {
  'title.paymentClaimingFree': t['title.paymentClaimingFree'],
  'title.paymentConfirming': t['title.paymentConfirming'],
  'title.paymentExpress': t['title.paymentExpress'],
  'title.payment': t['title.payment'],
}

const SetUpError = ({ text }: { text: string }) => (
  <Alert
    type="error"
    live
    action={
      <Button variant="secondary" onClick={() => location.reload()}>
        {common.tryAgain}
      </Button>
    }
  >
    <p>{text}</p>
  </Alert>
)
