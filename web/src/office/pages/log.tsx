import { joined } from '@foyer/contract/fill.ts'
import { log as t } from '@foyer/contract/office/messages.ts'
import { OFFICE_PAGES, type OfficePageData, type OfficeShell } from '@foyer/contract/office/pages.ts'
import { Button } from '../../ui/actions/button.tsx'
import { Tag } from '../../ui/display/tag.tsx'
import { SelectField } from '../../ui/forms/fields/select-field.tsx'
import { TextField } from '../../ui/forms/fields/text-field.tsx'
import { OrganiserId } from '../form/hidden-ids.tsx'
import { PlainForm } from '../form/plain-form.tsx'
import { ProveFirst } from '../form/prove-first.tsx'
import type { OfficePages } from '../page.ts'
import { Sentence } from '../sentence.tsx'

type Props = { data: OfficePageData['log']; shell: OfficeShell }

const OUTCOMES = { done: t.done, refused: t.refused, looked: t.looked }
const TONES = { done: 'success', refused: 'error', looked: 'info' } as const

export function LogPage({ data, shell }: Props) {
  const { entries, next, people, actions, filter } = data
  const { path } = OFFICE_PAGES.log
  const { staff_id, what, from, until } = filter
  const filtered = { staff_id: String(staff_id ?? ''), what, from, until }
  const query = new URLSearchParams({ organiser_id: String(shell.organiser_id ?? ''), ...filtered })
  return (
    <>
      <h1>{t.title}</h1>
      <p>{t.lead}</p>
      <form method="get" action={path} className="office-filter" aria-label={t.filter}>
        <OrganiserId shell={shell} />
        <SelectField label={t.person} name="staff_id" defaultValue={filter.staff_id ?? ''}>
          <option value="">{t.everyone}</option>
          {people.map(({ staff_id, name }) => (
            <option key={staff_id} value={staff_id}>
              {name}
            </option>
          ))}
        </SelectField>
        <SelectField label={t.action} name="what" defaultValue={filter.what}>
          <option value="">{t.everything}</option>
          {actions.map(({ name, label }) => (
            <option key={name} value={name}>
              {label}
            </option>
          ))}
        </SelectField>
        <TextField label={t.from} name="from" type="date" defaultValue={filter.from} />
        <TextField label={t.until} name="until" type="date" defaultValue={filter.until} />
        <Button type="submit" variant="secondary">
          {t.show}
        </Button>
      </form>
      {entries.length === 0 ? (
        <p>{t.none}</p>
      ) : (
        <table className="office-table">
          <caption className="visually-hidden">{t.title}</caption>
          <thead>
            <tr>
              <th scope="col">{t.what}</th>
              <th scope="col">{t.who}</th>
              <th scope="col">{t.when}</th>
              <th scope="col">{t.changes}</th>
            </tr>
          </thead>
          <tbody>
            {entries.map(({ id, nice_at, who, what, outcome, changes }) => (
              <tr key={id}>
                <th scope="row">
                  <Sentence parts={what} /> <Tag tone={TONES[outcome]}>{OUTCOMES[outcome]}</Tag>
                </th>
                <td data-label={t.who}>{who}</td>
                <td data-label={t.when}>{nice_at}</td>
                <td data-label={t.changes}>
                  <Changes changes={changes} />
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
      {next !== null && (
        <p>
          <a href={`${path}?${query}&before=${next}`}>{t.older}</a>
        </p>
      )}
      {shell.may.export_log && (
        <>
          <ProveFirst shell={shell} />
          <PlainForm call="export_log" shell={shell} sends={filtered}>
            <Button type="submit" variant="secondary">
              {t.export}
            </Button>
          </PlainForm>
        </>
      )}
    </>
  )
}

type Change = Props['data']['entries'][number]['changes'][number]

const Changes = ({ changes }: { changes: readonly Change[] }) =>
  changes.length > 0 && (
    <ul>
      {changes.map(({ label, before, after }) => (
        <li key={label}>
          {label}: {joined([before, after || t.emptied], ' → ')}
        </li>
      ))}
    </ul>
  )

export const pages: Pick<OfficePages, 'log'> = {
  log: { title: () => t.title, Body: LogPage },
}
