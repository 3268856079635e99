import { SPOKEN_AT, secondsLeft, spokenMark } from '@foyer/domain/checkout/countdown.ts'
import { type ReactNode, useEffect, useId, useRef } from 'react'
import { cx } from '../cx.ts'
import { Icon } from '../display/icon.tsx'
import { clockIcon } from '../display/icons.ts'
import { announce } from './announce.ts'
import css from './countdown.module.css'

export type CountdownFormat = {
  /** "14:05": shown on a phone */
  clock: (seconds: number) => string
  /** "14 minutes 5 seconds": shown from 769 wide */
  words: (seconds: number) => string
  /** the sentence spoken at 5, 2 and 1 minutes and 30 seconds, and at 0 */
  spoken: (seconds: number) => string
}

type Props = {
  /** when the tickets are given up, in milliseconds since 1970 */
  deadline: number
  /** the time now, from `useNow` */
  now: number
  /** "Tickets reserved for" */
  label: ReactNode
  format: CountdownFormat
  /** false where a second countdown stands on the same page: one voice is enough */
  speak?: boolean
  /** in a bar: one line, no box */
  bare?: boolean
  className?: string
}

/**
 * The time left, worked out from the deadline at every tick, so a sleeping phone cannot make it wrong.
 * The numbers are not a live region; the few moments that matter are spoken, each once.
 */
export function Countdown({ deadline, now, label, format, speak = true, bare = false, className }: Props) {
  const labelId = useId()
  const left = secondsLeft(deadline, now)
  const before = useRef(left)
  const spoken = useRef(new Set<number>())

  useEffect(() => {
    const mark = spokenMark(before.current, left)
    before.current = left
    if (mark === null || !speak || spoken.current.has(mark)) return
    // the marks above were passed too: a deadline that moves by a second must not bring them back
    for (const each of SPOKEN_AT) if (each >= mark) spoken.current.add(each)
    announce(format.spoken(left), left === 0 ? 'assertive' : 'polite')
  }, [left, speak, format])

  return (
    <div
      role="timer"
      aria-live="off"
      aria-labelledby={labelId}
      className={cx(css.countdown, bare && css.bare, className)}
    >
      <Icon shape={clockIcon} size={bare ? 20 : 24} />
      <span id={labelId} className={css.label}>
        {label}
      </span>
      <span className={css.clock}>{format.clock(left)}</span>
      <span className={css.words}>{format.words(left)}</span>
    </div>
  )
}
