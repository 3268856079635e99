import { addDays } from '@foyer/domain/format/calendar-days.ts'
import { language } from '@foyer/domain/format/language.ts'
import { type KeyboardEvent, useEffect, useRef, useState, useSyncExternalStore } from 'react'
import { cx } from '../cx.ts'
import { Icon } from '../display/icon.tsx'
import { chevronIcon } from '../display/icons.ts'
import css from './date-picker-calendar.module.css'
import type { DatePickerLabels } from './labels.ts'
import {
  addMonths,
  type DateOptions,
  type Day,
  isDayOffered,
  type Month,
  monthOf,
  pickDay,
  weekdayOf,
  weeksOf,
} from './selectable-days.ts'

type Props = {
  options: DateOptions
  today: Day
  chosen: readonly Day[]
  labels: DatePickerLabels
  calendars: number
  /** `done`: the choice is complete */
  onChoose: (days: Day[], done: boolean) => void
}

const words = (options: Intl.DateTimeFormatOptions) => {
  const format = new Intl.DateTimeFormat(language() === 'fr' ? 'fr' : 'en-GB', { ...options, timeZone: 'UTC' })
  return (day: Day) => format.format(Date.parse(`${day}T00:00:00Z`))
}
const dayWords = words({ day: 'numeric', month: 'long', year: 'numeric' })
const monthWords = words({ month: 'long', year: 'numeric' })
const weekdayWords = words({ weekday: 'long' })
const firstOf = (month: Month): Day => `${month}-01`

/** From this width, two months are shown side by side. */
const WIDE = '(min-width: 768px)'
const onWidth = (tell: () => void) => {
  const query = matchMedia(WIDE)
  query.addEventListener('change', tell)
  return () => query.removeEventListener('change', tell)
}
const isWide = () => matchMedia(WIDE).matches

/** How many days a search for a selectable day covers. */
const SEARCH_DAYS = 800

/** The calendar of a DatePicker, in a separate chunk. Arrows, Home, End, Page Up and Page Down move between its days. */
export default function DatePickerCalendar({ options, today, chosen, labels, calendars, onChoose }: Props) {
  const { mode = 'single', minDate, maxDate } = options
  const count = useSyncExternalStore(onWidth, isWide) ? calendars : 1
  const box = useRef<HTMLDivElement>(null)

  const offered = (day: Day) => isDayOffered(day, chosen, options)
  /** The first selectable day from this one on, in steps of `by`. */
  const reach = (from: Day, by: 1 | -1): Day | undefined => {
    for (let day = from, left = SEARCH_DAYS; left > 0; left -= 1, day = addDays(day, by)) if (offered(day)) return day
  }
  const within = (day: Day): Day =>
    minDate !== undefined && day < minDate ? minDate : maxDate !== undefined && day > maxDate ? maxDate : day

  /** the day that has keyboard focus */
  const [at, setAt] = useState<Day>(() => {
    const begin = chosen[0] ?? within(today)
    return reach(begin, 1) ?? reach(begin, -1) ?? begin
  })
  /** the first month shown */
  const [month, setMonth] = useState<Month>(monthOf(at))
  /** the last day that a key moved to; at first the initial day */
  const [sent, setSent] = useState<{ to: Day }>({ to: at })

  useEffect(() => {
    box.current?.querySelector<HTMLElement>(`[data-day="${sent.to}"]`)?.focus()
  }, [sent])

  const months = Array.from({ length: count }, (_, index) => addMonths(month, index)).filter(
    (each) => maxDate === undefined || each <= monthOf(maxDate) || each === month,
  )
  const last = months.at(-1) ?? month
  const shownDays = months.flatMap((each) => weeksOf(each).flat()).filter((day) => day !== null)
  // The one day in the tab order.
  const stop = shownDays.includes(at) && offered(at) ? at : shownDays.find(offered)

  const walk = (event: KeyboardEvent, from: Day) => {
    const to = target(event, from)
    if (to === undefined) return
    event.preventDefault()
    const day = reach(within(to.day), to.by) ?? reach(within(to.day), to.by === 1 ? -1 : 1)
    if (day === undefined) return
    if (monthOf(day) < month) setMonth(monthOf(day))
    else if (monthOf(day) > last) setMonth(addMonths(monthOf(day), 1 - count))
    setAt(day)
    setSent({ to: day })
  }

  const press = (day: Day) => {
    const days = pickDay(day, chosen, options)
    setAt(day)
    onChoose(days, mode === 'single' || (mode === 'range' && days.length === 2))
  }

  const turn = (label: string, by: 1 | -1, end: boolean) => (
    <button
      type="button"
      className={css.turn}
      aria-label={label}
      aria-disabled={end || undefined}
      onClick={() => !end && setMonth(addMonths(month, by))}
    >
      <Icon shape={chevronIcon} size={20} className={by < 0 ? css.left : css.right} />
    </button>
  )

  return (
    <div ref={box} className={css.root}>
      <div className={css.nav}>
        {turn(labels.previous, -1, minDate !== undefined && month <= monthOf(minDate))}
        {turn(labels.next, 1, maxDate !== undefined && last >= monthOf(maxDate))}
      </div>
      <div className={css.months}>
        {months.map((each) => (
          <div key={each} className={css.month}>
            <div className={css.caption}>
              <span className={css.captionLabel} role="status">
                {monthWords(firstOf(each))}
              </span>
            </div>
            <table
              // biome-ignore lint/a11y/noNoninteractiveElementToInteractiveRole: a grid is a table one walks through
              role="grid"
              className={css.grid}
              aria-label={monthWords(firstOf(each))}
              aria-multiselectable={mode !== 'single' || undefined}
            >
              <thead>
                <tr className={css.week}>
                  {WEEK.map((day) => (
                    <th key={day} scope="col" className={css.weekday} aria-label={weekdayWords(day)}>
                      {weekdayWords(day).slice(0, 2)}
                    </th>
                  ))}
                </tr>
              </thead>
              <tbody>
                {weeksOf(each).map((week) => (
                  <tr key={week.find((day) => day !== null)} className={css.week}>
                    {week.map((day, index) =>
                      day === null ? (
                        // biome-ignore lint/suspicious/noArrayIndexKey: empty places have nothing else
                        <td key={index} className={css.day} />
                      ) : (
                        <DayCell
                          key={day}
                          day={day}
                          looks={looksOf(day, chosen, mode, today)}
                          offered={offered(day)}
                          stop={day === stop}
                          labels={labels}
                          onPress={() => press(day)}
                          onKeyDown={(event) => walk(event, day)}
                        />
                      ),
                    )}
                  </tr>
                ))}
              </tbody>
            </table>
          </div>
        ))}
      </div>
    </div>
  )
}

