import { fill } from '@foyer/contract/fill.ts'
import { shop } from '@foyer/contract/messages.ts'
import { PAGES, type PageData } from '@foyer/contract/pages.ts'
import { pluralEnding } from '@foyer/domain/format/words.ts'
import type { Page } from '../../page.ts'
import { ButtonLink } from '../../ui/actions/button-link.tsx'
import { EmptyState } from '../../ui/feedback/empty-state.tsx'
import browse from '../browse/browse.module.css'
import { EventGrid } from '../browse/event-grid.tsx'
import { isFiltered } from '../browse/filters.ts'
import { PlaceChips, Search } from '../browse/search.tsx'
import { VoucherTeaser } from '../browse/voucher-teaser.tsx'

function Events({ data }: { data: PageData['events'] }) {
  const { events, total, filters, places, organisers, gift_vouchers } = data
  return (
    <div className={`page ${browse.stack}`}>
      <div className={browse.head}>
        <h1>{shop['title.events']}</h1>
        <p className={browse.count}>{fill(shop['count.events'], { n: total, s: pluralEnding(total) })}</p>
      </div>
      <Search filters={filters} places={places} organisers={organisers} />
      <PlaceChips filters={filters} places={places} />
      {isFiltered(filters) && events.length > 0 && (
        <p>
          <a href={PAGES.events}>{shop['filter.clear']}</a>
        </p>
      )}
      {events.length > 0 ? (
        <EventGrid events={events} heading="h2" />
      ) : (
        <EmptyState action={<ButtonLink href={PAGES.events}>{shop['filter.clear']}</ButtonLink>}>
          {shop['empty.events']}
        </EmptyState>
      )}
      <VoucherTeaser designs={gift_vouchers} />
    </div>
  )
}

export const page: Page<'events'> = { title: () => shop['title.events'], frame: 'shop', Body: Events }
