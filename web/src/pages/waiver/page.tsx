import { completed, waiver as t } from '@foyer/contract/messages.ts'
import type { PageData, Shell } from '@foyer/contract/pages.ts'
import { niceDate } from '@foyer/domain/format/dates.ts'
import type { Page } from '../../page.ts'
import { Html } from '../../ui/display/html.tsx'
import { Panel } from '../../ui/layout/panel.tsx'
import narrow from '../narrow.module.css'
import { SignForm } from './sign-form.tsx'
import css from './waiver.module.css'

/** The terms that everyone in the party signs. The page shows nothing about the sale, because the link is passed around. */
function Waiver({ data, shell }: { data: PageData['waiver']; shell: Shell }) {
  const { waivers } = data
  return (
    <div className={`page ${narrow.narrow}`}>
      <h1>{completed['title.waiver']}</h1>
      <p className={narrow.lead}>
        {completed['waiver.everyone']} {waivers.length > 0 && t['waiver.lead']}
      </p>
      {waivers.map(({ id, title, terms_html, event, nice_date }) => (
        <Panel key={id} className={css.waiver}>
          <header>
            <p className="event-date">
              {event}, {nice_date}
            </p>
            <h2>{title}</h2>
          </header>
          <Html html={terms_html} />
        </Panel>
      ))}
      {waivers.length === 0 ? (
        <p>{completed['waiver.none']}</p>
      ) : (
        <SignForm data={data} date={niceDate(shell.now, undefined, { allDay: true })} />
      )}
    </div>
  )
}

export const page: Page<'waiver'> = { title: () => completed['title.waiver'], frame: 'shop', Body: Waiver }
