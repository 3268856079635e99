import { fill } from '@foyer/contract/fill.ts'
import { shop } from '@foyer/contract/messages.ts'
import { PAGES, type PageData } from '@foyer/contract/pages.ts'
import type { Page } from '../../page.ts'
import { ChipLink, ChipRow } from '../../ui/actions/chip.tsx'
import { pinIcon } from '../../ui/display/icons.ts'
import browse from '../browse/browse.module.css'
import { EventGrid } from '../browse/event-grid.tsx'
import { EventMap } from '../browse/event-map.tsx'
import { FilterChips } from '../browse/filter-chips.tsx'
import { changed, eventsAddress, isFiltered } from '../browse/filters.ts'
import { NoEvents } from '../browse/no-events.tsx'
import { Pages } from '../browse/pages.tsx'
import { Search } from '../browse/search.tsx'
import { VoucherTeaser } from '../browse/voucher-teaser.tsx'

function Events({ data }: { data: PageData['events'] }) {
  const { events, total, similar, pages, filters, map, pins, gift_vouchers } = data
  const onMap = map !== null && filters.view === 'map'
  return (
    <div className={`page ${browse.stack}`}>
      <div className={browse.head}>
        <h1>{shop['title.events']}</h1>
        <p className={browse.muted}>{fill(shop['count.events'], { n: total })}</p>
      </div>
      <Search filters={filters} places={data.places} organisers={data.organisers} />
      <FilterChips filters={filters} months={data.months} categories={data.categories} />
      {map !== null && (
        <ChipRow label={shop['map.label']}>
          <ChipLink
            icon={pinIcon}
            selected={onMap}
            href={eventsAddress(changed(filters, { view: onMap ? '' : 'map' }))}
          >
            {shop['map.show']}
          </ChipLink>
        </ChipRow>
      )}
      {events.length > 0 && (isFiltered(filters) || similar) && (
        <p>
          {similar && fill(shop['list.similar'], { q: filters.q })} <a href={PAGES.events}>{shop['filter.clear']}</a>
        </p>
      )}
      {onMap && pins && <EventMap filters={filters} map={map} pins={pins} />}
      {events.length > 0 ? (
        <EventGrid events={events} heading="h2" />
      ) : (
        <NoEvents filters={filters} organisers={data.organisers} />
      )}
      <Pages filters={filters} pages={pages} />
      <VoucherTeaser designs={gift_vouchers} />
    </div>
  )
}

export const page: Page<'events'> = { title: () => shop['title.events'], frame: 'shop', Body: Events }
