import { type MouseEvent, type ReactNode, useId } from 'react'
import { Icon } from '../display/icon.tsx'
import { alertIcon } from '../display/icons.ts'
import { useFocusOnMount } from '../hooks/use-focus-on-mount.ts'
import css from './error-summary.module.css'

export type FieldProblem = {
  /** the id of the control to go to */
  fieldId: string
  /** the same words as under the field */
  text: ReactNode
}

type Props = {
  /** "There is a problem" */
  title: ReactNode
  errors: readonly FieldProblem[]
  /** changes with every try to send the form: the keyboard comes here each time */
  attempt?: number
}

/** All that is wrong with a form, above its h1, each line a link to its field. Nothing when nothing is wrong. */
export function ErrorSummary(props: Props) {
  return props.errors.length > 0 ? <Summary {...props} /> : null
}

function Summary({ title, errors, attempt }: Props) {
  const titleId = useId()
  const box = useFocusOnMount<HTMLDivElement>(attempt)

  // The anchor alone would scroll the field to the top, its label out of sight.
  const go = (event: MouseEvent, fieldId: string) => {
    const field = document.getElementById(fieldId)
    if (!field) return
    event.preventDefault()
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
      {/* biome-ignore lint/a11y/noRedundantRoles: without its points Safari no longer takes it for a list */}
      <ul role="list" className={css.list}>
        {errors.map(({ fieldId, text }) => (
          <li key={fieldId}>
            <a className={css.link} href={`#${fieldId}`} onClick={(event) => go(event, fieldId)}>
              {text}
            </a>
          </li>
        ))}
      </ul>
    </div>
  )
}
