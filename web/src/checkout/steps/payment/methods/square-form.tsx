import { ADDRESS_FORM } from '@foyer/contract/forms/address.ts'
import { toWire } from '@foyer/contract/forms/names.ts'
import { checkout as t } from '@foyer/contract/messages.ts'
import { EMPTY_ADDRESS, missingAddressFields } from '@foyer/domain/delivery/address.ts'
import { decimalText } from '@foyer/domain/format/money.ts'
import { splitFullName } from '@foyer/domain/people/full-name.ts'
import { useEffect, useRef, useState } from 'react'
import { CardFrame } from '../../../../card/card-frame.tsx'
import type { SquareForm } from '../../../../card/square.ts'
import { Form } from '../../../../ui/forms/form.tsx'
import { onSubmit } from '../../../../ui/forms/use-form.ts'
import { missingField } from '../../../forms/address-form.tsx'
import { useCheckout, useSale, useStore } from '../../../state/context.tsx'
import { continueByItself } from '../../../state/continue.ts'
import { useDraft } from '../../../state/drafts.ts'
import { useBilling } from '../billing.ts'
import { BILLING_ADDRESS, BillingAddress, type BillingDraft, billingFieldId } from '../billing-address.tsx'
import css from '../payment.module.css'
import { PAYMENT_FORM, type Payment } from '../payment-state.ts'
import { mountSquare } from './square.ts'

/** A billing address is never one of the saved addresses. */
const { savedId: _, ...BILLING_FORM } = ADDRESS_FORM

/** Both concern the whole address. */
const FIXABLE = { postcode_missing: BILLING_ADDRESS, bad_address: BILLING_ADDRESS }

/** How often the server is asked about a payment whose outcome is not known yet. */
const POLL_MS = 5000

/** Card payment by Square: its own field in our form, the holder's address, paid with the step's button. */
export default function SquareCardForm({ payment }: { payment: Payment }) {
  const store = useStore()
  const checkout = useCheckout()
  const sale = useSale()
  const { details, paying } = payment
  const { deliveryAddress: delivery } = sale
  const [draft, change] = useDraft<BillingDraft>('billing_address', {
    ...EMPTY_ADDRESS,
    ...splitFullName(checkout.account?.full_name ?? details.values.fullName),
    same: delivery !== null,
  })
  const [ready, setReady] = useState(false)
  const [pending, setPending] = useState(false)
  const form = useRef<SquareForm | null>(null)
  const place = useRef<HTMLDivElement>(null)
  /** The postcode that was last typed into Square's field. */
  const typedThere = useRef('')
  const saveBilling = useBilling(payment, FIXABLE)

  const { same, ...typed } = draft
  const address = same && delivery ? delivery : typed

  const onPostalCode = (postcode: string) => {
    typedThere.current = postcode
    change({ postcode })
    payment.clear(BILLING_ADDRESS, billingFieldId('postcode'))
  }

  // biome-ignore lint/correctness/useExhaustiveDependencies: once per visit
  useEffect(() => {
    let unmounted = false
    void mountSquare(store, place.current!, { postalCode: address.postcode, onPostalCode }).then(async (mounted) => {
      if (mounted && !('ok' in mounted)) {
        form.current = mounted
        if (unmounted) return mounted.destroy()
        payment.setReady(true)
        return setReady(true)
      }
      if (unmounted) return
      if (mounted && (await payment.refused(mounted))) return
      if (mounted) store.notify.error(t['error.getSquareCredentials'])
      payment.setUpFailed(mounted?.error || t['payment.setupFailed'])
    })
    return () => {
      unmounted = true
      payment.setReady(false)
      form.current?.destroy()
      form.current = null
    }
  }, [])

  // A payment without a known outcome may have been made: the server finds out.
  useEffect(() => {
    if (!pending) return
    const timer = setInterval(() => void store.reload({ quiet: true }), POLL_MS)
    return () => clearInterval(timer)
  }, [pending, store])

  // The card's postcode is that of the address: the buyer types it once, in either.
  useEffect(() => {
    if (ready && address.postcode && address.postcode !== typedThere.current)
      void form.current?.setPostalCode(address.postcode).catch(() => {})
  }, [ready, address.postcode])

  const problemsIn = () => {
    const missing = same && delivery ? [] : missingAddressFields({ ...address, savedId: 'new' })
    return missing.map((field, at) => ({
      fieldId: billingFieldId(field),
      text: at === 0 ? t['error.billingAddressIncomplete'] : missingField(field),
    }))
  }

  const pay = () =>
    payment.pay(() => charge(form.current!), {
      problems: problemsIn(),
      showTheirs: () => form.current?.showProblems(),
      isReady: () => ready,
      failed: t['error.payWithSquare'],
    })

  const charge = async (square: SquareForm) => {
    setPending(false)
    const billing = toWire(BILLING_FORM, address)
    const billed = await saveBilling(billing)
    if (!billed) return
    const phone = details.values.contactNumber.trim()
    const { token, message } = await square.tokenize({
      amount: decimalText(sale.totalMinor, sale.currency),
      currencyCode: checkout.currency.code,
      billingContact: {
        givenName: address.firstName,
        familyName: address.lastName,
        email: checkout.account?.email ?? details.values.email.trim(),
        ...(phone && { phone }),
        addressLines: [address.address1, address.address2].filter(Boolean),
        city: address.town,
        ...(address.state && { state: address.state }),
        postalCode: address.postcode,
        ...(billed.countryCode && { countryCode: billed.countryCode }),
      },
    })
    if (!token) return payment.reset(message || t['error.payWithSquare'])
    const answer = await store.call('pay_with_square', {
      billing_address_data: { ...billing, contact_number: phone, token },
    })
    if (!answer.ok) {
      if (await payment.refused(answer, FIXABLE)) return
      payment.reset(t['error.payWithSquare'])
      // A payment may have been made although its response was lost.
      return void store.reload({ quiet: true })
    }
    const { addressError, payment: result } = answer.reply
    if (addressError) return payment.resetAt({ fieldId: BILLING_ADDRESS, text: addressError })
    if (result?.status === 'COMPLETED') {
      store.setPaymentComplete()
      return void (await continueByItself(store))
    }
    payment.reset(result?.message || t['error.payWithSquare'])
    setPending(result?.status === 'PENDING')
  }

  return (
    <Form id={PAYMENT_FORM} className={css.form} onSubmit={onSubmit(pay)}>
      <CardFrame place={place} ready={ready} loadingText={t['payment.loadingForm']} />
      <BillingAddress
        draft={draft}
        hasDelivery={delivery !== null}
        disabled={paying}
        errorOf={payment.errorOf}
        onChange={(part) => {
          change(part)
          payment.clear(BILLING_ADDRESS, ...Object.keys(part).map(billingFieldId))
        }}
      />
    </Form>
  )
}
