import { fill } from '@foyer/contract/fill.ts'
import { shop } from '@foyer/contract/messages.en.ts'
import type { EventPageData } from '@foyer/contract/types.ts'
import { formatMoney } from '@foyer/domain/format/money.ts'
import { OptionGroup } from '../../ui/OptionGroup.tsx'
import { SelectField } from '../../ui/SelectField.tsx'

type Dates = EventPageData['dates']
type Props = { dates: Dates; symbol: string; value: number | undefined; onChange: (dateId: number) => void }

/** So many can be taken in at a glance; more go into a list. */
const AT_A_GLANCE = 6

export function DateChooser({ dates, symbol, value, onChange }: Props) {
  const coming = dates.filter((date) => !date.past)
  if (coming.length <= AT_A_GLANCE)
    return (
      <OptionGroup
        legend={shop['dates.choose']}
        name="date"
        value={String(value)}
        onChange={(id) => onChange(Number(id))}
        options={coming.map((date) => ({
          value: String(date.date_id),
          label: date.nice_date,
          aside: priceWords(date, symbol),
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
      {coming.map((date) => (
        <option key={date.date_id} value={date.date_id}>
          {[date.nice_date, priceWords(date, symbol)].filter(Boolean).join(' · ')}
        </option>
      ))}
    </SelectField>
  )
}

function priceWords({ sold_out, tickets }: Dates[number], symbol: string): string | undefined {
  if (sold_out) return shop['price.soldOut']
  const prices = tickets.filter((ticket) => !ticket.sold_out).map((ticket) => ticket.all_in_price)
  if (prices.length === 0) return undefined
  return fill(shop['price.from'], { price: formatMoney(Math.min(...prices), symbol) })
}
