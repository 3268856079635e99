import { fill } from '@foyer/contract/fill.ts'
import { common, shop } from '@foyer/contract/messages.ts'
import type { EventPageData } from '@foyer/contract/types.ts'
import { formatMoney } from '@foyer/domain/format/money.ts'
import type { CurrencyCode } from '@foyer/domain/money/money.ts'
import { OptionGroup } from '../../ui/forms/option-group.tsx'
import { SelectField } from '../../ui/forms/select-field.tsx'

type Dates = EventPageData['dates']
type Props = { dates: Dates; currency: CurrencyCode; value: number | undefined; onChange: (dateId: number) => void }

/** Up to this many dates are shown at once; more go into a select. */
const AT_A_GLANCE = 6

export function DateChooser({ dates, currency, value, onChange }: Props) {
  const coming = dates.filter((date) => !date.past)
  const aside = asides(coming, currency)
  if (coming.length <= AT_A_GLANCE)
    return (
      <OptionGroup
        legend={shop['dates.choose']}
        name="date"
        value={String(value)}
        onChange={(id) => onChange(Number(id))}
        options={coming.map((date, index) => ({
          value: String(date.date_id),
          label: date.nice_date,
          aside: aside[index],
        }))}
      />
    )
  return (
    <SelectField
      label={shop['dates.choose']}
      id="date"
      value={String(value)}
      onChange={(event) => onChange(Number(event.target.value))}
    >
      {coming.map((date, index) => (
        <option key={date.date_id} value={date.date_id}>
          {[date.nice_date, aside[index]].filter(Boolean).join(' · ')}
        </option>
      ))}
    </SelectField>
  )
}

/** What distinguishes a date from the others: that it is cancelled or sold out, or its price where prices differ. */
function asides(dates: Dates, currency: CurrencyCode): (string | undefined)[] {
  const lowest = dates.map(({ tickets }) => Math.min(...tickets.filter((t) => !t.sold_out).map((t) => t.all_in_price)))
  const differ = new Set(lowest.filter(Number.isFinite)).size > 1
  return dates.map(({ cancelled, sold_out }, index) => {
    const price = lowest[index]!
    if (cancelled) return shop['price.cancelled']
    if (sold_out) return shop['price.soldOut']
    if (!differ || !Number.isFinite(price)) return undefined
    return price > 0 ? fill(shop['price.from'], { price: formatMoney(price, currency) }) : common['label.free']
  })
}
