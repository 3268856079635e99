import { fill } from '@foyer/contract/fill.ts'
import { checkout as t } from '@foyer/contract/messages.ts'
import { formatMoney } from '@foyer/domain/format/money.ts'
import type { Stripe, StripeElements } from '@stripe/stripe-js'
import { useEffect, useRef, useState } from 'react'
import { CardFrame } from '../../../../card/card-frame.tsx'
import { stripeLooks } from '../../../../card/looks.ts'
import { loadStripe } from '../../../../card/stripe.ts'
import { LoadingButton } from '../../../../ui/actions/loading-button.tsx'
import { bindFields } from '../../../../ui/forms/bind-fields.ts'
import { TextField } from '../../../../ui/forms/fields/text-field.tsx'
import { Form } from '../../../../ui/forms/form.tsx'
import { onSubmit } from '../../../../ui/forms/use-form.ts'
import { useCheckout, useSale, useStore } from '../../../state/context.tsx'
import { useDraft } from '../../../state/drafts.ts'
import { useBilling } from '../billing.ts'
import { PaidSecurely } from '../paid-securely.tsx'
import css from '../payment.module.css'
import { PAYMENT_FORM, type Payment } from '../payment-state.ts'
import { Terms } from '../terms.tsx'
import { elementsForAmount } from './new-card.ts'

const RETURN_PATH = '/do/checkout/stripe_auth/'
const POSTCODE = 'billing_postcode'
/** The field in which the buyer can correct each refusal. */
const FIXABLE = { postcode_missing: POSTCODE, bad_address: POSTCODE }

/** `secret`: of the payment; requested when Pay is pressed if it is not there yet. */
type Card = { stripe: Stripe; elements: StripeElements; secret: string | null }

/** Card payment by the Stripe-type provider: its own fields in our form, paid with our button. */
export default function CardForm({ payment }: { payment: Payment }) {
  const store = useStore()
  const checkout = useCheckout()
  const { details, paying } = payment
  const sale = useSale()
  const [{ postcode }, setDraft] = useDraft('billing', { postcode: sale.deliveryAddress?.postcode ?? '' })
  const [ready, setReady] = useState(false)
  const card = useRef<Card | null>(null)
  const preparing = useRef<Promise<boolean> | null>(null)
  const place = useRef<HTMLDivElement>(null)
  const unmounted = useRef(false)
  const saveBilling = useBilling(payment, FIXABLE)

  const address = { postcode: postcode.trim() }
  // The server starts no payment without the buyer's details and number. The fields are shown before these are sent.
  const needsDetailsFirst = details.express
    ? checkout.account === null
    : details.phoneRequired && checkout.contact_number === ''

  /** Token, script, fields: once, and again after a failure. */
  const prepare = async (): Promise<boolean> => {
    const answer = await store.call(needsDetailsFirst ? 'get_opoa_users' : 'get_token')
    // The buyer has chosen another method, which this one's failure does not concern.
    if (unmounted.current) return false
    if (!answer.ok) {
      if (await store.handleStaleState(answer)) return false
      store.notify.error(t['error.getStripeToken'])
      payment.setUpFailed(answer.error || t['payment.setupFailed'])
      return false
    }
    const { public_key, stripe_account } = answer.reply
    const secret = 'client_secret' in answer.reply ? answer.reply.client_secret : null
    const stripe = await loadStripe(checkout.card_script_url, { public_key, stripe_account })
    if (unmounted.current) return false
    if (!stripe) {
      payment.setUpFailed(t['payment.setupFailed'])
      return false
    }
    const elements =
      secret === null ? elementsForAmount(stripe, sale) : stripe.elements({ clientSecret: secret, ...stripeLooks() })
    const { account } = checkout
    const fields = elements.create('payment', {
      layout: 'tabs',
      defaultValues: { billingDetails: { name: account?.full_name, email: account?.email } },
      // we have our own field for it
      fields: { billingDetails: { address: { postalCode: 'never' } } },
    })
    fields.on('ready', () => setReady(true))
    fields.on('loaderror', () => payment.setUpFailed(t['payment.setupFailed']))
    fields.mount(place.current!)
    card.current = { stripe, elements, secret }
    return true
  }

  const prepareOnce = (): Promise<boolean> => {
    preparing.current ??= prepare()
      // The provider's script throws when it is used in an unexpected way, such as with a wrong key.
      .catch(() => {
        if (!unmounted.current) payment.setUpFailed(t['payment.setupFailed'])
        return false
      })
      .then((done) => {
        if (!done) preparing.current = null
        return done
      })
    return preparing.current
  }

  // biome-ignore lint/correctness/useExhaustiveDependencies: once per visit; pressing pay does the same
  useEffect(() => {
    unmounted.current = false
    void prepareOnce()
    return () => {
      unmounted.current = true
      card.current?.elements.getElement('payment')?.destroy()
    }
  }, [])

  const pay = () =>
    payment.pay(() => confirm(card.current!), {
      problems: address.postcode === '' ? [{ fieldId: POSTCODE, text: t['error.postcodeMissing'] }] : [],
      showTheirs: () => card.current?.elements.submit(),
      isReady: prepareOnce,
      failed: t['error.confirmCardPayment'],
    })

  const change = (part: { postcode?: string }) => {
    setDraft(part)
    if (part.postcode?.trim()) payment.clear(POSTCODE)
  }
  const field = bindFields({ postcode }, { change, errorOf: payment.errorOf, prefix: 'billing_', disabled: paying })

  const fetchSecret = async (): Promise<string | null> => {
    const answer = await store.call('get_token')
    if (answer.ok) return answer.reply.client_secret
    if (!(await payment.refused(answer))) payment.reset(answer.error || t['error.getStripeToken'])
    return null
  }

  const confirm = async ({ stripe, elements, secret }: Card) => {
    // It may have changed since the fields were made.
    if (secret === null) await elements.update({ amount: sale.totalMinor })
    const checked = await elements.submit()
    if (checked.error) return payment.reset(checked.error.message || t['error.confirmCardPayment'])
    if (!(await saveBilling(address))) return
    const clientSecret = secret ?? (await fetchSecret())
    if (clientSecret === null) return
    // Returns only with an error: a successful payment continues at the return address.
    const { error } = await stripe.confirmPayment({
      elements,
      clientSecret,
      confirmParams: {
        return_url: `${location.origin}${RETURN_PATH}`,
        payment_method_data: { billing_details: { address: { postal_code: address.postcode } } },
      },
    })
    // Another tab was faster, and the provider's message for that is meant for developers.
    const paidInOtherTab = error.code === 'payment_intent_unexpected_state'
    payment.reset(
      (paidInOtherTab ? t['payment.elsewhere'] : error.message) || t['error.confirmCardPayment'],
      error.type === 'card_error' ? 'declined' : undefined,
    )
    await store.reload({ quiet: true })
  }

  return (
    <Form id={PAYMENT_FORM} className={css.form} onSubmit={onSubmit(pay)}>
      <CardFrame place={place} ready={ready} loadingText={t['payment.loadingForm']} />
      <TextField
        {...field.text('postcode')}
        name="postcode"
        label={t['payment.postcode']}
        short
        autoComplete="billing postal-code"
        autoCapitalize="characters"
        spellCheck={false}
      />
      <Terms />
      <LoadingButton
        type="submit"
        block
        className={css.inSight}
        loading={paying}
        loadingText={t['title.paymentConfirming']}
      >
        {fill(t['payment.payNow'], { amount: formatMoney(checkout.basket_total, checkout.currency.code) })}
      </LoadingButton>
      <PaidSecurely with="Stripe" />
    </Form>
  )
}
