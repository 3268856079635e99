import { newEvent as t } from '@foyer/contract/office/events/messages.en.ts'
import type { OfficeShell } from '@foyer/contract/office/pages.ts'
import type { OfficeCallName } from '@foyer/contract/office/paths.ts'
import { type ReactNode, type SubmitEvent, useEffect, useRef, useState } from 'react'
import { Button } from '../ui/actions/button.tsx'
import { Alert } from '../ui/feedback/alert.tsx'
import { ErrorSummary } from '../ui/forms/error-summary.tsx'

type Props = {
  call: OfficeCallName
  shell: OfficeShell
  /** Names what is typed in this browser until it is saved: one form, of one version. */
  draft: string
  className?: string
  children: ReactNode
}

const STORE = 'foyer-office-draft '

type Kept = { typed: [string, string][]; sent?: true }

const keptIn = (draft: string): Kept | null => {
  try {
    return JSON.parse(localStorage.getItem(STORE + draft) ?? 'null')
  } catch {
    return null
  }
}
function keep(draft: string, kept: Kept | null): void {
  try {
    if (kept === null) localStorage.removeItem(STORE + draft)
    else localStorage.setItem(STORE + draft, JSON.stringify(kept))
  } catch {
    // Nothing is kept where the browser keeps nothing.
  }
}

/** A form was sent and wasn't saved, because its sender has to sign in or confirm first. */
export function unsend(): void {
  try {
    for (const name of Object.keys(localStorage).filter((name) => name.startsWith(STORE))) {
      const { typed } = JSON.parse(localStorage.getItem(name)!) as Kept
      localStorage.setItem(name, JSON.stringify({ typed }))
    }
  } catch {
    // Nothing is kept where the browser keeps nothing.
  }
}

const typedIn = (form: HTMLFormElement): [string, string][] =>
  [...new FormData(form)].flatMap(([name, value]) => (typeof value === 'string' ? [[name, value]] : []))

/**
 * A whole page's form, sent as a page, so that it works without script. When it is refused, the page comes back with what was
 * typed. Until then the browser keeps it, against a closed tab or an ended session.
 */
export function PageForm({ call, shell, draft, className, children }: Props) {
  const form = useRef<HTMLFormElement>(null)
  const sending = useRef(false)
  const [isRestored, setRestored] = useState(false)
  const failed = shell.failed?.call === call ? shell.failed : null
  const problems = Object.entries(failed?.problems ?? {})

  useEffect(() => {
    const own = form.current
    if (own === null) return
    const kept = keptIn(draft)
    if (kept?.sent && failed === null) keep(draft, null)
    else if (kept && failed === null) setRestored(restore(own, kept.typed))
    const again = () => {
      sending.current = false
    }
    window.addEventListener('pageshow', again)
    return () => window.removeEventListener('pageshow', again)
  }, [draft, failed])

  const submit = (event: SubmitEvent) => {
    if (sending.current) return event.preventDefault()
    sending.current = true
    keep(draft, { typed: typedIn(form.current!), sent: true })
  }
  const discard = () => {
    keep(draft, null)
    location.reload()
  }

  return (
    <>
      {problems.length > 0 ? (
        <ErrorSummary title={t.problem} errors={problems.map(([field, text]) => ({ fieldId: idOf(field), text }))} />
      ) : (
        failed && <Alert type={failed.code === 'resumed' ? 'info' : 'error'}>{failed.error}</Alert>
      )}
      {isRestored && (
        <div className="office-note office-row">
          <p>{t.restored}</p>
          <Button variant="quiet" small onClick={discard}>
            {t.discard}
          </Button>
        </div>
      )}
      <form
        ref={form}
        method="post"
        action={shell.here}
        className={className}
        onSubmit={submit}
        onInput={() => keep(draft, { typed: typedIn(form.current!) })}
        noValidate
      >
        <input type="hidden" name="call" value={call} />
        <input type="hidden" name="organiser_id" value={shell.organiser_id ?? ''} />
        {children}
      </form>
    </>
  )
}

/** The id of a field's control, which error summaries link to. */
export const idOf = (name: string): string => `field-${name}`

/** Puts back what was typed. Says whether anything differs from what the page shows. */
function restore(form: HTMLFormElement, typed: Kept['typed']): boolean {
  let changed = false
  const values = new Map<string, string[]>()
  for (const [name, value] of typed) values.set(name, [...(values.get(name) ?? []), value])
  for (const control of form.elements) {
    if (
      !(
        control instanceof HTMLInputElement ||
        control instanceof HTMLTextAreaElement ||
        control instanceof HTMLSelectElement
      )
    )
      continue
    if (control.name === '' || control.type === 'hidden') continue
    const own = values.get(control.name) ?? []
    if (control instanceof HTMLInputElement && control.type === 'checkbox') {
      const checked = own.includes(control.value)
      changed ||= checked !== control.checked
      control.checked = checked
    } else if (own[0] !== undefined) {
      changed ||= own[0] !== control.value
      control.value = own[0]
    }
  }
  return changed
}
