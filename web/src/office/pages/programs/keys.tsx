import { fill, joined } from '@foyer/contract/fill.ts'
import { keyRoles, keysPage as t } from '@foyer/contract/office/integrations/messages.en.ts'
import type { OfficePageData, OfficeShell } from '@foyer/contract/office/pages.ts'
import { KEY_ROLES } from '@foyer/domain/office/rights.ts'
import { Button } from '../../../ui/actions/button.tsx'
import { SelectField } from '../../../ui/forms/fields/select-field.tsx'
import { TextField } from '../../../ui/forms/fields/text-field.tsx'
import { OfficeForm, sentValue } from '../../form/form.tsx'
import { OrganiserId } from '../../form/hidden-ids.tsx'
import { ProveFirst } from '../../form/prove-first.tsx'
import type { OfficePages } from '../../page.ts'
import { EventChoice, ProgramPages, Secret } from './programs.tsx'

type Data = OfficePageData['keys']
type Props = { data: Data; shell: OfficeShell }

/** The API keys of an organiser. Forms are submitted as pages, so that no script handles a key. */
function KeysPage({ data, shell }: Props) {
  const { keys, events, api_url, form_key } = data
  return (
    <>
      <ProgramPages shell={shell} here="keys" />
      <h1>{t.title}</h1>
      <p>{t.lead}</p>
      <p>
        {t.guide} <a href={api_url}>{api_url}</a>
      </p>
      <ProveFirst shell={shell} />
      <Secret shell={shell} title={t.new} lead={t['new.lead']} />
      <h2>{t.made}</h2>
      {keys.length === 0 ? <p>{t.none}</p> : <Keys keys={keys} events={events} shell={shell} />}
      <h2>{t.make}</h2>
      <p>{t['make.lead']}</p>
      <OfficeForm call="make_key" shell={shell} className="office-stack office-narrow-form">
        <OrganiserId shell={shell} />
        <input type="hidden" name="form_key" value={form_key} />
        <TextField
          label={t.name}
          hint={t['name.hint']}
          name="name"
          autoComplete="off"
          defaultValue={sentValue(shell, 'make_key', 'name')}
        />
        <SelectField label={t.rights} name="role" defaultValue={sentValue(shell, 'make_key', 'role') || 'reader'}>
          {KEY_ROLES.map((role) => (
            <option key={role} value={role}>
              {keyRoles[role]}
            </option>
          ))}
        </SelectField>
        <EventChoice call="make_key" events={events} shell={shell} />
        <Button type="submit">{t['make.button']}</Button>
      </OfficeForm>
    </>
  )
}

function Keys({ keys, events, shell }: { keys: Data['keys']; events: Data['events']; shell: OfficeShell }) {
  const titles = new Map(events.map(({ id, title }) => [id, title]))
  return (
    <ul className="office-cards">
      {keys.map((key) => (
        <li key={key.key_id} className="office-card">
          <h3>{key.name}</h3>
          <p>
            {t.key} <code>{key.prefix}…</code>
          </p>
          <p>
            {keyRoles[key.role]} ·{' '}
            {key.event_ids.length === 0
              ? t['events.all']
              : joined(
                  key.event_ids.map((id) => titles.get(id) ?? ''),
                  ', ',
                )}
          </p>
          <p className="office-quiet">
            {fill(t.by, { name: key.made_by, date: key.nice_made })} · {t.used}: {key.nice_used || t.never}
          </p>
          {key.is_ended ? (
            <p>{t.ended}</p>
          ) : (
            <OfficeForm call="end_key" shell={shell} only={['key_id', key.key_id]}>
              <OrganiserId shell={shell} />
              <input type="hidden" name="key_id" value={key.key_id} />
              <Button type="submit" variant="danger" small aria-label={fill(t.endOf, { name: key.name })}>
                {t.end}
              </Button>
            </OfficeForm>
          )}
        </li>
      ))}
    </ul>
  )
}

export const pages: Pick<OfficePages, 'keys'> = {
  keys: { title: () => t.title, Body: KeysPage },
}
