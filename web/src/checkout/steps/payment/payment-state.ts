import { common } from '@foyer/contract/messages.en.ts'
import { useEffect, useState } from 'react'
import type { Failed } from '../../../api/client.ts'
import type { FieldProblem } from '../../../ui/forms/error-summary.tsx'
import { useProblems } from '../../forms/use-problems.ts'
import { useCheckoutState, useStore } from '../../state/context.tsx'
import type { DetailField, Details, Introduction } from './details.ts'

/** The form of the method that is open: the step's own button and fields belong to it wherever they stand. */
export const PAYMENT_FORM = 'payment_form'

/** What the server can say of the fields asked of everybody. */
const FIELD_OF: Readonly<Record<string, DetailField>> = {
  bad_full_name: 'fullname',
  bad_email: 'email',
  bad_phone: 'contact_number',
}

/** What a method's form shares with the payment step around it. */
export type Payment = {
  /** somebody has pressed pay: nothing else can be pressed */
  paying: boolean
  details: Details
  /** Shows what is wrong: with the fields asked of everybody, and with the method's own. True when nothing is. */
  check: (own?: readonly FieldProblem[]) => boolean
  /** The words under a field. */
  errorOf: (fieldId: string) => string
  /** These fields are right now. */
  clear: (...fieldIds: string[]) => void
  /** Somebody presses pay; from here on only `reset` or another step ends it. */
  start: () => void
  /** After an error: nobody is paying any more, and this is why; empty when the form itself says it. */
  reset: (message: string) => void
  /** As `reset`, with what is wrong at the fields themselves. */
  resetAt: (problem: FieldProblem) => void
  /**
   * A call was refused, so nobody is paying any more. True when the buyer knows why: from the field it is about, or because
   * the page has caught up with the sale. `fieldOf`: at which fields of the method a refusal is put right, by its code.
   */
  refused: (answer: Failed, fieldOf?: Readonly<Record<string, string>>) => Promise<boolean>
  /** Express: tells the server who pays; false when paying cannot go on, which is then on the page. */
  introduce: (said?: Introduction) => Promise<boolean>
  /** Whether a method without a button of its own can be paid by now: until then the step's button waits. */
  setReady: (ready: boolean) => void
  /** The form could not be made ready: its place is taken by the reason. */
  setUpFailed: (message: string) => void
  /** The method cannot be used after all. */
  remove: () => void
}

/** The flags of the payment step, in one place so that a reset clears all of them. */
export function usePaymentState(details: Details) {
  const store = useStore()
  const { paying } = useCheckoutState()
  /** `told`: counts what paying has come to, so that the keyboard goes there; 0 for what the last visit left */
  const [error, setError] = useState({ text: '', told: 0 })
  const [setUpError, setSetUpError] = useState('')
  const [ready, setReady] = useState(false)
  const form = useProblems()

  // Why the last try did not work; asked once, and whether it fails is of no interest.
  useEffect(() => {
    void store.call('get_payment_error').then((answer) => {
      if (answer.ok && answer.reply.payment_error) setError({ text: answer.reply.payment_error, told: 0 })
    })
    // Back from the provider's page by the browser's memory: that payment is no longer this page's.
    const restored = (event: PageTransitionEvent) => {
      if (!event.persisted) return
      store.setPaying(false)
      void store.reload({ quiet: true })
    }
    addEventListener('pageshow', restored)
    return () => {
      removeEventListener('pageshow', restored)
      store.setPaying(false)
    }
  }, [store])

  const reset = (text: string) => {
    store.setPaying(false)
    setError(({ told }) => ({ text, told: told + 1 }))
  }
  const resetAt = (problem: FieldProblem) => {
    reset('')
    form.found([problem])
  }

  const forgetError = () => setError(({ told }) => ({ text: '', told }))

  const refused = async (answer: Failed, fieldOf: Readonly<Record<string, string>> = {}) => {
    // First of all: while somebody pays, the page does not catch up with anything.
    reset('')
    const fieldId = FIELD_OF[answer.code ?? ''] ?? fieldOf[answer.code ?? '']
    if (!fieldId) return store.handleStaleState(answer)
    form.found([{ fieldId, text: answer.error }])
    return true
  }

  return {
    paying,
    error,
    setUpError,
    ready,
    problems: form.problems,
    attempt: form.attempt,
    /** What one method said is not true of the next. */
    forgetError,
    actions: {
      check: (own: readonly FieldProblem[] = []) => form.found([...details.problems, ...own]),
      errorOf: (fieldId: string) => String(form.of(fieldId) ?? details.errorOf(fieldId as DetailField)),
      clear: form.clear,
      start() {
        forgetError()
        store.setPaying(true)
      },
      reset,
      resetAt,
      refused,
      setReady,
      async introduce(said?: Introduction) {
        const answer = await details.introduce(said)
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
