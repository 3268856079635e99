import { cx } from '../cx.ts'
import css from './date-tile.module.css'

type Props = {
  /** machine form: 2026-10-01T19:00 */
  dateTime: string
  /** "Thu" */
  weekday: string
  /** "1" */
  day: string
  /** "Oct" */
  month: string
  className?: string
}

/** A date as a small tile beside a title, read out as "Thu 1 Oct". */
export function DateTile({ dateTime, weekday, day, month, className }: Props) {
  return (
    <time dateTime={dateTime} className={cx(css.tile, className)}>
      <span className={css.small}>{weekday} </span>
      <span className={css.day}>{day} </span>
      <span className={css.small}>{month}</span>
    </time>
  )
}
