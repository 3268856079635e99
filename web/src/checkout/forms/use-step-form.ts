import type { ReplyOf, SentBody } from '@foyer/contract/calls.ts'
import type { CallName } from '@foyer/contract/paths.ts'
import type { Checkout } from '@foyer/contract/types.ts'
import { useRef } from 'react'
import type { Answer, Failed } from '../../api/client.ts'
import { useForm } from '../../ui/forms/use-form.ts'
import { useStore } from '../state/context.tsx'

type Refusal = {
  /** shown as a notification */
  toast?: string
  /** shown above the button, from the server's answer where it says more */
  inline?: string | ((answer: Failed) => string)
  /** the field for each refusal code */
  fieldOf?: Readonly<Record<string, string>>
}

/**
 * A step's form, and the move to the next step. A page that shows an older state of the sale is reloaded instead of showing
 * an error.
 */
export function useStepForm() {
  const store = useStore()
  const form = useForm()
  const sent = useRef<Answer<CallName>>(undefined)

  const showRefusal = async (answer: Failed, { toast, inline, fieldOf }: Refusal) => {
    const fieldId = fieldOf?.[answer.code ?? '']
    if (fieldId) form.showProblems([{ fieldId, text: answer.error }])
    else if (await store.handleStaleState(answer)) return
    if (toast) store.notify.error(toast)
    if (inline) form.setFailed(typeof inline === 'string' ? inline : inline(answer))
  }

  return {
    ...form,
    /** Returns the reply, or null after a failure that was shown to the buyer. */
    async send<N extends CallName>(name: N, body: SentBody<N>, refusal: Refusal): Promise<ReplyOf<N> | null> {
      const answer = await store.call(name, body, { withCheckout: true })
      sent.current = answer
      if (answer.ok) {
        if (refusal.toast) store.notify.withdraw?.(refusal.toast)
        return answer.reply
      }
      await showRefusal(answer, refusal)
      return null
    },
    /** Reloads what the call has changed and continues. `saved` is known even when the reload fails. */
    next: (saved?: Partial<Checkout>) => store.reloadAndNext(saved, sent.current),
  }
}
