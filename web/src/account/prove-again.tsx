import { common } from '@foyer/contract/messages.ts'
import { useEffect, useState } from 'react'
import { call } from '../api/client.ts'
import { Alert } from '../ui/feedback/alert.tsx'
import { EnterCode } from './enter-code.tsx'

type Props = {
  /** the address of the signed-in buyer */
  email: string
  onProved: () => unknown
  /** called when the code is right, but the hold has expired */
  onReserving: (message: string) => void
}

/** Sends a code to a buyer who signed in some time ago, and shows the form for it. */
export function ProveAgain({ email, onProved, onReserving }: Props) {
  const [error, setError] = useState('')
  const [isLong, setIsLong] = useState(false)

  const send = async () => {
    const answer = await call('send_one_time_code', { email })
    setError(answer.ok ? '' : answer.error || common['error.unknown'])
    if (answer.ok) setIsLong(answer.reply.long_code ?? false)
  }

  // biome-ignore lint/correctness/useExhaustiveDependencies: once
  useEffect(() => void send(), [])

  return (
    <>
      {error && (
        <Alert type="warning" live>
          <p>{error}</p>
        </Alert>
      )}
      <EnterCode email={email} isLong={isLong} onChecked={onProved} onReserving={onReserving} onBack={send} />
    </>
  )
}