/** Any week, starting on Monday. */
const WEEK = Array.from({ length: 7 }, (_, index) => addDays('2024-01-01', index))

/** Where a key leads from a day, and in which direction to search when that day cannot be selected. */
function target({ key, shiftKey }: KeyboardEvent, from: Day): { day: Day; by: 1 | -1 } | undefined {
  const months = shiftKey ? 12 : 1
  const sinceMonday = (weekdayOf(from) + 6) % 7
  switch (key) {
    case 'ArrowRight':
      return { day: addDays(from, 1), by: 1 }
    case 'ArrowLeft':
      return { day: addDays(from, -1), by: -1 }
    case 'ArrowDown':
      return { day: addDays(from, 7), by: 1 }
    case 'ArrowUp':
      return { day: addDays(from, -7), by: -1 }
    case 'Home':
      return { day: addDays(from, -sinceMonday), by: 1 }
    case 'End':
      return { day: addDays(from, 6 - sinceMonday), by: -1 }
    case 'PageDown':
      return { day: sameDayIn(addMonths(monthOf(from), months), from), by: 1 }
    case 'PageUp':
      return { day: sameDayIn(addMonths(monthOf(from), -months), from), by: -1 }
  }
}

/** For the 31st in a month with 30 days, its 30th. */
function sameDayIn(month: Month, like: Day): Day {
  const days = weeksOf(month)
    .flat()
    .filter((day) => day !== null)
  return days[Math.min(Number(like.slice(8)), days.length) - 1]!
}

type Looks = { today: boolean; selected: boolean; start: boolean; middle: boolean; end: boolean }

function looksOf(day: Day, chosen: readonly Day[], mode: NonNullable<DateOptions['mode']>, today: Day): Looks {
  const [first, last = first] = chosen
  const ranged = mode === 'range' && first !== undefined && last !== undefined
  const middle = ranged && day > first && day < last
  return {
    today: day === today,
    selected: chosen.includes(day) || middle,
    start: ranged && day === first,
    middle,
    end: ranged && day === last,
  }
}

type DayCellProps = {
  day: Day
  looks: Looks
  offered: boolean
  stop: boolean
  labels: DatePickerLabels
  onPress: () => void
  onKeyDown: (event: KeyboardEvent) => void
}

function DayCell({ day, looks, offered, stop, labels, onPress, onKeyDown }: DayCellProps) {
  const { today, selected, start, middle, end } = looks
  const name = [`${weekdayWords(day)} ${dayWords(day)}`, today && labels.today, selected && labels.chosen]
  return (
    // biome-ignore lint/a11y/useFocusableInteractive: the keyboard is on the button in it
    <td
      // biome-ignore lint/a11y/noNoninteractiveElementToInteractiveRole: a cell of a grid
      role="gridcell"
      aria-selected={selected}
      className={cx(
        css.day,
        today && css.today,
        selected && css.selected,
        !offered && css.disabled,
        start && css.start,
        middle && css.middle,
        end && css.end,
      )}
    >
      <button
        type="button"
        className={css.button}
        data-day={day}
        tabIndex={stop ? 0 : -1}
        disabled={!offered}
        aria-label={name.filter(Boolean).join(', ')}
        onClick={onPress}
        onKeyDown={onKeyDown}
      >
        {Number(day.slice(8))}
      </button>
    </td>
  )
}
