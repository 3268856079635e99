import { common } from '@foyer/contract/messages.ts'
import { PAGES } from '@foyer/contract/pages.ts'
import type { Page } from '../../page.ts'
import { ButtonLink } from '../../ui/actions/button-link.tsx'
import { EmptyState } from '../../ui/feedback/empty-state.tsx'

/** The first sentence of a failure is the heading, what to do comes below it. */
function Failure({ text }: { text: string }) {
  const [title, ...rest] = text.split(/(?<=[.!]) /)
  return (
    <EmptyState
      title={title?.replace(/\.$/, '')}
      heading="h1"
      action={
        <>
          {/* The empty address is that of this page. */}
          <ButtonLink href="">{common.tryAgain}</ButtonLink>
          <a href={PAGES.events}>{common['link.browseEvents']}</a>
        </>
      }
    >
      {rest.join(' ')}
    </EmptyState>
  )
}

/** The page for an address that doesn't exist, or a page that couldn't be shown. */
export const page: Page<'not_found'> = {
  title: (data) => (data ? common['error.title'] : common['error.notFound']),
  frame: 'shop',
  Body: ({ data }) => (
    <div className="page">
      {data ? (
        <Failure text={data.failure} />
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
