import { common } from '@foyer/contract/messages.en.ts'
import { PAGES } from '@foyer/contract/pages.ts'
import type { Page } from '../../page.ts'
import { ButtonLink } from '../../ui/actions/button-link.tsx'
import { EmptyState } from '../../ui/feedback/empty-state.tsx'

export const page: Page<'not_found'> = {
  title: () => common['error.notFound'],
  frame: 'shop',
  Body: () => (
    <div className="page">
      <EmptyState
        title={common['error.notFound']}
        heading="h1"
        action={<ButtonLink href={PAGES.events}>{common['link.browseEvents']}</ButtonLink>}
      >
        {common['error.notFoundText']}
      </EmptyState>
    </div>
  ),
}
