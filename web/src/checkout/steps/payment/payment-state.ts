import { common } from '@foyer/contract/messages.ts'
import { useEffect, useRef, useState } from 'react'
import type { Failed } from '../../../api/client.ts'
import type { FieldProblem } from '../../../ui/forms/error-summary.tsx'
import { useForm } from '../../../ui/forms/use-form.ts'
import { useCheckoutState, useStore } from '../../state/context.tsx'
import type { BillingAddress, DetailField, Details } from './details.ts'

/** The id of the open method's form. The step's button and fields belong to it wherever they are on the page. */
export const PAYMENT_FORM = 'payment_form'

/** The field for each refusal code, among those that every method shares. */
const FIELD_OF: Readonly<Record<string, DetailField>> = {
  bad_full_name: 'fullName',
  bad_email: 'email',
  bad_phone: 'contactNumber',
}

type Attempt = {
  /** of the method's own fields */
  problems?: readonly FieldProblem[]
  /** Lets the provider's fields show what is missing in them, beside the problems of ours. */
  showTheirs?: () => unknown
  /** Whether the provider's form can take the payment. */
  isReady?: () => boolean | Promise<boolean>
  /** shown when a provider's script throws because it is used in an unexpected way; the buyer can still try again */
  failed: string
}

/** What a method's form shares with the payment step. */
export type Payment = {
  /** the buyer has pressed Pay: no other control works */
  paying: boolean
  details: Details
  /** Shows the problems of the common fields and of the method's own. True when there are none. */
  check: (own?: readonly FieldProblem[]) => boolean
  /** The error text of a field. */
  errorOf: (fieldId: string) => string
  /** Clears the problems of these fields. */
  clear: (...fieldIds: string[]) => void
  /**
   * The buyer has pressed Pay: runs `action` unless a field has a problem or another attempt is in progress. Only `reset` or
   * another step ends this state.
   */
  pay: (action: () => Promise<unknown>, attempt: Attempt) => Promise<void>
  /**
   * Ends paying after an error, with its text; empty when the form shows it. `declined`: the card was refused, so it is certain
   * that nothing was charged.
   */
  reset: (message: string, reason?: 'declined') => void
  /** Like `reset`, with the problems at their fields. */
  resetAt: (problem: FieldProblem) => void
  /**
   * Ends paying after a refused call. True when the buyer has been told why: at the field concerned, or because the page has
   * reloaded the sale. `fieldOf`: the method's field for each refusal code.
   */
  refused: (answer: Failed, fieldOf?: Readonly<Record<string, string>>) => Promise<boolean>
  /** Express: sends the buyer's details. False when the payment can't continue; the page then shows why. */
  sendDetails: (address?: BillingAddress) => Promise<boolean>
  /** Whether a method without its own button is ready. Until then a press of the step's button waits. */
  setReady: (ready: boolean) => void
  /** The form could not be set up: the reason is shown instead. */
  setUpFailed: (message: string) => void
  /** Removes a method that can't be used. */
  remove: () => void
}

/** The flags of the payment step, in one place so that a reset clears all of them. */
export function usePaymentState(details: Details) {
  const store = useStore()
  const { paying } = useCheckoutState()
  /** `count`: how many errors there were, so that each receives the focus; 0 for an error of the last visit */
  const [error, setError] = useState({ text: '', count: 0, isDeclined: false })
  const [setUpError, setSetUpError] = useState('')
  const [ready, setReady] = useState(false)
  const form = useForm()
  /** Pay was pressed, and the method's fields are still loading: further presses are ignored. */
  const starting = useRef(false)

  // Loads why the last attempt failed, once. A failure of this call is ignored.
  useEffect(() => {
    void store.call('get_payment_error').then((answer) => {
      if (answer.ok && answer.reply.payment_error)
        setError({ text: answer.reply.payment_error, count: 0, isDeclined: false })
    })
    // Restored from the back/forward cache after the provider's page: this page no longer has a payment.
    const onRestored = (event: PageTransitionEvent) => {
      if (!event.persisted) return
      store.setPaying(false)
      void store.reload({ quiet: true })
    }
    addEventListener('pageshow', onRestored)
    return () => {
      removeEventListener('pageshow', onRestored)
      store.setPaying(false)
    }
  }, [store])

  const reset = (text: string, reason?: 'declined') => {
    store.setPaying(false)
    setError(({ count }) => ({ text, count: count + 1, isDeclined: reason === 'declined' }))
  }
  const resetAt = (problem: FieldProblem) => {
    reset('')
    form.showProblems([problem])
  }

  const check = (own: readonly FieldProblem[] = []) => form.showProblems([...details.problems, ...own])

  const clearError = () => setError(({ count }) => ({ text: '', count, isDeclined: false }))

  const refused = async (answer: Failed, fieldOf: Readonly<Record<string, string>> = {}) => {
    // This comes first: nothing is reloaded while the buyer pays.
    reset('')
    const fieldId = FIELD_OF[answer.code ?? ''] ?? fieldOf[answer.code ?? '']
    if (!fieldId) return store.handleStaleState(answer)
    form.showProblems([{ fieldId, text: answer.error }])
    return true
  }

  return {
    paying,
    error,
    setUpError,
    ready,
    problems: form.problems,
    attempt: form.attempt,
    /** An error of one method does not apply to the next. */
    clearError,
    actions: {
      check,
      errorOf: (fieldId: string) => String(form.errorOf(fieldId) ?? details.errorOf(fieldId as DetailField)),
      clear: form.clear,
      async pay(action: () => Promise<unknown>, { problems, showTheirs, isReady, failed }: Attempt) {
        if (paying || starting.current) return
        if (!check(problems)) return void showTheirs?.()
        starting.current = true
        const isPossible = await Promise.resolve(isReady?.() ?? true).finally(() => {
          starting.current = false
        })
        if (!isPossible) return
        clearError()
        store.setPaying(true)
        try {
          await action()
        } catch {
          reset(failed)
        }
      },
      reset,
      resetAt,
      refused,
      setReady,
      async sendDetails(address?: BillingAddress) {
        const answer = await details.sendDetails(address)
        if (answer.ok) return true
        if (!(await refused(answer))) reset(answer.error || common['error.unknown'])
        return false
      },
      setUpFailed(message: string) {
        store.setPaying(false)
        setSetUpError(message)
      },
    },
  }
}
