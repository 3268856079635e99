import { fill } from '@foyer/contract/fill.ts'
import { shop } from '@foyer/contract/messages.ts'
import type { PageData } from '@foyer/contract/pages.ts'
import type { Page } from '../../page.ts'
import { Icon } from '../../ui/display/icon.tsx'
import { heartIcon } from '../../ui/display/icons.ts'
import browse from '../browse/browse.module.css'
import { EventGrid } from '../browse/event-grid.tsx'
import { VoucherCards } from '../gift-vouchers/voucher-cards.tsx'
import { Html } from '../html.tsx'
import css from './organiser.module.css'

function Organiser({ data: { name, about_html, charity, events, gift_vouchers } }: { data: PageData['organiser'] }) {
  return (
    <div className={`page ${browse.stack}`}>
      <header className={css.head}>
        <h1>{name}</h1>
        {about_html && <Html html={about_html} className={css.about} />}
        {charity && charity !== name && (
          <p className={css.charity}>
            <Icon shape={heartIcon} size={20} />
            {fill(shop['event.charity'], { charity })}
          </p>
        )}
      </header>
      <section className={browse.stack}>
        <h2>{shop['title.events']}</h2>
        {events.length > 0 ? <EventGrid events={events} heading="h3" /> : <p>{shop['organiser.noEvents']}</p>}
      </section>
      {gift_vouchers.length > 0 && (
        <section className={browse.stack}>
          <h2>{shop['title.giftVouchers']}</h2>
          <VoucherCards designs={gift_vouchers} heading="h3" />
        </section>
      )}
    </div>
  )
}

export const page: Page<'organiser'> = { title: (data) => data.name, frame: 'shop', Body: Organiser }
