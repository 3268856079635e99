import { fill } from '@foyer/contract/fill.ts'
import type { OfficeReply } from '@foyer/contract/office/calls.ts'
import { office, prove as t } from '@foyer/contract/office/messages.ts'
import type { OfficeShell } from '@foyer/contract/office/pages.ts'
import type { OfficeCallName } from '@foyer/contract/office/paths.ts'
import { type SubmitEvent, useEffect, useRef, useState } from 'react'
import { Button } from '../../ui/actions/button.tsx'
import { TextField } from '../../ui/forms/fields/text-field.tsx'
import { callOffice } from '../call.ts'
import { canUsePasskeys, signWithPasskey } from '../passkey.ts'

type Props = { shell: OfficeShell; onProved: () => void }

/** Asks for a code or a passkey on the page itself, so that no input is lost. */
export function ProveAgain({ shell, onProved }: Props) {
  const [sent, setSent] = useState<'short' | 'long' | null>(null)
  const [error, setError] = useState('')
  const heading = useRef<HTMLHeadingElement>(null)
  const email = shell.me?.email ?? ''
  useEffect(() => heading.current?.focus(), [])

  const ask = async <N extends OfficeCallName>(
    call: N,
    fields: Record<string, string>,
    done: (reply: OfficeReply<N>) => void,
  ) => {
    const answer = await callOffice(call, new URLSearchParams(fields))
    if (answer.ok) done(answer.reply)
    else setError(answer.error || office.failed)
  }
  const toCode = ({ long_code }: OfficeReply<'office_send_proof'>) => {
    setError('')
    setSent(long_code ? 'long' : 'short')
  }
  const check = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault()
    const code = String(new FormData(event.currentTarget).get('code'))
    void ask('office_prove', { code }, onProved)
  }
  const byPasskey = async () => {
    const response = await signWithPasskey()
    if (response === null) return setError(office.failed)
    await ask('prove_with_passkey', { response }, onProved)
  }

  return (
    <section className="office-box" aria-labelledby="prove-again">
      <h3 id="prove-again" ref={heading} tabIndex={-1}>
        {t.title}
      </h3>
      {sent ? (
        <form className="office-stack" onSubmit={check} noValidate>
          <p>{fill(sent === 'long' ? t['code.longLead'] : t['code.lead'], { email })}</p>
          <TextField label={t.code} name="code" inputMode="numeric" autoComplete="one-time-code" error={error} short />
          <Button type="submit">{t.check}</Button>
        </form>
      ) : (
        <div className="office-stack">
          <p>{fill(t.lead, { email })}</p>
          {error && <p role="alert">{error}</p>}
          <div className="office-row">
            <Button onClick={() => ask('office_send_proof', {}, toCode)}>{t.send}</Button>
            {canUsePasskeys() && (
              <Button variant="secondary" onClick={byPasskey}>
                {t.passkey}
              </Button>
            )}
          </div>
        </div>
      )}
    </section>
  )
}
