import css from './step-progress.module.css'

type Props = {
  /** counted from 1 */
  step: number
  of: number
  /** "Step 2 of 5" */
  text: string
}

/** Progress through the checkout: the text carries the meaning, the bars are decoration. */
export function StepProgress({ step, of, text }: Props) {
  return (
    <div className={css.progress}>
      <p className={css.text}>{text}</p>
      <span className={css.bars} aria-hidden="true">
        {Array.from({ length: of }, (_, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the bars are identified by their positions
          <span key={index} className={index < step ? css.done : css.bar} />
        ))}
      </span>
    </div>
  )
}
