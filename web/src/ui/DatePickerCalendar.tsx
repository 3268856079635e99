import { useSyncExternalStore } from 'react'
import { DayPicker, type DayPickerProps, type Matcher } from 'react-day-picker'
import { cx } from './cx.ts'
import type { DatePickerLabels } from './DatePicker.tsx'
import css from './DatePickerCalendar.module.css'
import { type DateOptions, type Day, isDayAllowed, isDayOffered, pickDay } from './date-picker.ts'
import { Icon } from './Icon.tsx'
import { chevronIcon } from './icons.ts'

type Props = {
  options: DateOptions
  today: Day
  chosen: readonly Day[]
  labels: DatePickerLabels
  calendars: number
  /** `done`: nothing more is to be chosen */
  onChoose: (days: Day[], done: boolean) => void
}

// The library counts in the days of this device: days come and go as numbers, so that no zone can move them.
const dateOf = (day: Day): Date => {
  const [year, month, date] = day.split('-').map(Number) as [number, number, number]
  return new Date(year, month - 1, date)
}
const two = (n: number) => String(n).padStart(2, '0')
const dayOf = (date: Date): Day => `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())}`

const words = (options: Intl.DateTimeFormatOptions) => new Intl.DateTimeFormat('en-GB', options)
const DAY = words({ day: 'numeric', month: 'long', year: 'numeric' })
const MONTH = words({ month: 'long', year: 'numeric' })
const WEEKDAY = words({ weekday: 'long' })

/** Two months stand beside each other from here. */
const WIDE = '(min-width: 768px)'
const onWidth = (tell: () => void) => {
  const query = matchMedia(WIDE)
  query.addEventListener('change', tell)
  return () => query.removeEventListener('change', tell)
}
const isWide = () => matchMedia(WIDE).matches

const CLASSES: DayPickerProps['classNames'] = {
  root: css.root,
  months: css.months,
  month: css.month,
  month_caption: css.caption,
  caption_label: css.captionLabel,
  nav: css.nav,
  button_previous: css.turn,
  button_next: css.turn,
  month_grid: css.grid,
  weekdays: css.week,
  weekday: css.weekday,
  week: css.week,
  day: css.day,
  day_button: css.button,
  today: css.today,
  selected: css.selected,
  disabled: css.disabled,
  hidden: css.hidden,
  range_start: css.start,
  range_middle: css.middle,
  range_end: css.end,
}

/** What the library asks of each mode; which days are chosen is decided by our own rules. */
function selectionOf(options: DateOptions, chosen: readonly Day[], press: (day: Date) => void) {
  const [first, last] = chosen.map(dateOf)
  switch (options.mode) {
    case 'range':
      return {
        mode: 'range' as const,
        selected: { from: first, to: last },
        onSelect: (_: unknown, day: Date) => press(day),
      }
    case 'multiple':
      return {
        mode: 'multiple' as const,
        selected: chosen.map(dateOf),
        onSelect: (_: unknown, day: Date) => press(day),
      }
    default:
      return { mode: 'single' as const, selected: first, onSelect: (_: unknown, day: Date) => press(day) }
  }
}

/** The calendar of a DatePicker, in a chunk of its own. Arrows, Home, End, Page up and down walk through its days. */
export default function DatePickerCalendar({ options, today, chosen, labels, calendars, onChoose }: Props) {
  const wide = useSyncExternalStore(onWidth, isWide)
  const { mode = 'single', minDate, maxDate } = options
  const [first] = chosen
  const begin = first ?? (minDate && today < minDate ? minDate : maxDate && today > maxDate ? maxDate : today)

  const press = (date: Date) => {
    const days = pickDay(dayOf(date), chosen, options)
    onChoose(days, mode === 'single' || (mode === 'range' && days.length === 2))
  }
  const notOffered: Matcher = (date) => !isDayOffered(dayOf(date), chosen, options)

  return (
    <DayPicker
      {...selectionOf(
        options,
        chosen.filter((day) => isDayAllowed(day, options)),
        press,
      )}
      autoFocus
      disabled={notOffered}
      today={dateOf(today)}
      defaultMonth={dateOf(begin)}
      startMonth={minDate ? dateOf(minDate) : undefined}
      endMonth={maxDate ? dateOf(maxDate) : undefined}
      numberOfMonths={wide ? calendars : 1}
      weekStartsOn={1}
      classNames={CLASSES}
      formatters={{
        formatCaption: (month) => MONTH.format(month),
        formatWeekdayName: (date) => WEEKDAY.format(date).slice(0, 2),
      }}
      labels={{
        labelDayButton: (date, modifiers) =>
          [
            `${WEEKDAY.format(date)} ${DAY.format(date)}`,
            modifiers.today && labels.today,
            modifiers.selected && labels.chosen,
          ]
            .filter(Boolean)
            .join(', '),
        labelWeekday: (date) => WEEKDAY.format(date),
        labelGrid: (month) => MONTH.format(month),
        labelNav: () => labels.dialog,
        labelPrevious: () => labels.previous,
        labelNext: () => labels.next,
      }}
      components={{
        Chevron: ({ orientation }) => (
          <Icon shape={chevronIcon} size={20} className={cx(orientation === 'left' ? css.left : css.right)} />
        ),
      }}
    />
  )
}
