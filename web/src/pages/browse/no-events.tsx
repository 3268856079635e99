import { fill } from '@foyer/contract/fill.ts'
import { shop } from '@foyer/contract/messages.ts'
import { type EventFilterValues, PAGES } from '@foyer/contract/pages.ts'
import type { EventListData } from '@foyer/contract/types.ts'
import { niceDay, niceMonth } from '@foyer/domain/format/dates.ts'
import { ButtonLink } from '../../ui/actions/button-link.tsx'
import { ChipLink, ChipRow } from '../../ui/actions/chip.tsx'
import { crossIcon } from '../../ui/display/icons.ts'
import { EmptyState } from '../../ui/feedback/empty-state.tsx'
import css from './browse.module.css'
import { activeFilters, changed, eventsAddress } from './filters.ts'

type Props = { filters: EventFilterValues; organisers: EventListData['organisers'] }

/** Shown when nothing was found: offers to remove each filter, or all of them. */
export function NoEvents({ filters, organisers }: Props) {
  const active = activeFilters(filters)
  const name = (filter: (typeof active)[number][0], value: string): string => {
    if (filter === 'when') return whenText(value)
    if (filter === 'from') return `${shop['filter.from']} ${niceDay(value)}`
    if (filter === 'to') return `${shop['filter.to']} ${niceDay(value)}`
    if (filter === 'price') return shop['price.free']
    if (filter === 'organiser') return organisers.find(({ slug }) => slug === value)?.name ?? value
    return filter === 'q' ? `“${value}”` : value
  }
  return (
    <div className={css.stack}>
      <EmptyState action={<ButtonLink href={PAGES.events}>{shop['filter.clear']}</ButtonLink>}>
        {filters.q === '' ? shop['empty.filtered'] : fill(shop['empty.events'], { q: filters.q })}
      </EmptyState>
      {active.length > 1 && (
        <ChipRow label={shop['filter.without']}>
          {active.map(([filter, value]) => (
            <ChipLink key={filter} icon={crossIcon} href={eventsAddress(changed(filters, { [filter]: '' }))}>
              {fill(shop['filter.remove'], { name: name(filter, value) })}
            </ChipLink>
          ))}
        </ChipRow>
      )}
    </div>
  )
}

const PERIODS: Record<string, string> = {
  tonight: shop['when.tonight'],
  weekend: shop['when.weekend'],
  'next-week': shop['when.nextWeek'],
}
const whenText = (when: string): string => PERIODS[when] ?? niceMonth(when)
