import { fill } from '@foyer/contract/fill.ts'
import { readersPage as t } from '@foyer/contract/office/counter/messages.en.ts'
import type { OfficePageData, OfficeShell } from '@foyer/contract/office/pages.ts'
import { Button } from '../../../ui/actions/button.tsx'
import { TextField } from '../../../ui/forms/fields/text-field.tsx'
import { OfficeForm, sentValue } from '../../form/form.tsx'
import { OrganiserId } from '../../form/hidden-ids.tsx'
import { ProveFirst } from '../../form/prove-first.tsx'
import type { OfficePages } from '../../page.ts'

type Props = { data: OfficePageData['readers']; shell: OfficeShell }

/** An organiser's card readers. */
export function ReadersPage({ data: { readers, may_change, is_possible, form_key }, shell }: Props) {
  return (
    <>
      <h1>{t.title}</h1>
      <p>{t.lead}</p>
      {!is_possible && <p role="status">{t.impossible}</p>}
      {may_change && is_possible && <ProveFirst shell={shell} />}
      {readers.length === 0 && <p>{t.none}</p>}
      <ul className="office-cards">
        {readers.map(({ reader_id, name, external_id }) => (
          <li key={reader_id} className="office-card">
            <h2>{name}</h2>
            <p>
              <code>{external_id}</code>
            </p>
            {may_change && (
              <OfficeForm call="end_reader" shell={shell} only={['reader_id', reader_id]}>
                <OrganiserId shell={shell} />
                <input type="hidden" name="reader_id" value={reader_id} />
                <Button type="submit" variant="secondary" small>
                  {fill(t.remove, { name })}
                </Button>
              </OfficeForm>
            )}
          </li>
        ))}
      </ul>
      {may_change && is_possible && (
        <OfficeForm call="save_reader" shell={shell} className="office-stack office-narrow-form">
          <OrganiserId shell={shell} />
          <input type="hidden" name="form_key" value={form_key} />
          <TextField
            label={t.name}
            hint={t['name.hint']}
            name="name"
            autoComplete="off"
            defaultValue={sentValue(shell, 'save_reader', 'name')}
          />
          <TextField
            label={t.id}
            hint={t['id.hint']}
            name="device"
            autoComplete="off"
            defaultValue={sentValue(shell, 'save_reader', 'device')}
          />
          <Button type="submit">{t.add}</Button>
        </OfficeForm>
      )}
    </>
  )
}

export const pages: Pick<OfficePages, 'readers'> = {
  readers: { title: () => t.title, Body: ReadersPage },
}
