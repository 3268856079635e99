import type { ReplyOf, SentBody } from '@foyer/contract/calls.ts'
import { common } from '@foyer/contract/messages.ts'
import type { CallName } from '@foyer/contract/paths.ts'
import type { FormEvent } from 'react'
import { call } from '../../api/client.ts'
import { Alert } from '../../ui/feedback/alert.tsx'
import { LEAVING, useAction } from '../../ui/forms/use-action.ts'

/** A form that sends one call at a time and shows why it was refused. It stays busy after success, until the page replaces it. */
export function useCallForm<N extends CallName>(name: N, onReply: (reply: ReplyOf<N>) => void) {
  const { busy, failed, setFailed, run } = useAction()
  const send = (event: FormEvent, body: SentBody<N>) => {
    event.preventDefault()
    return run(async () => {
      const answer = await call(name, body)
      if (!answer.ok) return setFailed(answer.error || common['error.unknown'])
      onReply(answer.reply)
      return LEAVING
    })
  }
  const errorAlert = failed && (
    <Alert type="error" live>
      {failed}
    </Alert>
  )
  return { busy: busy !== null, send, errorAlert }
}
