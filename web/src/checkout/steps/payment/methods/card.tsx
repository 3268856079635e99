import { fill } from '@foyer/contract/fill.ts'
import { checkout as t } from '@foyer/contract/messages.en.ts'
import { formatMoney } from '@foyer/domain/format/money.ts'
import { LIMITS } from '@foyer/domain/limits.ts'
import type { Stripe, StripeConstructor, StripeElements } from '@stripe/stripe-js'
import { type FormEvent, useEffect, useRef, useState } from 'react'
import type { Failed } from '../../../../api/client.ts'
import { cx } from '../../../../ui/cx.ts'
import { LoadingButton } from '../../../../ui/LoadingButton.tsx'
import { Skeleton } from '../../../../ui/Skeleton.tsx'
import { TextField } from '../../../../ui/TextField.tsx'
import { useCheckout, useStore } from '../../../context.tsx'
import { useDraft } from '../../../drafts.ts'
import { loadScript } from '../../../load-script.ts'
import css from '../payment.module.css'
import type { Payment } from '../payment-state.ts'
import { Terms } from '../terms.tsx'

/** CRD-06 */
const RETURN_PATH = '/do/checkout/stripe_auth/'
/** What the buyer can put right in this form. */
const FIXABLE = new Set(['postcode_missing', 'bad_phone', 'bad_address'])

const stripeHere = () => (window as { Stripe?: StripeConstructor }).Stripe
const isDark = () => document.documentElement.dataset.theme === 'dark'

type Card = { stripe: Stripe; elements: StripeElements }

