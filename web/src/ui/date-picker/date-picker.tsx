import { type CSSProperties, lazy, type ReactNode, Suspense, useEffect, useId, useRef, useState } from 'react'
import { Button } from '../actions/button.tsx'
import { calendarIcon } from '../display/icons.ts'
import { Spinner } from '../feedback/spinner.tsx'
import control from '../forms/fields/control.module.css'
import { Field, type FieldFrame, splitField } from '../forms/fields/field.tsx'
import css from './date-picker.module.css'
import type { DatePickerLabels } from './labels.ts'
import {
  type DateOptions,
  type Day,
  formatDays,
  isTextAllowed,
  isTimeAllowed,
  normaliseText,
  parseDays,
  type Time,
  withSlashes,
} from './selectable-days.ts'

const loadCalendar = () => import('./date-picker-calendar.tsx')
const Calendar = lazy(loadCalendar)

export type TimeProps = Omit<FieldFrame, 'className'> & {
  value: Time
  onChange: (time: Time) => void
  onBlur?: () => void
  name?: string
  minTime?: Time
  maxTime?: Time
}

type Props = FieldFrame &
  DateOptions & {
    /** the field's text: dd/MM/yyyy, a range as 'a - b', several as 'a, b' */
    value: string
    onChange: (text: string) => void
    onBlur?: () => void
    name?: string
    /** today in the shop's time zone */
    today: Day
    labels: DatePickerLabels
    /** a time of day beside the date */
    time?: TimeProps
    /** gap between the field and the calendar, in pixels */
    menuOffset?: number
    /** height of the calendar, in pixels */
    menuHeight?: number
    /** number of months side by side, where there is room */
    calendars?: number
  }

/**
 * A date field that always accepts typing, with a calendar that is loaded when it is first opened. Days that cannot be chosen
 * in the calendar cannot be typed either: the error appears under the field when it loses focus.
 */
export function DatePicker(props: Props) {
  const { frame: fieldFrame, control: rest } = splitField(props)
  const {
    value,
    onChange,
    onBlur,
    name,
    today,
    labels,
    time,
    menuOffset = 10,
    menuHeight = 390,
    calendars = 2,
    ...options
  } = rest
  const { mode = 'single' } = options
  const [open, setOpen] = useState(false)
  const [blurred, setBlurred] = useState(false)
  const dialogId = useId()
  const picker = useRef<HTMLDivElement>(null)
  const wrong = blurred && value.trim() !== '' && !isTextAllowed(value, options)

  useEffect(() => {
    if (!open) return
    const onOutside = (event: Event) => {
      if (event.target instanceof Node && !picker.current?.contains(event.target)) setOpen(false)
    }
    document.addEventListener('pointerdown', onOutside)
    document.addEventListener('focusin', onOutside)
    return () => {
      document.removeEventListener('pointerdown', onOutside)
      document.removeEventListener('focusin', onOutside)
    }
  }, [open])

  const close = () => {
    setOpen(false)
    picker.current?.querySelector<HTMLElement>(':scope > button')?.focus()
  }

  const onLeave = () => {
    setBlurred(true)
    const normalised = normaliseText(value, mode)
    if (normalised !== value) onChange(normalised)
    onBlur?.()
  }

  const field = (
    <Field
      {...fieldFrame}
      error={fieldFrame.error || (wrong && labels.invalid)}
      className={time ? undefined : fieldFrame.className}
    >
      {(fieldProps) => (
        <div ref={picker} className={css.picker}>
          <input
            {...fieldProps}
            type="text"
            name={name}
            inputMode="numeric"
            autoComplete="off"
            className={control.control}
            value={value}
            onChange={(event) =>
              onChange(mode === 'single' ? withSlashes(event.target.value, value) : event.target.value)
            }
            onBlur={onLeave}
          />
          <Button
            variant="secondary"
            icon={calendarIcon}
            iconOnly
            aria-label={labels.open}
            aria-haspopup="dialog"
            aria-expanded={open}
            aria-controls={open ? dialogId : undefined}
            onPointerEnter={loadCalendar}
            onFocus={loadCalendar}
            onClick={() => setOpen(!open)}
          />
          {open && (
            <Menu id={dialogId} label={labels.dialog} offset={menuOffset} height={menuHeight} onEscape={close}>
              <Calendar
                options={options}
                today={today}
                chosen={parseDays(value, mode) ?? []}
                labels={labels}
                calendars={calendars}
                onChoose={(days, done) => {
                  setBlurred(true)
                  onChange(formatDays(days, mode))
                  if (done) close()
                }}
              />
            </Menu>
          )}
        </div>
      )}
    </Field>
  )
  if (!time) return field
  return (
    <div className={fieldFrame.className ?? css.pair}>
      {field}
      <TimeField {...time} invalid={labels.invalidTime ?? labels.invalid} />
    </div>
  )
}

type MenuProps = {
  id: string
  label: string
  offset: number
  height: number
  onEscape: () => void
  children: ReactNode
}

/** Opens below the field; on a phone, as a sheet at the bottom of the page. */
function Menu({ id, label, offset, height, onEscape, children }: MenuProps) {
  const menu = useRef<HTMLDivElement>(null)

  useEffect(() => {
    menu.current?.scrollIntoView?.({ block: 'nearest' })
  }, [])

  return (
    <div
      ref={menu}
      id={id}
      role="dialog"
      aria-label={label}
      className={css.menu}
      style={{ '--menu-offset': `${offset}px`, '--menu-height': `${height}px` } as CSSProperties}
      onKeyDown={(event) => {
        if (event.key !== 'Escape') return
        event.stopPropagation()
        onEscape()
      }}
    >
      <Suspense
        fallback={
          <div className={css.loading}>
            <Spinner />
          </div>
        }
      >
        {children}
      </Suspense>
    </div>
  )
}

/** The browser's own time field; its limits also apply to typed text. */
function TimeField({
  value,
  onChange,
  onBlur,
  name,
  minTime,
  maxTime,
  error,
  invalid,
  ...frame
}: TimeProps & { invalid: ReactNode }) {
  const [blurred, setBlurred] = useState(false)
  const wrong = blurred && value !== '' && !isTimeAllowed(value, { minTime, maxTime })
  return (
    <Field {...frame} error={error || (wrong && invalid)}>
      {(fieldProps) => (
        <input
          {...fieldProps}
          type="time"
          name={name}
          min={minTime}
          max={maxTime}
          className={control.control}
          value={value}
          onChange={(event) => onChange(event.target.value)}
          onBlur={() => {
            setBlurred(true)
            onBlur?.()
          }}
        />
      )}
    </Field>
  )
}
