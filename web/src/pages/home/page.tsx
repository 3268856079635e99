import { shop } from '@foyer/contract/messages.ts'
import { PAGES, type PageData } from '@foyer/contract/pages.ts'
import type { Page } from '../../page.ts'
import { Button } from '../../ui/actions/button.tsx'
import { ButtonLink } from '../../ui/actions/button-link.tsx'
import { searchIcon } from '../../ui/display/icons.ts'
import { TextField } from '../../ui/forms/text-field.tsx'
import browse from '../browse/browse.module.css'
import { EventGrid } from '../browse/event-grid.tsx'
import { NO_FILTERS } from '../browse/filters.ts'
import { PlaceChips } from '../browse/search.tsx'
import { VoucherTeaser } from '../browse/voucher-teaser.tsx'
import css from './home.module.css'
import { Lobby } from './lobby.tsx'

function Home({ data: { events, places, gift_vouchers } }: { data: PageData['home'] }) {
  return (
    <>
      <div className={css.hero}>
        <div className={`page ${css.stage}`}>
          <div className={css.words}>
            <h1>{shop['lead.home']}</h1>
            <search>
              <form action={PAGES.events} method="get" className={css.form}>
                <TextField
                  label={shop.search}
                  id="q"
                  name="q"
                  type="search"
                  enterKeyHint="search"
                  className={css.query}
                />
                <Button type="submit" icon={searchIcon}>
                  {shop['filter.apply']}
                </Button>
              </form>
            </search>
            <PlaceChips filters={NO_FILTERS} places={places} />
          </div>
          <Lobby className={css.lobby} />
        </div>
      </div>
      <div className={`page ${browse.stack}`}>
        <h2 className={css.on}>{shop['title.events']}</h2>
        <EventGrid events={events} heading="h3" />
        <ButtonLink href={PAGES.events} variant="secondary" className={css.all}>
          {shop['list.all']}
        </ButtonLink>
        <VoucherTeaser designs={gift_vouchers} />
      </div>
    </>
  )
}

export const page: Page<'home'> = { title: () => '', frame: 'shop', Body: Home }
