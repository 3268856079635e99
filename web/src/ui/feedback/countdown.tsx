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
  /** "14 minutes 5 seconds": shown from 769 pixels */
  words: (seconds: number) => string
  /** the text announced at 5, 2 and 1 minutes, 30 seconds and 0 */
  spoken: (seconds: number) => string
}

type Props = {
  /** when the hold expires, in milliseconds since 1970 */
  deadline: number
  /** the current time, from `useNow` */
  now: number
  /** "Tickets reserved for" */
  label: ReactNode
  format: CountdownFormat
  /** false for a second countdown on the same page, so that only one announces */
  speak?: boolean
  className?: string
}

/**
 * The time left, recalculated from the deadline at every tick, so that it stays correct when a phone sleeps. The numbers are
 * not a live region; only a few moments are announced, each once.
 */
export function Countdown({ deadline, now, label, format, speak = true, className }: Props) {
  const labelId = useId()
  const secondsRemaining = secondsLeft(deadline, now)
  const before = useRef(secondsRemaining)
  const spoken = useRef(new Set<number>())

  useEffect(() => {
    const mark = spokenMark(before.current, secondsRemaining)
    before.current = secondsRemaining
    if (mark === null || !speak || spoken.current.has(mark)) return
    // the earlier marks count as announced too, so that a deadline moved by a second does not repeat them
    for (const each of SPOKEN_AT) if (each >= mark) spoken.current.add(each)
    announce(format.spoken(secondsRemaining), secondsRemaining === 0 ? 'assertive' : 'polite')
  }, [secondsRemaining, speak, format])

  return (
    <div role="timer" aria-live="off" aria-labelledby={labelId} className={cx(css.countdown, className)}>
      <Icon shape={clockIcon} size={24} />
      <span id={labelId} className={css.label}>
        {label}
      </span>
      <span className={css.clock}>{format.clock(secondsRemaining)}</span>
      <span className={css.words}>{format.words(secondsRemaining)}</span>
    </div>
  )
}
