import type { ReplyOf } from '@foyer/contract/calls.ts'
import { type ReactNode, useState } from 'react'
import { EnterCode } from './enter-code.tsx'
import { EnterEmail } from './enter-email.tsx'

type Props = {
  lead?: ReactNode
  onChecked: (reply: ReplyOf<'check_one_time_code'>, email: string) => unknown
}

/** The address form, then the code form, in the same place. */
export function SignIn({ lead, onChecked }: Props) {
  const [email, setEmail] = useState('')
  const [isLong, setIsLong] = useState(false)
  const [mode, setMode] = useState<'first' | 'email' | 'code'>('first')
  if (mode === 'code')
    return (
      <EnterCode
        email={email}
        isLong={isLong}
        onChecked={(reply) => onChecked(reply, email)}
        onBack={() => setMode('email')}
      />
    )
  return (
    <EnterEmail
      email={email}
      lead={lead}
      focus={mode === 'email'}
      onSent={(sentTo, sentLong) => {
        setEmail(sentTo)
        setIsLong(sentLong)
        setMode('code')
      }}
    />
  )
}