/** Card payment by the Stripe-type provider (CRD-01..07): its own fields in our form, paid with our button. */
export default function CardForm({ payment }: { payment: Payment }) {
  const store = useStore()
  const checkout = useCheckout()
  const { contact, paying } = payment
  const [{ postcode }, setDraft] = useDraft('billing', { postcode: checkout.delivery_address?.postcode ?? '' })
  const [postcodeError, setPostcodeError] = useState('')
  const [ready, setReady] = useState(false)
  const card = useRef<Card | null>(null)
  const preparing = useRef<Promise<boolean> | null>(null)
  const place = useRef<HTMLDivElement>(null)
  const gone = useRef(false)
  /** what the server has of this form, so that the same is not sent twice */
  const saved = useRef('')

  const fieldsFit = contact.value.trim() !== '' && postcode.trim() !== ''
  // The provider is not asked before a number that must be there is: the server refuses a payment without it.
  const mayPrepare = !contact.required || checkout.contact_number !== '' || fieldsFit

  /** The place and number of the card holder (OPEN-72); false when paying cannot go on, which is then on the page. */
  const saveBilling = async (): Promise<boolean> => {
    const body = { address: { postcode: postcode.trim() }, contact_number: contact.value.trim() }
    const key = JSON.stringify(body)
    if (saved.current === key) return true
    const answer = await store.call('set_billing_address', body)
    if (!answer.ok) return refused(answer)
    // OPEN-02: a bare address is taken too.
    if (!('address' in answer.reply) || answer.reply.address) {
      saved.current = key
      return true
    }
    payment.reset(t['error.billingAddressNotFound'])
    return false
  }

  const refused = async (answer: Failed): Promise<false> => {
    if (answer.code && FIXABLE.has(answer.code)) {
      payment.reset('')
      if (answer.code === 'bad_phone') contact.check()
      else setPostcodeError(answer.error)
    } else if (await store.caughtUp(answer)) payment.reset('')
    else if (answer.error) {
      // ERR-29
      payment.reset(answer.error)
      store.setReservingError(answer.error)
      await store.backToBasket()
    } else payment.reset(t['error.billingAddressNotFound'])
    return false
  }

  /** Token, script, fields: once, and again after a failure. */
  const prepare = async (): Promise<boolean> => {
    if (contact.required && !(await saveBilling())) return false
    const token = await store.call('get_token')
    if (!token.ok) {
      if (await store.caughtUp(token)) return false
      store.notify.error(t['error.getStripeToken'])
      payment.setUpFailed(token.error || t['payment.setupFailed'])
      return false
    }
    const loaded = await loadScript(checkout.card_script_url, {
      isThere: () => stripeHere() !== undefined,
      pollMs: LIMITS.stripeScriptPollMs,
      giveUpMs: LIMITS.scriptGiveUpMs,
    })
    if (gone.current) return false
    if (!loaded) {
      payment.setUpFailed(t['payment.setupFailed'])
      return false
    }
    const { public_key, client_secret } = token.reply
    const stripe = stripeHere()!(public_key, { locale: 'en-GB' })
    const elements = stripe.elements({
      clientSecret: client_secret,
      locale: 'en-GB',
      appearance: { theme: isDark() ? 'night' : 'stripe' },
    })
    const { account } = checkout
    const fields = elements.create('payment', {
      layout: 'tabs',
      defaultValues: { billingDetails: { name: account?.full_name, email: account?.email } },
      // asked for beside it
      fields: { billingDetails: { address: { postalCode: 'never' } } },
    })
    fields.on('ready', () => setReady(true))
    fields.on('loaderror', () => payment.setUpFailed(t['payment.setupFailed']))
    fields.mount(place.current!)
    card.current = { stripe, elements }
    return true
  }

  const prepared = (): Promise<boolean> => {
    preparing.current ??= prepare().then((done) => {
      if (!done) preparing.current = null
      return done
    })
    return preparing.current
  }

  // biome-ignore lint/correctness/useExhaustiveDependencies: begins once it may; pressing pay does the same
  useEffect(() => {
    if (!mayPrepare) return
    // While a number or postcode is still being typed, the provider can wait.
    const timer = setTimeout(() => void prepared(), contact.required && checkout.contact_number === '' ? 1000 : 0)
    return () => clearTimeout(timer)
  }, [mayPrepare, contact.value, postcode])

  useEffect(() => {
    gone.current = false
    return () => {
      gone.current = true
      card.current?.elements.getElement('payment')?.destroy()
    }
  }, [])

  const fieldsAreRight = () => {
    const postcodeFits = postcode.trim() !== ''
    if (!postcodeFits) setPostcodeError(t['error.postcodeMissing'])
    const numberFits = contact.check()
    if (!numberFits) document.getElementById(contact.id)?.focus()
    else if (!postcodeFits) document.getElementById('billing_postcode')?.focus()
    return postcodeFits && numberFits
  }

  const pay = async (event: FormEvent) => {
    event.preventDefault()
    if (paying || !fieldsAreRight() || !(await prepared())) return
    payment.start()
    try {
      await confirm(card.current!)
    } catch {
      // The provider's script throws when it is used in a way it does not know: the buyer can try again all the same.
      payment.reset(t['error.confirmCardPayment'])
    }
  }

  const confirm = async ({ stripe, elements }: Card) => {
    const checked = await elements.submit()
    if (checked.error) return payment.reset(checked.error.message || t['error.confirmCardPayment'])
    if (!(await saveBilling())) return
    // Comes back only with an error: what goes well ends at the return address.
    const { error } = await stripe.confirmPayment({
      elements,
      confirmParams: {
        return_url: `${location.origin}${RETURN_PATH}`,
        payment_method_data: { billing_details: { address: { postal_code: postcode.trim() } } },
      },
    })
    payment.reset(error.message || t['error.confirmCardPayment'])
    // It may have been paid in another tab: the server knows.
    await store.reload({ quiet: true })
  }

  return (
    <form noValidate className={css.form} onSubmit={pay}>
      <TextField
        id="billing_postcode"
        name="postcode"
        label={t['payment.postcode']}
        short
        autoComplete="billing postal-code"
        autoCapitalize="characters"
        spellCheck={false}
        disabled={paying}
        value={postcode}
        error={postcodeError}
        onChange={(event) => {
          setDraft({ postcode: event.target.value })
          if (event.target.value.trim() !== '') setPostcodeError('')
        }}
      />
      <div className={css.card} aria-busy={!ready}>
        {!ready && mayPrepare && (
          <div role="status" className={css.loading}>
            <span className="visually-hidden">{t['payment.loadingForm']}</span>
            <Skeleton shape="block" />
          </div>
        )}
        <div ref={place} className={cx(!ready && css.hidden)} />
      </div>
      <div className={css.pay}>
        <Terms />
        <LoadingButton type="submit" block loading={paying} loadingText={t['title.paymentConfirming']}>
          {fill(t['payment.payNow'], { amount: formatMoney(checkout.basket_total, checkout.currency.symbol) })}
        </LoadingButton>
      </div>
    </form>
  )
}
