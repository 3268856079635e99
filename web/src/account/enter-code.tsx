import type { ReplyOf } from '@foyer/contract/calls.ts'
import { fill } from '@foyer/contract/fill.ts'
import { common, signIn } from '@foyer/contract/messages.ts'
import { LIMITS } from '@foyer/domain/limits.ts'
import { isWholeCode } from '@foyer/domain/people/one-time-code.ts'
import { type FormEvent, useEffect, useRef, useState } from 'react'
import { call, type Failed } from '../api/client.ts'
import { LoadingButton } from '../ui/actions/loading-button.tsx'
import { announce } from '../ui/feedback/announce.ts'
import { CodeField } from '../ui/forms/fields/code-field.tsx'
import { Form } from '../ui/forms/form.tsx'
import { useAction } from '../ui/forms/use-action.ts'
import css from './account.module.css'

type Props = {
  /** the address the code was sent to */
  email: string
  /** the code has 12 digits, because many were requested for the address */
  isLong?: boolean
  /** called with the reply once the code is right; it says whether the address has an account */
  onChecked: (reply: ReplyOf<'check_one_time_code'>) => unknown
  /** called when the code is right, but the hold has expired or the account cannot have these tickets */
  onReserving?: (message: string) => void
  /** back to the address, to change it or to request another code */
  onBack: () => void
}

const messageOf = ({ body, error }: Failed): string =>
  typeof body?.message === 'string' && body.message !== '' ? body.message : error || common['error.unknown']

/** The form for the code from the email. */
export function EnterCode({ email, isLong = false, onChecked, onReserving, onBack }: Props) {
  const [code, setCode] = useState('')
  const { busy, failed, setFailed, run } = useAction()
  const field = useRef<HTMLInputElement>(null)

  useEffect(() => field.current?.focus(), [])

  const onType = (digits: string) => {
    setCode(digits)
    if (digits !== '') setFailed('')
  }

  const check = async () => {
    const answer = await call('check_one_time_code', { email, code, ...(onReserving && { context: 'checkout' }) })
    if (answer.ok) return void (await onChecked(answer.reply))
    const message = messageOf(answer)
    if (answer.body?.type === 'reserving' && onReserving) return onReserving(message)
    // The field is cleared for the next attempt.
    setFailed(message)
    announce(message, 'assertive')
    setCode('')
    field.current?.focus()
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (isWholeCode(code, isLong)) void run(check)
  }

  return (
    <Form className={css.form} onSubmit={submit}>
      <p className={css.lead}>
        {isLong
          ? fill(signIn['account.longCodeSentTo'], { email })
          : fill(signIn['account.codeSentTo'], { email, minutes: LIMITS.oneTimeCodeSeconds / 60 })}
      </p>
      <CodeField
        ref={field}
        id="code"
        label={isLong ? signIn['account.longCode'] : signIn['account.code']}
        error={failed}
        value={code}
        isLong={isLong}
        onChange={onType}
      />
      <div className={css.row}>
        <LoadingButton
          type="submit"
          loading={busy !== null}
          disabled={!isWholeCode(code, isLong)}
          className={css.button}
        >
          {signIn['account.verify']}
        </LoadingButton>
        <button type="button" className="link" onClick={onBack}>
          {signIn['link.changeEmailOrResendCode']}
        </button>
      </div>
    </Form>
  )
}
