import { common } from '@foyer/contract/messages.ts'
import { PAGES } from '@foyer/contract/pages.ts'
import type { Page } from '../../page.ts'
import { ButtonLink } from '../../ui/actions/button-link.tsx'
import { EmptyState } from '../../ui/feedback/empty-state.tsx'

/** Says that a page doesn't exist, or could not be shown. */
export const page: Page<'not_found'> = {
  title: (data) => (data ? common['error.title'] : common['error.notFound']),
  frame: 'shop',
  Body: ({ data }) => (
    <div className="page">
      {data ? (
        // The empty address is that of this page.
        <EmptyState
          title={common['error.title']}
          heading="h1"
          action={<ButtonLink href="">{common.tryAgain}</ButtonLink>}
        >
          {data.failure}
        </EmptyState>
      ) : (
        <EmptyState
          title={common['error.notFound']}
          heading="h1"
          action={<ButtonLink href={PAGES.events}>{common['link.browseEvents']}</ButtonLink>}
        >
          {common['error.notFoundText']}
        </EmptyState>
      )}
    </div>
  ),
}
