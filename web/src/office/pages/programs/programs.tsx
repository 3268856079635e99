import { keysPage as t } from '@foyer/contract/office/integrations/messages.en.ts'
import type { OfficeShell } from '@foyer/contract/office/pages.ts'
import type { OfficeCallName } from '@foyer/contract/office/paths.ts'
import { Checkbox } from '../../../ui/forms/fields/checkbox.tsx'
import { wasChecked } from '../../form/form.tsx'

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
