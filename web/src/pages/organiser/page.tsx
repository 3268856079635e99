import { fill } from '@foyer/contract/fill.ts'
import { shop } from '@foyer/contract/messages.ts'
import { type PageData, pictureSrcSet } from '@foyer/contract/pages.ts'
import type { Page } from '../../page.ts'
import { cx } from '../../ui/cx.ts'
import { Html } from '../../ui/display/html.tsx'
import { Icon } from '../../ui/display/icon.tsx'
import { heartIcon } from '../../ui/display/icons.ts'
import browse from '../browse/browse.module.css'
import { EventGrid } from '../browse/event-grid.tsx'
import { VoucherCards } from '../gift-vouchers/voucher-cards.tsx'
import css from './organiser.module.css'

function Organiser({ data }: { data: PageData['organiser'] }) {
  const { name, about_html, sold_by, closed, charity, events, gift_vouchers, logo, cover } = data
  return (
    <div className={`page ${browse.stack}`}>
      <header className={css.head}>
        {cover && (
          <img
            className={css.cover}
            src={cover.src}
            srcSet={pictureSrcSet(cover.src)}
            sizes="100vw"
            alt={cover.alt}
            width={960}
            height={320}
            fetchPriority="high"
          />
        )}
        {logo && <img className={css.logo} src={logo} alt="" width={160} height={64} />}
        <h1>{name}</h1>
        {about_html && <Html html={about_html} className={cx('prose', css.about)} />}
        {charity && charity !== name && (
          <p className={css.charity}>
            <Icon shape={heartIcon} size={20} />
            {fill(shop['event.charity'], { charity })}
          </p>
        )}
      </header>
      <section className={browse.stack}>
        <h2>{shop['title.events']}</h2>
        {events.length > 0 ? <EventGrid events={events} heading="h3" /> : <p>{closed ?? shop['organiser.noEvents']}</p>}
      </section>
      {gift_vouchers.length > 0 && (
        <section className={browse.stack}>
          <h2>{shop['title.giftVouchers']}</h2>
          <VoucherCards designs={gift_vouchers} heading="h3" />
        </section>
      )}
      {sold_by && <p>{sold_by}</p>}
    </div>
  )
}

export const page: Page<'organiser'> = { title: (data) => data.name, frame: 'shop', Body: Organiser }
