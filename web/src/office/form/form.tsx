import { office as t } from '@foyer/contract/office/messages.ts'
import type { OfficeShell } from '@foyer/contract/office/pages.ts'
import type { OfficeCallName } from '@foyer/contract/office/paths.ts'
import { type ReactNode, type SubmitEvent, useEffect, useRef, useState } from 'react'
import { Alert } from '../../ui/feedback/alert.tsx'
import { callOffice, type OfficeFailed } from '../call.ts'
import { readDraft, restoreDraft, saveDraft, valuesIn } from './drafts.ts'
import { ProveAgain } from './prove-again.tsx'

type Props = {
  call: OfficeCallName
  shell: OfficeShell
  /** The page that opens after success; this page by default. */
  next?: string
  /** A field whose value distinguishes this form from others of the same call on the page. */
  only?: [name: string, value: string | number]
  /** The key under which the browser stores the input until the form succeeds. */
  draft?: string
  className?: string
  /** `busy`: the form was sent and has no response yet. */
  children: ReactNode | ((busy: boolean) => ReactNode)
}

/**
 * A form of the office. Without JavaScript it is posted to its page, which shows it again with its input if it is refused. With
 * JavaScript the page stays until the form succeeds, and requests a fresh proof of identity in place if one is needed.
 */
export function OfficeForm({ call, shell, next, only, draft, className, children }: Props) {
  const [failed, setFailed] = useState<Omit<OfficeFailed, 'ok'> | null>(
    isReturned(shell, call, only) ? shell.failed : null,
  )
  const [busy, setBusy] = useState(false)
  const form = useRef<HTMLFormElement>(null)
  const alert = useRef<HTMLDivElement>(null)
  const mustProve = failed?.code === 'proof_too_old'

  useEffect(() => {
    if (failed && !mustProve) alert.current?.focus()
  }, [failed, mustProve])

  useEffect(() => {
    const kept = draft === undefined || shell.failed !== null ? null : readDraft(draft)
    if (kept) restoreDraft(form.current!, kept.typed)
  }, [draft, shell])

  const send = async () => {
    setBusy(true)
    const body = new URLSearchParams()
    for (const [name, value] of new FormData(form.current!)) if (typeof value === 'string') body.append(name, value)
    const answer = await callOffice(call, body)
    const { next: nextPage } = (answer.ok ? answer.reply : {}) as { next?: string }
    if (answer.ok) {
      if (draft !== undefined) saveDraft(draft, null)
      return openPage(nextPage ?? next ?? shell.page_path)
    }
    setBusy(false)
    // Submitted as a page, the input is carried by the sign-in page.
    if (answer.code === 'not_signed_in') return form.current!.submit()
    setFailed({ code: answer.code, error: answer.error || t.failed })
  }
  const submit = (event: SubmitEvent) => {
    // A page that carries another page's form has to submit it along.
    if (shell.resume !== null && !busy) return setBusy(true)
    event.preventDefault()
    if (!busy) void send()
  }

  return (
    <>
      {/* Outside the form, because forms can't be nested. */}
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
        action={shell.page_path}
        className={className}
        onSubmit={submit}
        onInput={draft === undefined ? undefined : () => saveDraft(draft, { typed: valuesIn(form.current!) })}
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

/** Opens a page with its current data, even if it is this one. */
function openPage(path: string): void {
  const here = `${location.pathname}${location.search}`
  if (path === here) location.reload()
  else location.assign(path)
}

type Only = Props['only']

/** Whether this form is shown again, because it was refused or its sender had to sign in. */
export const isReturned = ({ failed }: OfficeShell, call: OfficeCallName, only?: Only): boolean =>
  failed?.call === call && (only === undefined || failed.sent[only[0]] === String(only[1]))

/** The value with which a returned form was sent; otherwise empty. */
export const sentValue = (shell: OfficeShell, call: OfficeCallName, name: string, only?: Only): string =>
  isReturned(shell, call, only) ? (shell.failed?.sent[name] ?? '') : ''

/** Whether a checkbox was checked when the form was sent; `is` is its state in a new form. */
export const wasChecked = (
  shell: OfficeShell,
  call: OfficeCallName,
  name: string,
  value: string | number,
  { only, is = false }: { only?: Only; is?: boolean } = {},
): boolean =>
  isReturned(shell, call, only) ? sentValue(shell, call, name, only).split('\n').includes(String(value)) : is
