import { signIn, checkout as t } from '@foyer/contract/messages.ts'
import { pathToPayment } from '@foyer/domain/checkout/steps.ts'
import { bindFields } from '../../../ui/forms/bind-fields.ts'
import { Checkbox } from '../../../ui/forms/fields/checkbox.tsx'
import { TextField } from '../../../ui/forms/fields/text-field.tsx'
import { Panel } from '../../../ui/layout/panel.tsx'
import { useCheckout, useSale } from '../../state/context.tsx'
import { ContactNumberField } from './contact-number.tsx'
import css from './payment.module.css'
import { PAYMENT_FORM, type Payment } from './payment-state.ts'
import { useDetail } from './use-detail.ts'

/** The details that an express checkout asks for here and other checkouts in earlier steps. */
export function ExpressDetails({ payment }: { payment: Payment }) {
  const { paying, details } = payment
  const { values, change, consents } = details
  const { account } = useCheckout()
  // A donation brings the account step, which has asked for both. Otherwise a mistyped address can be corrected here.
  const isKnown = pathToPayment(useSale()).includes('login')
  return (
    <Panel className={css.form}>
      {account && isKnown ? (
        <p>
          {account.full_name}
          <br />
          {account.email}
        </p>
      ) : (
        <NameAndEmail payment={payment} />
      )}
      <ContactNumberField payment={payment} />
      <div>
        {consents.organisers.map(({ id, marketing_signup_message }) => (
          <Checkbox
            key={id}
            id={`organiser-${id}`}
            name={`organiser-${id}`}
            label={marketing_signup_message}
            disabled={paying}
            checked={values.organisers[id] === true}
            onChange={(event) => change({ organisers: { ...values.organisers, [id]: event.target.checked } })}
          />
        ))}
        {consents.asksNewsletter && (
          <Checkbox
            {...bindFields(values, { change, disabled: paying }).box('ct_subscribed')}
            label={t['payment.newsletter']}
          />
        )}
      </div>
    </Panel>
  )
}

function NameAndEmail({ payment }: { payment: Payment }) {
  return (
    <>
      <TextField
        {...useDetail('fullName', payment)}
        form={PAYMENT_FORM}
        label={t['payment.fullName']}
        hint={t['hint.fullName']}
        required
        autoComplete="name"
        autoCapitalize="words"
        spellCheck={false}
      />
      <TextField
        {...useDetail('email', payment)}
        form={PAYMENT_FORM}
        type="email"
        label={t['payment.email']}
        hint={signIn['hint.email']}
        required
        autoComplete="email"
        inputMode="email"
        autoCapitalize="none"
        spellCheck={false}
        enterKeyHint="next"
      />
    </>
  )
}
