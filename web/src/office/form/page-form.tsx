import { newEvent as t } from '@foyer/contract/office/events/messages.en.ts'
import type { OfficeShell } from '@foyer/contract/office/pages.ts'
import type { OfficeCallName } from '@foyer/contract/office/paths.ts'
import { createContext, type ReactNode, type SubmitEvent, useEffect, useRef } from 'react'
import { Alert } from '../../ui/feedback/alert.tsx'
import { ErrorSummary } from '../../ui/forms/error-summary.tsx'
import { DraftOffers } from './draft-offers.tsx'
import { PlainForm } from './plain-form.tsx'
import { useDraft } from './use-draft.ts'

type Props = {
  call: OfficeCallName
  shell: OfficeShell
  /** What the form is for, such as `details of event 5`. The browser keeps the input under it until the form is saved. */
  draft: string
  /** The field that names what the form creates. */
  titleField?: string
  className?: string
  children: ReactNode
}

/** The names of the fields in a continued draft, so that lists render the rows that were added. */
export const RestoredNames = createContext<readonly string[]>([])

/**
 * The form of a whole page, submitted as a page, so that it works without JavaScript. If it is refused, the page is shown again
 * with the input. The browser keeps the input until it is saved, in case the tab is closed or the session ends.
 */
export function PageForm({ call, shell, draft: about, titleField, className, children }: Props) {
  const form = useRef<HTMLFormElement>(null)
  const sending = useRef(false)
  const failed = shell.failed?.call === call ? shell.failed : null
  const problems = Object.entries(failed?.problems ?? {})
  const isConflict = failed?.code === 'changed_meanwhile'
  const draft = useDraft({ form, shell, about, isReturned: failed !== null })

  useEffect(() => {
    const again = () => {
      sending.current = false
    }
    window.addEventListener('pageshow', again)
    return () => window.removeEventListener('pageshow', again)
  }, [])

  const submit = (event: SubmitEvent) => {
    if (sending.current) return event.preventDefault()
    sending.current = true
    draft.sent()
  }

  return (
    <>
      {problems.length > 0 ? (
        <ErrorSummary
          title={isConflict ? failed?.error : t.problem}
          errors={problems.map(([field, text]) => ({ fieldId: idOf(field), text }))}
        />
      ) : (
        failed && (
          <Alert type={failed.code === 'resumed' ? 'info' : 'error'}>
            {failed.error} {failed.link && <a href={failed.link.url}>{failed.link.label}</a>}
          </Alert>
        )
      )}
      {isConflict && (
        <p>
          <a href={shell.page_path} onClick={draft.saved}>
            {t.takeTheirs}
          </a>
        </p>
      )}
      <DraftOffers draft={draft} titleField={titleField} />
      <PlainForm
        call={call}
        shell={shell}
        ref={form}
        className={className}
        onSubmit={submit}
        onInput={draft.keep}
        noValidate
      >
        <RestoredNames value={draft.names}>{children}</RestoredNames>
      </PlainForm>
    </>
  )
}

/** The id of a field's control, which error summaries link to. */
export const idOf = (name: string): string => `field-${name}`
