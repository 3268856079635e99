import type { SentBody } from '@foyer/contract/calls.ts'
import { common } from '@foyer/contract/messages.ts'
import type { CallName } from '@foyer/contract/paths.ts'
import { type FormEvent, useState } from 'react'
import { call } from '../../api/client.ts'
import { Alert } from '../../ui/feedback/alert.tsx'

/** A form that sends one call at a time, and shows why it was refused. */
export function useCallForm<N extends CallName>(name: N, onReply: (reply: never) => void) {
  const [busy, setBusy] = useState(false)
  const [error, setError] = useState('')
  const send = async (event: FormEvent, body: object) => {
    event.preventDefault()
    if (busy) return
    setBusy(true)
    setError('')
    const answer = await call(name, body as SentBody<N>)
    if (answer.ok) return onReply(answer.reply as never)
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
