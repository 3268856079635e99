import { checkout as t } from '@foyer/contract/messages.en.ts'
import { isContactNumber } from '@foyer/domain/people/phone.ts'
import { useEffect, useRef, useState } from 'react'
import { useCheckout, useCheckoutState, useStore } from '../../context.tsx'
import { useDraft } from '../../drafts.ts'

export type ContactNumber = {
  value: string
  error: string
  required: boolean
  type: (text: string) => void
  /** whether it will do; when not, says so under the field */
  check: () => boolean
  id: string
}

/** The number of PAY-17..22: what is known, what was typed, and whether it will do. */
export function useContactNumber(required: boolean): ContactNumber {
  const { contact_number } = useCheckout()
  const [{ number }, setDraft] = useDraft('contact_number', { number: contact_number })
  const [error, setError] = useState('')
  const fits = (text: string) => isContactNumber(text, { required })
  return {
    value: number,
    error,
    required,
    id: 'contact_number',
    type(text) {
      setDraft({ number: text })
      if (error && fits(text)) setError('')
    },
    check() {
      const fine = fits(number)
      setError(fine ? '' : t['error.invalidPhone'])
      return fine
    },
  }
}

/** What a method's form shares with the payment step around it. */
export type Payment = {
  /** somebody has pressed pay: nothing else can be pressed (PAY-03) */
  paying: boolean
  contact: ContactNumber
  start: () => void
  /** After an error: nobody is paying any more, and this is why; empty when the form itself says it (PAY-26, PAY-27). */
  reset: (message: string) => void
  /** The form could not be made ready: its place is taken by the reason (PAY-24). */
  setUpFailed: (message: string) => void
  /** A method without a button of its own says here what the step's button does (PAY-15). */
  onPay: (pay: (() => void) | null) => void
  /** The method cannot be used after all (BNK-03). */
  remove: () => void
}

/** The flags of the payment step, in one place so that a reset clears all of them. */
export function usePaymentState() {
  const store = useStore()
  const { paying } = useCheckoutState()
  const [error, setError] = useState('')
  const [setUpError, setSetUpError] = useState('')
  const pay = useRef<(() => void) | null>(null)

  // OPEN-03: why the last try did not work; asked once, and whether it fails is of no interest.
  useEffect(() => {
    void store.call('get_payment_error').then((answer) => {
      if (answer.ok && answer.reply.payment_error) setError(answer.reply.payment_error)
    })
    return () => store.setPaying(false)
  }, [store])

  return {
    paying,
    error,
    setUpError,
    pay: () => pay.current?.(),
    actions: {
      start() {
        setError('')
        store.setPaying(true)
      },
      reset(message: string) {
        store.setPaying(false)
        setError(message)
      },
      setUpFailed(message: string) {
        store.setPaying(false)
        setSetUpError(message)
      },
      onPay(next: (() => void) | null) {
        pay.current = next
      },
    },
  }
}
