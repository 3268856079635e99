import { fill } from '@foyer/contract/fill.ts'
import { common as t } from '@foyer/contract/messages.ts'
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
          <ButtonLink href="">{t.tryAgain}</ButtonLink>
          <a href={PAGES.events}>{t['link.browseEvents']}</a>
        </>
      }
    >
      {rest.join(' ')}
    </EmptyState>
  )
}

/** What a link that opens nothing should have opened, in words, and where to look instead. */
const LINKS = {
  order: [t['link.order'], t['link.orderText'], 'wallet'],
  claim: [t['link.claim'], t['link.claimText'], 'wallet'],
  waiting: [t['link.waiting'], t['link.waitingText'], 'events'],
  change: [t['link.change'], t['link.changeText'], 'wallet'],
} as const

type Props = { title: string; text: string; page: 'wallet' | 'events'; email?: string | null | undefined }

function NothingHere({ title, text, page, email }: Props) {
  return (
    <EmptyState
      title={title}
      heading="h1"
      action={
        <>
          <ButtonLink href={PAGES[page]}>{page === 'wallet' ? t['nav.wallet'] : t['link.browseEvents']}</ButtonLink>
          {email && <a href={`mailto:${email}`}>{fill(t['link.ask'], { email })}</a>}
        </>
      }
    >
      {text}
    </EmptyState>
  )
}

/** The page for an address that doesn't exist, a link that opens nothing, or a page that couldn't be shown. */
export const page: Page<'not_found'> = {
  title: (data) => (data === null ? t['error.notFound'] : 'link' in data ? LINKS[data.link][0] : t['error.title']),
  frame: 'shop',
  Body: ({ data, shell }) => {
    const [title, text, next] =
      data !== null && 'link' in data
        ? LINKS[data.link]
        : ([t['error.notFound'], t['error.notFoundText'], 'events'] as const)
    return (
      <div className="page">
        {data !== null && 'failure' in data ? (
          <Failure text={data.failure} />
        ) : (
          <NothingHere title={title} text={text} page={next} email={data && shell.shop.email} />
        )}
      </div>
    )
  },
}
