import type { ReplyOf, SentBody } from '@foyer/contract/calls.ts'
import type { CallName } from '@foyer/contract/paths.ts'
import type { Checkout } from '@foyer/contract/types.ts'
import { type FormEvent, useState } from 'react'
import type { Failed } from '../../api/client.ts'
import type { FieldProblem } from '../../ui/forms/error-summary.tsx'
import { useStore } from '../state/context.tsx'
import { useProblems } from './use-problems.ts'

type Refusal = {
  /** shown as a notification */
  toast?: string
  /** shown above the button, from the server's answer where it says more */
  inline?: string | ((answer: Failed) => string)
  /** the field for each refusal code */
  fieldOf?: Readonly<Record<string, string>>
}

/**
 * A step's form: one action at a time, problems at their fields, and the move to the next step. A page that shows an older
 * state of the sale is reloaded instead of showing an error.
 */
export function useStepForm() {
  const store = useStore()
  const form = useProblems()
  const [busy, setBusy] = useState<string | null>(null)
  const [failed, setFailed] = useState('')

  const showRefusal = async (answer: Failed, { toast, inline, fieldOf }: Refusal) => {
    const fieldId = fieldOf?.[answer.code ?? '']
    if (fieldId) form.found([{ fieldId, text: answer.error }])
    else if (await store.handleStaleState(answer)) return
    if (toast) store.notify.error(toast)
    if (inline) setFailed(typeof inline === 'string' ? inline : inline(answer))
  }

  return {
    problems: form.problems,
    attempt: form.attempt,
    errorOf: form.of,
    clear: form.clear,
    /** After a change: problems that are no longer found disappear. */
    keepOnly(still: readonly FieldProblem[]) {
      const ids = still.map(({ fieldId }) => fieldId)
      form.clear(...form.problems.map(({ fieldId }) => fieldId).filter((fieldId) => !ids.includes(fieldId)))
    },
    failed,
    setFailed,
    /** the name of the action in progress */
    busy,
    /** Runs `action` unless a field has a problem or another action is in progress. */
    async run(action: () => Promise<unknown>, { problems = [] as readonly FieldProblem[], name = 'save' } = {}) {
      if (busy || !form.found(problems)) return
      setBusy(name)
      setFailed('')
      await action()
      setBusy(null)
    },
    /** The reply, or null after a failure that the buyer has been told about. */
    async send<N extends CallName>(name: N, body: SentBody<N>, refusal: Refusal): Promise<ReplyOf<N> | null> {
      const answer = await store.call(name, body)
      if (answer.ok) {
        if (refusal.toast) store.notify.withdraw?.(refusal.toast)
        return answer.reply
      }
      await showRefusal(answer, refusal)
      return null
    },
    /** Reloads what the call has changed and continues. `saved` is known even when the reload fails. */
    async next(saved: Partial<Checkout> = {}) {
      await store.reload({ quiet: true })
      await store.next({ saved })
    },
  }
}

/** For `onSubmit`: the page's script sends the form. */
export const onSubmit = (send: () => unknown) => (event: FormEvent) => {
  event.preventDefault()
  void send()
}
