import { keysPage as t, webhooksPage } from '@foyer/contract/office/integrations/messages.en.ts'
import { office } from '@foyer/contract/office/messages.ts'
import type { OfficeShell } from '@foyer/contract/office/pages.ts'
import type { OfficeCallName } from '@foyer/contract/office/paths.ts'
import { Checkbox } from '../../../ui/forms/fields/checkbox.tsx'
import { wasChecked } from '../../form/form.tsx'
import { pathIn } from '../../paths.ts'

/** The links between the pages about programs. */
export const ProgramPages = ({ shell, here }: { shell: OfficeShell; here: 'keys' | 'webhooks' }) => (
  <nav className="office-tabs office-subtabs" aria-label={office['tab.keys']}>
    {(
      [
        ['keys', t.title],
        ['webhooks', webhooksPage.title],
      ] as const
    ).map(([page, title]) => (
      <a key={page} href={pathIn(page, shell.organiser_id)} aria-current={page === here ? 'page' : undefined}>
        {title}
      </a>
    ))}
  </nav>
)

/** A secret that was just created; it is shown only once. */
export function Secret({ shell, title, lead }: { shell: OfficeShell; title: string; lead: string }) {
  if (shell.secret === null) return null
  return (
    <section className="office-note" aria-labelledby="new-secret">
      <h2 id="new-secret">{title}</h2>
      <p>{lead}</p>
      <p>
        <code>{shell.secret}</code>
      </p>
    </section>
  )
}

type ChoiceProps = {
  call: OfficeCallName
  events: { id: number; title: string }[]
  shell: OfficeShell
  chosen?: readonly number[]
}

/** The events that an API key or a webhook is limited to. */
export function EventChoice({ call, events, shell, chosen = [] }: ChoiceProps) {
  if (events.length === 0) return null
  return (
    <fieldset className="office-stack">
      <legend className="office-legend">{t.events}</legend>
      <p className="office-quiet">{t['events.hint']}</p>
      <div className="office-checks">
        {events.map(({ id, title }) => (
          <Checkbox
            key={id}
            label={title}
            name="event_ids[]"
            value={id}
            defaultChecked={wasChecked(shell, call, 'event_ids[]', id, { is: chosen.includes(id) })}
          />
        ))}
      </div>
    </fieldset>
  )
}
