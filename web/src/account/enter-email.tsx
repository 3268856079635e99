import { common, signIn } from '@foyer/contract/messages.en.ts'
import { isEmail } from '@foyer/domain/people/email.ts'
import { type FocusEvent, type FormEvent, type ReactNode, useEffect, useRef, useState } from 'react'
import { call } from '../api/client.ts'
import { LoadingButton } from '../ui/actions/loading-button.tsx'
import { notify } from '../ui/feedback/notify.ts'
import { Form } from '../ui/forms/form.tsx'
import { TextField } from '../ui/forms/text-field.tsx'
import css from './account.module.css'

type Props = {
  /** what is known of the buyer already, or was typed before */
  email?: string
  /** the code is on its way to this address */
  onSent: (email: string) => void
  /** each change, for those who keep what was typed */
  onType?: (email: string) => void
  /** puts the keyboard into the field: when this came in answer to a press, not with the page */
  focus?: boolean
  /** what the form is for; the words about accounts and passwords when left out */
  lead?: ReactNode
  /** below the button */
  children?: ReactNode
}

/** Asks for the email address and has a code sent to it. */
export function EnterEmail({
  email: known = '',
  onSent,
  onType,
  focus = false,
  lead = signIn['account.lead'],
  children,
}: Props) {
  const [email, setEmail] = useState(known)
  const [changed, setChanged] = useState(false)
  const [error, setError] = useState('')
  const [sending, setSending] = useState(false)
  const field = useRef<HTMLInputElement>(null)

  useEffect(() => {
    if (focus) field.current?.focus()
  }, [focus])

  // What is known may come a moment after the form, and gives way to what the buyer types.
  useEffect(() => {
    if (!changed) setEmail(known)
  }, [known, changed])

  const type = (text: string) => {
    setEmail(text)
    setChanged(true)
    onType?.(text)
    if (error && isEmail(text)) setError('')
  }

  const leave = ({ currentTarget, relatedTarget }: FocusEvent<HTMLInputElement>) => {
    // On the way to the form's own button: an error here would move the button from under the press, which says it anyway.
    if (relatedTarget !== null && currentTarget.form?.contains(relatedTarget)) return
    if (changed && email.trim() !== '' && !isEmail(email)) setError(common['error.invalidEmail'])
  }

  const send = async (event: FormEvent) => {
    event.preventDefault()
    if (sending) return
    const address = email.trim()
    if (!isEmail(address)) {
      setError(common['error.invalidEmail'])
      field.current?.focus()
      return
    }
    setError('')
    setSending(true)
    const answer = await call('send_one_time_code', { email: address })
    setSending(false)
    if (answer.ok) return onSent(address)
    // Both, the catalogue's words in the corner and the server's reason where it can be acted on
    notify.error(common['error.sendOneTimeCode'])
    setError(answer.error)
  }

  return (
    <Form className={css.form} onSubmit={send}>
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
        onChange={(event) => type(event.target.value)}
        onBlur={leave}
      />
      <LoadingButton type="submit" loading={sending} className={css.button}>
        {signIn['account.sendCode']}
      </LoadingButton>
      {children}
    </Form>
  )
}
