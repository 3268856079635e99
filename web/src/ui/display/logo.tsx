import css from './logo.module.css'

type Props = {
  /** the shop's name, also its accessible name */
  name: string
  /** the shop's own logo, in place of the mark and the name */
  src?: string | null | undefined
}

/**
 * The mark: a lit doorway seen from outside in the evening, with its light on the step. Drawn on a 32 grid in the shop's
 * own colour, also on the pages of an organiser with another.
 */
export function Logo({ name, src }: Props) {
  if (src) return <img className={css.own} src={src} alt={name} width={120} height={32} />
  return (
    <span className={css.logo}>
      <svg className={css.mark} width={32} height={32} viewBox="0 0 32 32" aria-hidden="true">
        <path className={css.arch} d="M5.75 27V13.25a10.25 10.25 0 0 1 20.5 0V27" />
        <path className={css.light} d="M11 27V13.5a5 5 0 0 1 10 0V27l4 4H7Z" />
      </svg>
      <bdi className={css.name}>{name}</bdi>
    </span>
  )
}
