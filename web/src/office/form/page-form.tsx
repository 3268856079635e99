import { newEvent as t } from '@foyer/contract/office/events/messages.en.ts'
import type { OfficeShell } from '@foyer/contract/office/pages.ts'
import type { OfficeCallName } from '@foyer/contract/office/paths.ts'
import { createContext, type ReactNode, type SubmitEvent, useEffect, useRef, useState } from 'react'
import { Button } from '../../ui/actions/button.tsx'
import { Alert } from '../../ui/feedback/alert.tsx'
import { ErrorSummary } from '../../ui/forms/error-summary.tsx'
import { keep, keptIn, restore, type Typed, typedIn } from './drafts.ts'
import { OrganiserId } from './hidden-ids.tsx'

type Props = {
  call: OfficeCallName
  shell: OfficeShell
  /** Names what is typed in this browser until it is saved: one form. */
  draft: string
  className?: string
  children: ReactNode
}

/** The names of the fields that were typed and kept, so that lists draw the rows that were added. */
export const KeptNames = createContext<readonly string[]>([])

const NOTHING: Typed = []

/**
 * A whole page's form, sent as a page, so that it works without script. When it is refused, the page comes back with what was
 * typed. Until it is saved the browser keeps it, against a closed tab or an ended session.
 */
export function PageForm({ call, shell, draft, className, children }: Props) {
  const form = useRef<HTMLFormElement>(null)
  const sending = useRef(false)
  const [typed, setTyped] = useState(NOTHING)
  const [note, setNote] = useState<'saved' | 'restored' | null>(null)
  const failed = shell.failed?.call === call ? shell.failed : null
  const problems = Object.entries(failed?.problems ?? {})
  const isConflict = failed?.code === 'changed_meanwhile'

  useEffect(() => {
    const kept = keptIn(draft)
    if (failed !== null) keep(draft, { typed: typedIn(form.current!) })
    else if (kept?.sent && isSaved(form.current!, kept.typed)) {
      keep(draft, null)
      setNote('saved')
    } else if (kept) setTyped(kept.typed)
    const again = () => {
      sending.current = false
    }
    window.addEventListener('pageshow', again)
    return () => window.removeEventListener('pageshow', again)
  }, [draft, failed])

  useEffect(() => {
    if (typed !== NOTHING && restore(form.current!, typed)) setNote('restored')
  }, [typed])

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
        <ErrorSummary
          title={isConflict ? failed?.error : t.problem}
          errors={problems.map(([field, text]) => ({ fieldId: idOf(field), text }))}
        />
      ) : (
        failed && <Alert type={failed.code === 'resumed' ? 'info' : 'error'}>{failed.error}</Alert>
      )}
      {isConflict && (
        <p>
          <a href={shell.here} onClick={() => keep(draft, null)}>
            {t.takeTheirs}
          </a>
        </p>
      )}
      {note === 'saved' && (
        <p className="office-note" role="status">
          {t.saved}
        </p>
      )}
      {note === 'restored' && (
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
        <OrganiserId shell={shell} />
        <KeptNames value={typed.map(([name]) => name)}>{children}</KeptNames>
      </form>
    </>
  )
}

/** The id of a field's control, which error summaries link to. */
export const idOf = (name: string): string => `field-${name}`

/** Whether a form that was sent arrived: what it shows has changed since. A form that shows nothing saved leads elsewhere. */
function isSaved(form: HTMLFormElement, typed: Typed): boolean {
  const base = new FormData(form).get('base')
  return base === null || base !== new Map(typed).get('base')
}
