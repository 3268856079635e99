import { newEvent as t } from '@foyer/contract/office/events/messages.en.ts'
import type { OfficeShell } from '@foyer/contract/office/pages.ts'
import type { OfficeCallName } from '@foyer/contract/office/paths.ts'
import { createContext, type ReactNode, type SubmitEvent, useEffect, useRef, useState } from 'react'
import { Button } from '../../ui/actions/button.tsx'
import { Alert } from '../../ui/feedback/alert.tsx'
import { ErrorSummary } from '../../ui/forms/error-summary.tsx'
import { type FormValues, readDraft, restoreDraft, saveDraft, valuesIn } from './drafts.ts'
import { OrganiserId } from './hidden-ids.tsx'

type Props = {
  call: OfficeCallName
  shell: OfficeShell
  /** The key under which the browser stores the input until the form is saved. */
  draft: string
  className?: string
  children: ReactNode
}

/** The names of the fields in a restored draft, so that lists render the rows that were added. */
export const RestoredNames = createContext<readonly string[]>([])

const NOTHING: FormValues = []

/**
 * The form of a whole page, submitted as a page, so that it works without JavaScript. If it is refused, the page is shown again
 * with the input. The browser stores the input until it is saved, in case the tab is closed or the session ends.
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
    const kept = readDraft(draft)
    if (failed !== null) saveDraft(draft, { typed: valuesIn(form.current!) })
    else if (kept?.sent && isSaved(form.current!, kept.typed)) {
      saveDraft(draft, null)
      setNote('saved')
    } else if (kept) setTyped(kept.typed)
    const again = () => {
      sending.current = false
    }
    window.addEventListener('pageshow', again)
    return () => window.removeEventListener('pageshow', again)
  }, [draft, failed])

  useEffect(() => {
    if (typed !== NOTHING && restoreDraft(form.current!, typed)) setNote('restored')
  }, [typed])

  const submit = (event: SubmitEvent) => {
    if (sending.current) return event.preventDefault()
    sending.current = true
    saveDraft(draft, { typed: valuesIn(form.current!), sent: true })
  }
  const discard = () => {
    saveDraft(draft, null)
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
          <a href={shell.page_path} onClick={() => saveDraft(draft, null)}>
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
        action={shell.page_path}
        className={className}
        onSubmit={submit}
        onInput={() => saveDraft(draft, { typed: valuesIn(form.current!) })}
        noValidate
      >
        <input type="hidden" name="call" value={call} />
        <OrganiserId shell={shell} />
        <RestoredNames value={typed.map(([name]) => name)}>{children}</RestoredNames>
      </form>
    </>
  )
}

/** The id of a field's control, which error summaries link to. */
export const idOf = (name: string): string => `field-${name}`

/** Whether a submitted form was saved: its page now shows other saved values. After a form without any, another page opens. */
function isSaved(form: HTMLFormElement, typed: FormValues): boolean {
  const base = new FormData(form).get('base')
  return base === null || base !== new Map(typed).get('base')
}
