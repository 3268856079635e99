import { addDays, daysSinceMonday } from '@foyer/domain/format/calendar-days.ts'
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
  isDaySelectable,
  type Month,
  monthOf,
  pickDay,
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

const formatter = (options: Intl.DateTimeFormatOptions) => {
  const format = new Intl.DateTimeFormat(language() === 'fr' ? 'fr' : 'en-GB', { ...options, timeZone: 'UTC' })
  return (day: Day) => format.format(Date.parse(`${day}T00:00:00Z`))
}
const formatDay = formatter({ day: 'numeric', month: 'long', year: 'numeric' })
const formatMonth = formatter({ month: 'long', year: 'numeric' })
const formatWeekday = formatter({ weekday: 'long' })
const firstOf = (month: Month): Day => `${month}-01`

/** From this width, two months are shown side by side. */
const WIDE = '(min-width: 768px)'
const subscribeToWidth = (listener: () => void) => {
  const query = matchMedia(WIDE)
  query.addEventListener('change', listener)
  return () => query.removeEventListener('change', listener)
}
const isWide = () => matchMedia(WIDE).matches

/** How many days a search for a selectable day covers. */
const SEARCH_DAYS = 800

/** The calendar of a DatePicker, in a separate chunk. Arrows, Home, End, Page Up and Page Down move between its days. */
export default function DatePickerCalendar({ options, today, chosen, labels, calendars, onChoose }: Props) {
  const { mode = 'single', minDate, maxDate } = options
  const count = useSyncExternalStore(subscribeToWidth, isWide) ? calendars : 1
  const root = useRef<HTMLDivElement>(null)

  const selectable = (day: Day) => isDaySelectable(day, chosen, options)
  /** The first selectable day from this one on, in steps of `by`. */
  const findSelectable = (from: Day, by: 1 | -1): Day | undefined => {
    for (let day = from, left = SEARCH_DAYS; left > 0; left -= 1, day = addDays(day, by))
      if (selectable(day)) return day
  }
  const clamp = (day: Day): Day => {
    if (minDate !== undefined && day < minDate) return minDate
    return maxDate !== undefined && day > maxDate ? maxDate : day
  }

  /** the day that has keyboard focus */
  const [focusedDay, setFocusedDay] = useState<Day>(() => {
    const begin = chosen[0] ?? clamp(today)
    return findSelectable(begin, 1) ?? findSelectable(begin, -1) ?? begin
  })
  /** the first month shown */
  const [month, setMonth] = useState<Month>(monthOf(focusedDay))
  /** the last day that a key moved to; at first the initial day */
  const [movedTo, setMovedTo] = useState<{ to: Day }>({ to: focusedDay })

  useEffect(() => {
    root.current?.querySelector<HTMLElement>(`[data-day="${movedTo.to}"]`)?.focus()
  }, [movedTo])

  const months = Array.from({ length: count }, (_, index) => addMonths(month, index)).filter(
    (each) => maxDate === undefined || each <= monthOf(maxDate) || each === month,
  )
  const last = months.at(-1) ?? month
  const shownDays = months.flatMap((each) => weeksOf(each).flat()).filter((day) => day !== null)
  // The one day in the tab order.
  const tabStop = shownDays.includes(focusedDay) && selectable(focusedDay) ? focusedDay : shownDays.find(selectable)

  const onKeyDown = (event: KeyboardEvent, from: Day) => {
    const to = target(event, from)
    if (to === undefined) return
    event.preventDefault()
    const day = findSelectable(clamp(to.day), to.by) ?? findSelectable(clamp(to.day), to.by === 1 ? -1 : 1)
    if (day === undefined) return
    if (monthOf(day) < month) setMonth(monthOf(day))
    else if (monthOf(day) > last) setMonth(addMonths(monthOf(day), 1 - count))
    setFocusedDay(day)
    setMovedTo({ to: day })
  }

  const choose = (day: Day) => {
    const days = pickDay(day, chosen, options)
    setFocusedDay(day)
    onChoose(days, mode === 'single' || (mode === 'range' && days.length === 2))
  }

  const turnButton = (label: string, by: 1 | -1, end: boolean) => (
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
    <div ref={root} className={css.root}>
      <div className={css.nav}>
        {turnButton(labels.previous, -1, minDate !== undefined && month <= monthOf(minDate))}
        {turnButton(labels.next, 1, maxDate !== undefined && last >= monthOf(maxDate))}
      </div>
      <div className={css.months}>
        {months.map((each) => (
          <div key={each} className={css.month}>
            <div className={css.caption}>
              <span className={css.captionLabel} role="status">
                {formatMonth(firstOf(each))}
              </span>
            </div>
            <table
              // biome-ignore lint/a11y/noNoninteractiveElementToInteractiveRole: a grid is a table that the arrow keys move through
              role="grid"
              className={css.grid}
              aria-label={formatMonth(firstOf(each))}
              aria-multiselectable={mode !== 'single' || undefined}
            >
              <thead>
                <tr className={css.week}>
                  {WEEK.map((day) => (
                    <th key={day} scope="col" className={css.weekday} aria-label={formatWeekday(day)}>
                      {formatWeekday(day).slice(0, 2)}
                    </th>
                  ))}
                </tr>
              </thead>
              <tbody>
                {weeksOf(each).map((week) => (
                  <tr key={week.find((day) => day !== null)} className={css.week}>
                    {week.map((day, index) =>
                      day === null ? (
                        // biome-ignore lint/suspicious/noArrayIndexKey: empty cells have no other key
                        <td key={index} className={css.day} />
                      ) : (
                        <DayCell
                          key={day}
                          day={day}
                          state={stateOf(day, chosen, mode, today)}
                          selectable={selectable(day)}
                          tabStop={day === tabStop}
                          labels={labels}
                          onPress={() => choose(day)}
                          onKeyDown={(event) => onKeyDown(event, day)}
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
  const sinceMonday = daysSinceMonday(from)
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

type DayState = { today: boolean; selected: boolean; start: boolean; middle: boolean; end: boolean }

function stateOf(day: Day, chosen: readonly Day[], mode: NonNullable<DateOptions['mode']>, today: Day): DayState {
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
  state: DayState
  selectable: boolean
  tabStop: boolean
  labels: DatePickerLabels
  onPress: () => void
  onKeyDown: (event: KeyboardEvent) => void
}

function DayCell({ day, state, selectable, tabStop, labels, onPress, onKeyDown }: DayCellProps) {
  const { today, selected, start, middle, end } = state
  const name = [`${formatWeekday(day)} ${formatDay(day)}`, today && labels.today, selected && labels.chosen]
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
        !selectable && css.disabled,
        start && css.start,
        middle && css.middle,
        end && css.end,
      )}
    >
      <button
        type="button"
        className={css.button}
        data-day={day}
        tabIndex={tabStop ? 0 : -1}
        disabled={!selectable}
        aria-label={name.filter(Boolean).join(', ')}
        onClick={onPress}
        onKeyDown={onKeyDown}
      >
        {Number(day.slice(8))}
      </button>
    </td>
  )
}
