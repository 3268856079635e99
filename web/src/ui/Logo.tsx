import css from './Logo.module.css'

type Props = {
  /** the shop's name, which is also what is read out */
  name: string
  /** only the mark is seen */
  markOnly?: boolean
}

/**
 * The mark: an arched doorway, its door ajar, and the light of the house falling out over the step.
 * Drawn on a 32 grid in the accent and the glow, so it follows the theme.
 */
export function Logo({ name, markOnly = false }: Props) {
  return (
    <span className={css.logo}>
      <svg className={css.mark} width={32} height={32} viewBox="0 0 32 32" aria-hidden="true">
        <path className={css.wall} d="M4 31V14a12 12 0 0 1 24 0v17Z" />
        <path className={css.light} d="M9.5 27V14a6.5 6.5 0 0 1 13 0v13l3.5 4h-20Z" />
        <path className={css.door} d="M16 8.2v20.8l-6.500-2V14A6.5 6.5 0 0 1 16 8.2Z" />
        <circle className={css.knob} cx={14} cy={18.5} r={1} />
      </svg>
      <span className={markOnly ? 'visually-hidden' : css.name}>{name}</span>
    </span>
  )
}
