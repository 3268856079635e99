import { type PageData, pictureAs, pictureSrcSet, type Shell } from '@foyer/contract/pages.ts'
import type { Page } from '../../page.ts'
import { cx } from '../../ui/cx.ts'
import { About } from './about.tsx'
import css from './event.module.css'
import { Facts } from './facts.tsx'
import { More } from './more.tsx'
import { isSeated, loadSeatedPart } from './seated-part.ts'
import { TicketPanel } from './ticket-panel.tsx'

// The server renders the plan of any event synchronously.
if (import.meta.env.SSR) await loadSeatedPart()

const hasSeats = ({ dates }: PageData['event']) => dates.some(({ tickets }) => isSeated(tickets))

function EventPage({ data, shell }: { data: PageData['event']; shell: Shell }) {
  const { event } = data
  return (
    <article className="page">
      <div className={cx(css.layout, hasSeats(data) && css.seated)}>
        <img
          className={css.poster}
          src={pictureAs(event.thumbnail, 800)}
          srcSet={pictureSrcSet(event.thumbnail)}
          sizes="(min-width: 1024px) 640px, 100vw"
          alt={event.picture_alt ?? ''}
          width={400}
          height={300}
          fetchPriority="high"
        />
        <Facts data={data} />
        <TicketPanel data={data} now={shell.now} />
        <About event={event} />
      </div>
      <More data={data} />
    </article>
  )
}

export const page: Page<'event'> = {
  title: ({ event }) => event.title,
  frame: 'shop',
  Body: EventPage,
  load: (data) => hasSeats(data) && loadSeatedPart(),
}
