import { office as t } from '@foyer/contract/office/messages.ts'
import type { OfficeShell } from '@foyer/contract/office/pages.ts'
import type { OfficeCallName } from '@foyer/contract/office/paths.ts'
import { type ReactNode, type SubmitEvent, useEffect, useRef, useState } from 'react'
import { Alert } from '../../ui/feedback/alert.tsx'
import { callOffice, type OfficeFailed } from '../call.ts'
import { keep, keptIn, restore, typedIn } from './drafts.ts'
import { ProveAgain } from './prove-again.tsx'

type Props = {
  call: OfficeCallName
  shell: OfficeShell
  /** Where it leads when it is done; this page again by default. */
  next?: string
  /** A field of this form whose value tells it from others of the same call on the page. */
  only?: [name: string, value: string | number]
  /** Names what is typed in this browser until it is done. */
  draft?: string
  className?: string
  /** `busy`: sent and not answered yet. */
  children: ReactNode | ((busy: boolean) => ReactNode)
}

/** A form of the office. Without script it is posted to its page, which shows it again with what was typed if it is refused.
 * With script it stays where it is until it is done; where a fresh proof is needed, that is asked for in place.
 */
export function OfficeForm({ call, shell, next, only, draft, className, children }: Props) {
  const [failed, setFailed] = useState<Omit<OfficeFailed, 'ok'> | null>(isBack(shell, call, only) ? shell.failed : null)
  const [busy, setBusy] = useState(false)
  const form = useRef<HTMLFormElement>(null)
  const alert = useRef<HTMLDivElement>(null)
  const mustProve = failed?.code === 'proof_too_old'

  useEffect(() => {
    if (failed && !mustProve) alert.current?.focus()
  }, [failed, mustProve])

  useEffect(() => {
    const kept = draft === undefined || shell.failed !== null ? null : keptIn(draft)
    if (kept) restore(form.current!, kept.typed)
  }, [draft, shell])

  const send = async () => {
    setBusy(true)
    const body = new URLSearchParams()
    for (const [name, value] of new FormData(form.current!)) if (typeof value === 'string') body.append(name, value)
    const answer = await callOffice(call, body)
    const { next: leads } = (answer.ok ? answer.reply : {}) as { next?: string }
    if (answer.ok) {
      if (draft !== undefined) keep(draft, null)
      return leave(leads ?? next ?? shell.here)
    }
    setBusy(false)
    // Sent as a page, what was typed waits on the page where one signs in.
    if (answer.code === 'not_signed_in') return form.current!.submit()
    setFailed({ code: answer.code, error: answer.error || t.failed })
  }
  const submit = (event: SubmitEvent) => {
    // A page that carries a form of another page has to send it along.
    if (shell.resume !== null && !busy) return setBusy(true)
    event.preventDefault()
    if (!busy) void send()
  }

  return (
    <>
      {/* Beside the form, because a form cannot be in another. */}
      {mustProve && (
        <ProveAgain
          shell={shell}
          onProved={() => {
            setFailed(null)
            void send()
          }}
        />
      )}
      <form
        ref={form}
        method="post"
        action={shell.here}
        className={className}
        onSubmit={submit}
        onInput={draft === undefined ? undefined : () => keep(draft, { typed: typedIn(form.current!) })}
        noValidate
      >
        <input type="hidden" name="call" value={call} />
        {shell.resume !== null && <input type="hidden" name="resume" value={shell.resume} />}
        {next !== undefined && <input type="hidden" name="next" value={next} />}
        {failed && !mustProve && (
          <Alert type={failed.code === 'resumed' ? 'info' : 'error'} live ref={alert} tabIndex={-1}>
            {failed.error}
          </Alert>
        )}
        {typeof children === 'function' ? children(busy) : children}
      </form>
    </>
  )
}

/** The page as it is now, also when it is this one. */
function leave(path: string): void {
  const here = `${location.pathname}${location.search}`
  if (path === here) location.reload()
  else location.assign(path)
}

type Only = Props['only']

/** Whether this form came back: it was refused, or its sender had to sign in again. */
export const isBack = ({ failed }: OfficeShell, call: OfficeCallName, only?: Only): boolean =>
  failed?.call === call && (only === undefined || failed.sent[only[0]] === String(only[1]))

/** A value that the form was sent with, to be shown again. */
export const typed = (shell: OfficeShell, call: OfficeCallName, name: string, only?: Only): string =>
  isBack(shell, call, only) ? (shell.failed?.sent[name] ?? '') : ''

/** The same of a list of boxes, where `is` was ticked at first. */
export const ticked = (
  shell: OfficeShell,
  call: OfficeCallName,
  name: string,
  value: string | number,
  { only, is = false }: { only?: Only; is?: boolean } = {},
): boolean => (isBack(shell, call, only) ? typed(shell, call, name, only).split('\n').includes(String(value)) : is)
