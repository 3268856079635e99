import { fill } from '@foyer/contract/fill.ts'
import { common, checkout as t } from '@foyer/contract/messages.en.ts'
import { formatMoney } from '@foyer/domain/format/money.ts'
import {
  autoSelected,
  availableMethods,
  isFreeCheckout,
  type PaymentMethod,
  paymentTitle,
  showsPayButton,
  unconfiguredOrganiser,
} from '@foyer/domain/payment/methods.ts'
import { Suspense, useState } from 'react'
import { Alert } from '../../../ui/Alert.tsx'
import { Button } from '../../../ui/Button.tsx'
import { OptionGroup } from '../../../ui/OptionGroup.tsx'
import { Panel } from '../../../ui/Panel.tsx'
import { Skeleton } from '../../../ui/Skeleton.tsx'
import { useCheckout } from '../../context.tsx'
import { Frame } from '../../frame.tsx'
import { useHydrated } from '../../hydrated.ts'
import { OrderSummary } from '../../order-summary/order-summary.tsx'
import { Claim } from './claim.tsx'
import { ContactNumberField } from './contact-number.tsx'
import { formOf, METHOD_LABELS } from './methods/methods.ts'
import css from './payment.module.css'
import { type Payment, useContactNumber, usePaymentState } from './payment-state.ts'
import { Terms } from './terms.tsx'

export function Screen() {
  const checkout = useCheckout()
  const state = usePaymentState()
  const contact = useContactNumber(checkout.has_require_phone_number)
  const [bankRemoved, setBankRemoved] = useState(false)
  const [chosen, setChosen] = useState<PaymentMethod | null>(null)
  const [claiming, setClaiming] = useState(false)

  const { paying, error, setUpError } = state
  const { express } = checkout
  const offered = availableMethods(checkout, { bankRemoved })
  const methods = offered.filter((method) => formOf(method, checkout))
  const method = autoSelected(methods) ?? (chosen && methods.includes(chosen) ? chosen : null)
  const hydrated = useHydrated()
  const unconfigured = unconfiguredOrganiser(checkout)
  const payment: Payment = { ...state.actions, paying, contact, remove: () => setBankRemoved(true) }

  const form = (of: PaymentMethod) => {
    // The server has no forms to draw: their fields come from the providers.
    const Form = hydrated ? formOf(of, checkout) : null
    if (!Form) return <Skeleton shape="block" />
    return (
      <Suspense fallback={<Skeleton shape="block" />}>
        <Form payment={payment} />
      </Suspense>
    )
  }

  const choices = () => {
    if (isFreeCheckout(checkout)) return <Claim contact={contact} setClaiming={setClaiming} />
    // PAY-25: nothing can be paid here yet
    if (unconfigured)
      return (
        <Alert type="error">
          <p>{fill(t['warning.paymentNotConfigured'], { organiser: unconfigured })}</p>
        </Alert>
      )
    if (setUpError) return <SetUpError text={setUpError} />
    // OPEN-70: nothing is left once the bank transfer could not be created
    if (methods.length === 0)
      return <SetUpError text={t[offered.length === 0 ? 'error.payWithTruelayer' : 'payment.setupFailed']} />
    return (
      <>
        {checkout.has_require_phone_number && <ContactNumberField contact={contact} disabled={paying} />}
        {autoSelected(methods) ? (
          <Panel className={css.only}>
            <h2>{METHOD_LABELS[methods[0]!]}</h2>
            {form(methods[0]!)}
          </Panel>
        ) : (
          <OptionGroup
            legend={t['payment.method']}
            disabled={paying}
            value={method}
            onChange={(value) => setChosen(value as PaymentMethod)}
            options={methods.map((value) => ({ value, label: METHOD_LABELS[value], panel: form(value) }))}
          />
        )}
        {showsPayButton(method, { opoa: checkout.opoa, paying }) && (
          <div className={css.pay}>
            <Terms />
            <Button block onClick={state.pay}>
              {fill(t['payment.payNow'], { amount: formatMoney(checkout.basket_total, checkout.currency.symbol) })}
            </Button>
          </div>
        )}
      </>
    )
  }

  return (
    <Frame
      title={t[paymentTitle({ claiming, paying, express })]}
      summary={<OrderSummary countdown edit={t[express ? 'link.editBasketExpress' : 'link.editBasket']} />}
    >
      {error && (
        <Alert type="error" live>
          <p>{error}</p>
        </Alert>
      )}
      {choices()}
    </Frame>
  )
}

/** PAY-24, OPEN-70 */
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
