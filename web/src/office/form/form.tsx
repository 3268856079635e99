import { office as t } from '@foyer/contract/office/messages.ts'
import type { OfficeShell } from '@foyer/contract/office/pages.ts'
import type { OfficeCallName } from '@foyer/contract/office/paths.ts'
import { type ReactNode, type SubmitEvent, useEffect, useRef, useState } from 'react'
import { Button } from '../../ui/actions/button.tsx'
import { Alert, type AlertType } from '../../ui/feedback/alert.tsx'
import { callOffice, type OfficeFailed } from '../call.ts'
import { DONE_ID } from '../sentence.tsx'
import { openPage, pageAfter } from './after.ts'
import { DraftOffers } from './draft-offers.tsx'
import { deleteDraftsOf } from './drafts.ts'
import { ProveAgain } from './prove-again.tsx'
import { useDraft } from './use-draft.ts'

type Props = {
  call: OfficeCallName
  shell: OfficeShell
  /** The page that opens after success; this page by default. */
  next?: string
  /** A field whose value distinguishes this form from others of the same call on the page. */
  only?: [name: string, value: string | number]
  /** What the form is for. The browser keeps the input under it until the form succeeds. */
  draft?: string
  className?: string
  /** `busy`: the form was sent and has no response yet. */
  children: ReactNode | ((busy: boolean) => ReactNode)
}

/** Answers that are no mistake of the sender. */
const ALERTS: Readonly<Record<string, AlertType>> = { resumed: 'info', just_sent: 'warning', give_check: 'info' }

/**
 * A form of the office. Without JavaScript it is posted to its page, which shows it again with its input if it is refused. With
 * JavaScript the page stays until the form succeeds, and requests a fresh proof of identity in place if one is needed.
 */
export function OfficeForm({ call, shell, next, only, draft: about, className, children }: Props) {
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

  const draft = useDraft({ form, shell, about, isReturned: isReturned(shell, call, only) })

  const send = async (pressed?: HTMLElement | null) => {
    setBusy(true)
    const body = new URLSearchParams()
    for (const [name, value] of new FormData(form.current!)) if (typeof value === 'string') body.append(name, value)
    if (pressed instanceof HTMLButtonElement && pressed.name) body.append(pressed.name, pressed.value)
    const answer = await callOffice(call, body)
    if (answer.ok) {
      draft.saved()
      if (call === 'office_sign_out' && shell.me) deleteDraftsOf(shell.me.id)
      return openPage(pageAfter(answer.reply, next ?? shell.page_path))
    }
    setBusy(false)
    // Submitted as a page, the input is carried by the sign-in page, and a review is shown again with its new figures.
    if (answer.code === 'not_signed_in' || answer.code === 'difference_changed' || answer.code === 'party_changed') {
      draft.sent()
      return form.current!.submit()
    }
    // What an act before this one did is no longer the answer.
    document.getElementById(DONE_ID)?.setAttribute('hidden', '')
    setFailed({ code: answer.code, error: answer.error || t.failed, link: answer.link })
  }
  const submit = (event: SubmitEvent) => {
    // A page that carries another page's form has to submit it along.
    if (shell.resume !== null && !busy) return setBusy(true)
    event.preventDefault()
    if (!busy) void send(event.submitter)
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
      <DraftOffers draft={draft} titleField={undefined} />
      <form
        ref={form}
        method="post"
        action={shell.page_path}
        className={className}
        onSubmit={submit}
        onInput={draft.keep}
        noValidate
      >
        <input type="hidden" name="call" value={call} />
        {shell.resume !== null && <input type="hidden" name="resume" value={shell.resume} />}
        {next !== undefined && <input type="hidden" name="next" value={next} />}
        {failed && !mustProve && (
          <Alert type={ALERTS[failed.code] ?? 'error'} live ref={alert} tabIndex={-1} action={confirmButton(failed)}>
            <Lines text={failed.error} />
            {failed.link && <a href={failed.link.url}>{failed.link.label}</a>}
          </Alert>
        )}
        {typeof children === 'function' ? children(busy) : children}
      </form>
    </>
  )
}

/** The button that does it all the same, for an answer that asks first. */
function confirmButton({ code, error }: Omit<OfficeFailed, 'ok'>) {
  if (code === 'just_sent')
    return (
      <Button type="submit" name="again" value="1" variant="secondary" small>
        {t.sendAnyway}
      </Button>
    )
  return (
    code === 'give_check' && (
      <Button type="submit" name="confirmed" value={error}>
        {t.giveThese}
      </Button>
    )
  )
}

/** A sentence, and the lines after it as a list. */
function Lines({ text }: { text: string }) {
  const [sentence, ...lines] = text.split('\n')
  return (
    <>
      {sentence}
      {lines.length > 0 && (
        <ul>
          {lines.map((line) => (
            <li key={line}>{line}</li>
          ))}
        </ul>
      )}
    </>
  )
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
