import { shop } from '@foyer/contract/messages.ts'
import type { EventPageData } from '@foyer/contract/types.ts'
import { OptionGroup } from '../../ui/forms/fields/option-group.tsx'
import { SelectField } from '../../ui/forms/fields/select-field.tsx'
import css from './event.module.css'

type Dates = EventPageData['dates']
type Props = {
  dates: Dates
  value: number | undefined
  disabled: boolean
  onChange: (dateId: number) => void
}

/** Up to this many dates are shown at once; more go into a select. */
const MAX_OPTIONS = 3

export function DateChooser({ dates, value, disabled, onChange }: Props) {
  const comingDates = dates.filter((date) => !date.past)
  const notes = dateNotes(comingDates)
  if (comingDates.length <= MAX_OPTIONS)
    return (
      <OptionGroup
        legend={shop['dates.choose']}
        className={css.dates}
        name="date"
        value={String(value)}
        disabled={disabled}
        onChange={(id) => onChange(Number(id))}
        options={comingDates.map((date, index) => ({
          value: String(date.date_id),
          label: date.nice_date,
          aside: notes[index],
        }))}
      />
    )
  return (
    <SelectField
      label={shop['dates.choose']}
      id="date"
      value={String(value)}
      disabled={disabled}
      onChange={(event) => onChange(Number(event.target.value))}
    >
      {comingDates.map((date, index) => (
        <option key={date.date_id} value={date.date_id}>
          {[date.nice_date, notes[index]].filter(Boolean).join(' · ')}
        </option>
      ))}
    </SelectField>
  )
}

/** A note for each date: that it is cancelled or sold out, or its price if prices differ between dates. */
function dateNotes(dates: Dates): (string | undefined)[] {
  const pricesDiffer = new Set(dates.flatMap(({ from_text }) => from_text ?? [])).size > 1
  return dates.map(({ cancelled, postponed, sold_out, from_text }) => {
    if (cancelled) return shop['price.cancelled']
    if (postponed) return shop['price.postponed']
    if (sold_out) return shop['price.soldOut']
    return pricesDiffer ? (from_text ?? undefined) : undefined
  })
}
