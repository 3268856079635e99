import { type ReactNode, useEffect, useRef } from 'react'
import { cx } from '../cx.ts'
import { Icon } from '../display/icon.tsx'
import { tickIcon } from '../display/icons.ts'
import css from './stepper.module.css'

export type StepperStep = {
  id: string
  label: ReactNode
  /** a second line: "Applies to all" */
  note?: ReactNode
  /** the buyer can return to it */
  visited: boolean
  /** complete, so it has a tick */
  complete: boolean
}

type Props = {
  steps: readonly StepperStep[]
  currentId: string
  onSelect: (id: string) => void
  labels: {
    /** the accessible name of the list: "Tickets" */
    nav: string
    /** "Step 2 of 5", with the current step counted from 1 */
    progress: (step: number, of: number) => string
    /** read out after the name of a complete step */
    complete: string
  }
}

/** Steps to move between: a column from 1024 pixels, a row that scrolls sideways below that. Visited steps are buttons. */
export function Stepper({ steps, currentId, onSelect, labels }: Props) {
  const number = steps.findIndex((step) => step.id === currentId) + 1
  const hasButton = steps.some((step) => step.visited && step.id !== currentId)
  const list = useRef<HTMLOListElement>(null)

  // The row shows the current step from its start.
  // biome-ignore lint/correctness/useExhaustiveDependencies: with each new step
  useEffect(() => {
    const row = list.current!
    const item = row.querySelector<HTMLElement>('[aria-current]')
    if (item) row.scrollLeft = item.offsetLeft - row.offsetLeft
  }, [currentId])

  return (
    <nav className={css.stepper} aria-label={labels.nav}>
      {steps.length > 1 && <p className={css.progress}>{labels.progress(number, steps.length)}</p>}
      {/* with no button in the row yet, only focus on the row itself lets the keyboard scroll it */}
      {/* biome-ignore lint/a11y/noRedundantRoles: without markers, Safari does not announce it as a list */}
      <ol ref={list} role="list" className={css.list} tabIndex={hasButton ? undefined : 0}>
        {steps.map((step, index) => {
          const current = step.id === currentId
          const done = step.complete && !current
          const content = (
            <>
              <span className={css.dot} aria-hidden="true">
                {done ? <Icon shape={tickIcon} size={16} /> : index + 1}
              </span>
              <span className={css.words}>
                <span className={css.label}>{step.label}</span>
                {step.note && <span className={css.note}>{step.note}</span>}
                {step.complete && <span className="visually-hidden"> {labels.complete}</span>}
              </span>
            </>
          )
          const classes = cx(css.step, current && css.current, done && css.done)
          return (
            <li key={step.id} className={css.item} aria-current={current ? 'step' : undefined}>
              {step.visited && !current ? (
                <button type="button" className={classes} onClick={() => onSelect(step.id)}>
                  {content}
                </button>
              ) : (
                <span className={classes}>{content}</span>
              )}
            </li>
          )
        })}
      </ol>
    </nav>
  )
}
