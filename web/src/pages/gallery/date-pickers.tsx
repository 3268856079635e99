import { DAY_MS } from '@foyer/domain/format/calendar-days.ts'
import { dayOf } from '@foyer/domain/format/dates.ts'
import { useState } from 'react'
import { DatePicker } from '../../ui/date-picker/date-picker.tsx'
import type { DatePickerLabels } from '../../ui/date-picker/labels.ts'
import type { DateOptions, Day } from '../../ui/date-picker/selectable-days.ts'

const LABELS: DatePickerLabels = {
  open: 'Choose from a calendar',
  dialog: 'Calendar',
  previous: 'Previous month',
  next: 'Next month',
  today: 'today',
  chosen: 'chosen',
  invalid: 'Please choose another date',
  invalidTime: 'Please choose another time',
}

/** Every option of the date picker. */
export function DatePickers({ drawnAt }: { drawnAt: number }) {
  const day = (days: number): Day => dayOf(new Date(drawnAt + days * DAY_MS))
  return (
    <>
      <Picker label="From today, with a time from 9:00 to 17:30" minDate={day(0)} today={day(0)} time />
      <Picker label="In the next 30 days, at weekends only" {...next30(day)} disabledWeekdays={[1, 2, 3, 4, 5]} />
      <Picker label="Not tomorrow" today={day(0)} disabledDates={[day(1)]} />
      <Picker label="Only three days there are" today={day(0)} allowedDates={[day(3), day(10), day(17)]} />
      <Picker label="Two to seven days" today={day(0)} mode="range" minRange={2} maxRange={7} />
      <Picker label="Up to three days" today={day(0)} mode="multiple" maxDates={3} />
    </>
  )
}

const next30 = (day: (days: number) => Day) => ({ today: day(0), minDate: day(0), maxDate: day(30) })

function Picker({ label, today, time, ...options }: DateOptions & { label: string; today: Day; time?: boolean }) {
  const [value, setValue] = useState('')
  const [clock, setClock] = useState('')
  return (
    <DatePicker
      label={label}
      today={today}
      labels={LABELS}
      value={value}
      onChange={setValue}
      time={time ? { label: 'Time', value: clock, onChange: setClock, minTime: '09:00', maxTime: '17:30' } : undefined}
      {...options}
    />
  )
}
