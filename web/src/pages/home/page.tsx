import { shop } from '@foyer/contract/messages.ts'
import { PAGES, type PageData } from '@foyer/contract/pages.ts'
import type { Page } from '../../page.ts'
import { ButtonLink } from '../../ui/actions/button-link.tsx'
import browse from '../browse/browse.module.css'
import { EventGrid } from '../browse/event-grid.tsx'
import { FilterChips } from '../browse/filter-chips.tsx'
import { NO_FILTERS } from '../browse/filters.ts'
import { SearchField } from '../browse/search.tsx'
import { VoucherTeaser } from '../browse/voucher-teaser.tsx'
import css from './home.module.css'

/** One featured event and four rows of three. */
const SHOWN = 13

type Props = { data: PageData['home'] }

function Home({ data: { events, total, months, categories, gift_vouchers } }: Props) {
  const shown = events.slice(0, SHOWN)
  return (
    <>
      <div className={css.hero}>
        <div className={`page ${css.words}`}>
          <h1>{shop['lead.home']}</h1>
          <search>
            <form action={PAGES.events} method="get" className={browse.form}>
              <SearchField />
            </form>
          </search>
        </div>
      </div>
      <div className={`page ${browse.stack}`}>
        <FilterChips filters={NO_FILTERS} months={months} categories={categories} />
        <h2 className={css.on}>{shop['title.events']}</h2>
        <EventGrid events={shown} heading="h3" featured />
        {total > shown.length && (
          <ButtonLink href={PAGES.events} variant="secondary" className={css.all}>
            {shop['list.all']}
          </ButtonLink>
        )}
        <VoucherTeaser designs={gift_vouchers} />
      </div>
    </>
  )
}

export const page: Page<'home'> = { title: () => '', frame: 'shop', Body: Home }
