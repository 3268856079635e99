import { fill } from '@foyer/contract/fill.ts'
import { shop } from '@foyer/contract/messages.ts'
import type { EventFilterValues } from '@foyer/contract/pages.ts'
import { ButtonLink } from '../../ui/actions/button-link.tsx'
import css from './browse.module.css'
import { eventsAddress } from './filters.ts'

/** Links to the other pages of the list. */
export function Pages({ filters, pages }: { filters: EventFilterValues; pages: number }) {
  if (pages < 2) return null
  const { page } = filters
  const to = (n: number) => eventsAddress({ ...filters, page: n })
  return (
    <nav className={css.head} aria-label={shop['pages.label']}>
      {page > 1 && (
        <ButtonLink variant="secondary" href={to(page - 1)} rel="prev">
          {shop['pages.previous']}
        </ButtonLink>
      )}
      <span className={css.count}>{fill(shop['pages.of'], { n: page, of: pages })}</span>
      {page < pages && (
        <ButtonLink variant="secondary" href={to(page + 1)} rel="next">
          {shop['pages.next']}
        </ButtonLink>
      )}
    </nav>
  )
}
