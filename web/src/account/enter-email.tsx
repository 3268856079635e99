import { common, signIn } from '@foyer/contract/messages.ts'
import { isEmail } from '@foyer/domain/people/email.ts'
import { type FocusEvent, type FormEvent, type ReactNode, useEffect, useRef, useState } from 'react'
import { call } from '../api/client.ts'
import { LoadingButton } from '../ui/actions/loading-button.tsx'
import { notify } from '../ui/feedback/notify.ts'
import { TextField } from '../ui/forms/fields/text-field.tsx'
import { Form } from '../ui/forms/form.tsx'
import { isPressing } from '../ui/forms/is-pressing.ts'
import { useAction } from '../ui/forms/use-action.ts'
import css from './account.module.css'

type Props = {
  /** the buyer's address if it is known, or what was typed before */
  email?: string
  /** called once the code has been sent to this address; a long one has 12 digits */
  onSent: (email: string, isLong: boolean) => void
  /** called when no code was sent because the address has had one already */
  onHasCode?: (email: string) => void
  /** called with each change */
  onType?: (email: string) => void
  /** focuses the field: when the form appears after a press, not with the page */
  focus?: boolean
  /** what the form is for; by default, the text that no account or password is needed */
  lead?: ReactNode
  /** below the button */
  children?: ReactNode
}

/** The form that sends a one-time code to an email address. */
export function EnterEmail({
  email: initialEmail = '',
  onSent,
  onHasCode,
  onType,
  focus = false,
  lead = signIn['account.lead'],
  children,
}: Props) {
  const [email, setEmail] = useState(initialEmail)
  const [changed, setChanged] = useState(false)
  const { busy, failed: error, setFailed: setError, run } = useAction()
  const field = useRef<HTMLInputElement>(null)

  useEffect(() => {
    if (focus) field.current?.focus()
  }, [focus])

  // The buyer's address can arrive after the first render; typed text takes precedence.
  useEffect(() => {
    if (!changed) setEmail(initialEmail)
  }, [initialEmail, changed])

  const onTyped = (text: string) => {
    setEmail(text)
    setChanged(true)
    onType?.(text)
    if (error && isEmail(text)) setError('')
  }

  const onBlur = (event: FocusEvent<HTMLInputElement>) => {
    // Pressing the button shows the error anyway.
    if (isPressing(event)) return
    if (changed && email.trim() !== '' && !isEmail(email)) setError(common['error.invalidEmail'])
  }

  const send = async (address: string) => {
    const answer = await call('send_one_time_code', { email: address })
    if (answer.ok) {
      notify.withdraw(common['error.sendOneTimeCode'])
      return onSent(address, answer.reply.long_code ?? false)
    }
    // The catalogue's text is a notification, and the server's reason is shown at the field.
    notify.error(common['error.sendOneTimeCode'])
    setError(answer.error)
    if (answer.code === 'code_just_sent' || answer.code === 'too_many_codes') onHasCode?.(address)
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (busy) return
    const address = email.trim()
    if (!isEmail(address)) {
      setError(common['error.invalidEmail'])
      field.current?.focus()
      return
    }
    void run(() => send(address))
  }

  return (
    <Form className={css.form} onSubmit={submit}>
      {lead && <p className={css.lead}>{lead}</p>}
      <TextField
        ref={field}
        id="email"
        name="email"
        type="email"
        label={signIn['account.email']}
        hint={signIn['hint.email']}
        error={error}
        autoComplete="email"
        inputMode="email"
        spellCheck={false}
        autoCapitalize="none"
        enterKeyHint="next"
        value={email}
        onChange={(event) => onTyped(event.target.value)}
        onBlur={onBlur}
      />
      <LoadingButton type="submit" loading={busy !== null} className={css.button}>
        {signIn['account.sendCode']}
      </LoadingButton>
      {children}
    </Form>
  )
}
