import { type MouseEvent, type ReactNode, useId } from 'react'
import { Icon } from '../display/icon.tsx'
import { alertIcon } from '../display/icons.ts'
import { useFocusOnMount } from '../hooks/use-focus-on-mount.ts'
import { unfold } from '../unfold.ts'
import css from './error-summary.module.css'

export type FieldProblem = {
  /** the id of the control to focus */
  fieldId: string
  /** the same text as under the field */
  text: ReactNode
}

type Props = {
  /** "There is a problem" */
  title: ReactNode
  errors: readonly FieldProblem[]
  /** changes with every attempt to submit the form; the summary takes focus each time */
  attempt?: number
}

/** All errors of a form, above its h1, each linked to its field. Renders nothing without errors. */
export function ErrorSummary(props: Props) {
  return props.errors.length > 0 ? <Summary {...props} /> : null
}

function Summary({ title, errors, attempt }: Props) {
  const titleId = useId()
  const box = useFocusOnMount<HTMLDivElement>(attempt)

  // The anchor alone would scroll the field to the top and its label out of view.
  const focusField = (event: MouseEvent, fieldId: string) => {
    const field = document.getElementById(fieldId)
    if (!field) return
    event.preventDefault()
    unfold(field)
    const label = field instanceof HTMLInputElement ? field.labels?.[0] : undefined
    const frame = label ?? field
    frame.scrollIntoView?.({ block: 'center' })
    field.focus({ preventScroll: true })
  }

  return (
    <div ref={box} role="alert" tabIndex={-1} aria-labelledby={titleId} className={css.summary}>
      <h2 id={titleId} className={css.title}>
        <Icon shape={alertIcon} />
        {title}
      </h2>
      {/* biome-ignore lint/a11y/noRedundantRoles: without markers, Safari does not announce it as a list */}
      <ul role="list" className={css.list}>
        {errors.map(({ fieldId, text }) => (
          <li key={fieldId}>
            <a className={css.link} href={`#${fieldId}`} onClick={(event) => focusField(event, fieldId)}>
              {text}
            </a>
          </li>
        ))}
      </ul>
    </div>
  )
}
