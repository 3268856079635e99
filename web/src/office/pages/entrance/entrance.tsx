import { fill, joined } from '@foyer/contract/fill.ts'
import { entrance as t } from '@foyer/contract/office/messages.ts'
import { OFFICE_PAGES, type OfficePageData, type OfficeShell } from '@foyer/contract/office/pages.ts'
import { type ReactNode, useRef, useState } from 'react'
import { Button } from '../../../ui/actions/button.tsx'
import { ButtonLink } from '../../../ui/actions/button-link.tsx'
import { Alert } from '../../../ui/feedback/alert.tsx'
import { TextField } from '../../../ui/forms/fields/text-field.tsx'
import { useHydrated } from '../../../ui/hooks/use-hydrated.ts'
import { callOffice } from '../../call.ts'
import { OfficeForm, sentValue } from '../../form/form.tsx'
import type { OfficePages } from '../../page.ts'
import { canUsePasskeys, signWithPasskey } from '../../passkey.ts'
import { roleName } from '../../roles.ts'

type Props<P extends 'sign_in' | 'first' | 'invitation'> = { data: OfficePageData[P]; shell: OfficeShell }

export function SignInPage({ data, shell }: Props<'sign_in'>) {
  const next = shell.next || OFFICE_PAGES.home.path
  return (
    <>
      <h1>{t.title}</h1>
      {shell.resume === null ? <p>{t.lead}</p> : <p className="office-note">{t.waiting}</p>}
      {data.proved && !data.is_staff && <Alert type="info">{fill(t.notStaff, { email: data.proved })}</Alert>}
      <ByCode shell={shell} next={next} check={t.check} again={data.proved !== null} />
      <ByPasskey shell={shell} next={next} />
    </>
  )
}

/** The address, then the code, each in its own form on this page. The correct code opens the next page. */
function ByCode({ shell, next, check, again }: { shell: OfficeShell; next: string; check: string; again: boolean }) {
  const [other, setOther] = useState(false)
  const isSent = shell.sent_to !== null && !other && !again
  if (!isSent)
    return (
      <OfficeForm key="email" call="office_send_code" shell={shell} className="office-stack">
        <TextField
          label={t.email}
          name="email"
          type="email"
          autoComplete="username webauthn"
          defaultValue={sentValue(shell, 'office_send_code', 'email')}
        />
        <Button type="submit">{t.send}</Button>
      </OfficeForm>
    )
  return (
    <>
      <p>{fill(shell.long_code ? t['code.longLead'] : t['code.lead'], { email: shell.sent_to! })}</p>
      <OfficeForm key="code" call="office_check_code" shell={shell} next={next} className="office-stack">
        <input type="hidden" name="email" value={shell.sent_to!} />
        <TextField label={t.code} name="code" inputMode="numeric" autoComplete="one-time-code" short />
        <Button type="submit">{check}</Button>
      </OfficeForm>
      <div className="office-row">
        <OfficeForm call="office_send_code" shell={shell}>
          <input type="hidden" name="email" value={shell.sent_to!} />
          <Button type="submit" variant="quiet" small>
            {t.again}
          </Button>
        </OfficeForm>
        <Button variant="quiet" small onClick={() => setOther(true)}>
          {t.other}
        </Button>
      </div>
    </>
  )
}

function ByPasskey({ shell, next }: { shell: OfficeShell; next: string }) {
  const [error, setError] = useState('')
  const form = useRef<HTMLFormElement>(null)
  // Only the browser can tell whether it supports passkeys.
  if (!useHydrated() || !canUsePasskeys()) return null
  const signIn = async () => {
    const response = await signWithPasskey()
    if (response === null) return
    if (form.current !== null) {
      form.current.querySelector<HTMLInputElement>('[name=response]')!.value = response
      return form.current.submit()
    }
    const answer = await callOffice('sign_in_with_passkey', new URLSearchParams({ response }))
    if (answer.ok) location.assign(next)
    else setError(answer.error)
  }
  return (
    <div className="office-stack">
      <p className="office-or">{t['passkey.or']}</p>
      {error && (
        <Alert type="error" live>
          {error}
        </Alert>
      )}
      <Button variant="secondary" onClick={signIn}>
        {t['passkey.button']}
      </Button>
      {shell.resume !== null && (
        <form ref={form} method="post" action={shell.page_path} hidden>
          <input type="hidden" name="call" value="sign_in_with_passkey" />
          <input type="hidden" name="resume" value={shell.resume} />
          <input type="hidden" name="response" />
        </form>
      )}
    </div>
  )
}

function Ended({ title, text }: { title: string; text: string }) {
  return (
    <>
      <h1>{title}</h1>
      <p>{text}</p>
      <ButtonLink href={OFFICE_PAGES.sign_in.path}>{t.toSignIn}</ButtonLink>
    </>
  )
}

type Join = { shell: OfficeShell; call: 'join_first' | 'accept_invitation'; button: string; children?: ReactNode }

function NameForm({ shell, call, button, children }: Join) {
  return (
    <OfficeForm call={call} shell={shell} next={OFFICE_PAGES.home.path} className="office-stack">
      <input type="hidden" name="token" value={shell.token} />
      <TextField
        label={t.name}
        name="name"
        autoComplete="name"
        defaultValue={sentValue(shell, call, 'name') || (shell.me?.name ?? '')}
      />
      {children}
      <Button type="submit">{button}</Button>
    </OfficeForm>
  )
}

export function InvitationPage({ data, shell }: Props<'invitation'>) {
  const { invitation, proved } = data
  if (invitation === null) return <Ended title={t['invitation.ended']} text={t['invitation.endedText']} />
  const { organiser, role, email_hint: hint } = invitation
  return (
    <>
      <h1>{fill(t['invitation.title'], { organiser })}</h1>
      {proved === null ? (
        <>
          <p>{fill(t['invitation.lead'], { organiser, role: roleName(role), hint })}</p>
          <ByCode shell={shell} next={shell.page_path} check={t['check.join']} again={false} />
        </>
      ) : (
        <>
          <p>{fill(t['invitation.proved'], { email: proved })}</p>
          <NameForm shell={shell} call="accept_invitation" button={t['invitation.accept']} />
        </>
      )}
    </>
  )
}

export function FirstPage({ data, shell }: Props<'first'>) {
  const { first, proved } = data
  if (first === null) return <Ended title={t['first.ended']} text={t['first.endedText']} />
  return (
    <>
      <h1>{t['first.title']}</h1>
      {proved === null ? (
        <>
          <p>{t['first.lead']}</p>
          <ByCode shell={shell} next={shell.page_path} check={t['check.join']} again={false} />
        </>
      ) : (
        <>
          <p>{fill(t['first.proved'], { email: proved })}</p>
          <NameForm shell={shell} call="join_first" button={t['first.join']}>
            {first.organisers.length > 0 ? (
              <p>{fill(t['first.owns'], { organisers: joined(first.organisers, ', ') })}</p>
            ) : (
              <TextField
                label={t['first.organiser']}
                hint={t['first.organiserHint']}
                name="organiser_name"
                autoComplete="organization"
                defaultValue={sentValue(shell, 'join_first', 'organiser_name')}
              />
            )}
          </NameForm>
        </>
      )}
    </>
  )
}

export const pages: Pick<OfficePages, 'sign_in' | 'first' | 'invitation'> = {
  sign_in: { title: () => t.title, Body: SignInPage },
  first: { title: () => t['first.title'], Body: FirstPage },
  invitation: { title: () => t['invitation.accept'], Body: InvitationPage },
}
