import { shop } from '@foyer/contract/messages.ts'
import type { EventFilterValues } from '@foyer/contract/pages.ts'
import type { EventListData } from '@foyer/contract/types.ts'
import { niceMonth } from '@foyer/domain/format/dates.ts'
import { ChipGroup, ChipLink, ChipRows } from '../../ui/actions/chip.tsx'
import { changed, eventsAddress } from './filters.ts'

type Props = { filters: EventFilterValues; months: EventListData['months']; categories: EventListData['categories'] }
type Choice = { name: string; change: Partial<EventFilterValues>; selected: boolean; reset: Partial<EventFilterValues> }

const MAX_MONTHS = 4
const MAX_CATEGORIES = 12

/** Filters by date and category, as links. The link of a selected filter removes it. */
export function FilterChips({ filters, months, categories }: Props) {
  const days = [
    ['tonight', shop['when.tonight']],
    ['weekend', shop['when.weekend']],
    ['next-week', shop['when.nextWeek']],
    ...months.slice(0, MAX_MONTHS).map((month, i) => {
      const [year, number] = month.split('-')
      // A month that stands there already is another year's.
      const isLater = months.slice(0, i).some((other) => other.endsWith(`-${number}`))
      return [month, isLater ? `${niceMonth(month)} ${year}` : niceMonth(month)] as const
    }),
  ] as const
  const when = days.map(([value, name]) => ({
    name,
    change: { when: value, from: '', to: '' },
    selected: filters.when === value,
    reset: { when: '' },
  }))
  const free: Choice = {
    name: shop['price.free'],
    change: { price: 'free' },
    selected: filters.price === 'free',
    reset: { price: '' },
  }
  const what = categories.slice(0, MAX_CATEGORIES).map(({ value, name }) => ({
    name,
    change: { category: value },
    selected: filters.category.toLowerCase() === value.toLowerCase(),
    reset: { category: '' },
  }))
  return (
    <ChipRows>
      <Chips label={shop['filter.when']} filters={filters} choices={when} />
      <Chips label={shop['filter.category']} filters={filters} choices={[free, ...what]} />
    </ChipRows>
  )
}

function Chips({ label, filters, choices }: { label: string; filters: EventFilterValues; choices: Choice[] }) {
  return (
    <ChipGroup label={label}>
      {choices.map(({ name, change, selected, reset }) => (
        <ChipLink key={name} selected={selected} href={eventsAddress(changed(filters, selected ? reset : change))}>
          {name}
        </ChipLink>
      ))}
    </ChipGroup>
  )
}
