import type { ReplyOf, SentBody } from '@foyer/contract/calls.ts'
import { common } from '@foyer/contract/messages.ts'
import type { CallName } from '@foyer/contract/paths.ts'
import { type FormEvent, useState } from 'react'
import { call } from '../../api/client.ts'
import { Alert } from '../../ui/feedback/alert.tsx'

/** A form that sends one call at a time and shows why it was refused. It stays busy after success, until the page replaces it. */
export function useCallForm<N extends CallName>(name: N, onReply: (reply: ReplyOf<N>) => void) {
  const [busy, setBusy] = useState(false)
  const [error, setError] = useState('')
  const send = async (event: FormEvent, body: SentBody<N>) => {
    event.preventDefault()
    if (busy) return
    setBusy(true)
    setError('')
    const answer = await call(name, body)
    if (answer.ok) return onReply(answer.reply)
    setError(answer.error || common['error.unknown'])
    setBusy(false)
  }
  const errorAlert = error && (
    <Alert type="error" live>
      {error}
    </Alert>
  )
  return { busy, send, errorAlert }
}
