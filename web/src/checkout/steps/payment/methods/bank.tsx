import { checkout as t } from '@foyer/contract/messages.ts'
import { useEffect } from 'react'
import { Icon } from '../../../../ui/display/icon.tsx'
import { bankIcon } from '../../../../ui/display/icons.ts'
import { Form } from '../../../../ui/forms/form.tsx'
import { onSubmit } from '../../../../ui/forms/use-form.ts'
import { useStore } from '../../../state/context.tsx'
import css from '../payment.module.css'
import { PAYMENT_FORM, type Payment } from '../payment-state.ts'

/** Instant bank transfer: the step's own button leads to the buyer's bank. */
export default function BankForm({ payment }: { payment: Payment }) {
  const store = useStore()
  const { details, setReady } = payment

  useEffect(() => {
    setReady(true)
    return () => setReady(false)
  }, [setReady])

  const startAtBank = async () => {
    if (!(await payment.sendDetails())) return
    const answer = await store.call('pay_with_truelayer', { contact_number: details.values.contactNumber.trim() })
    if (!answer.ok) {
      if (!(await payment.refused(answer))) payment.reset(t['error.payWithTruelayer'])
      return
    }
    // Stores the step first, then opens the bank. The buyer sees the step after returning.
    const stored = await store.call('update_basket_state', { state: 'awaiting_truelayer' })
    if (stored.ok) return store.navigate(answer.reply.auth_url)
    payment.reset('')
    await store.showFailure(stored, t['error.updateBasketState'])
  }

  return (
    <Form
      id={PAYMENT_FORM}
      className={css.lead}
      onSubmit={onSubmit(() => payment.pay(startAtBank, { failed: t['error.payWithTruelayer'] }))}
    >
      <Icon shape={bankIcon} />
      <p>{t['bank.lead']}</p>
    </Form>
  )
}
