import { lists as t } from '@foyer/contract/office/lists/messages.en.ts'
import type { OfficePageData, OfficeShell } from '@foyer/contract/office/pages.ts'
import { LIMITS } from '@foyer/domain/limits.ts'
import { Button } from '../../ui/actions/button.tsx'
import { Checkbox } from '../../ui/forms/fields/checkbox.tsx'
import { TextField } from '../../ui/forms/fields/text-field.tsx'
import { isReturned, OfficeForm, sentValue, wasChecked } from '../form/form.tsx'
import { OrganiserId } from '../form/hidden-ids.tsx'
import { pathIn } from '../paths.ts'

type Data = OfficePageData['orders']
type View = Data['views'][number]
type Props = { list: 'orders' | 'people'; data: Data; shell: OfficeShell }

const PANEL = 'list-view'

/** The filters that a person or the team saved, as tabs. */
export function ViewTabs({ list, data: { views, filter }, shell }: Props) {
  if (views.length === 0) return null
  const path = pathIn(list, shell.organiser_id)
  return (
    <nav className="office-tabs" aria-label={t.views}>
      <a href={path} aria-current={Object.keys(filter).length === 0 ? 'page' : undefined}>
        {t['views.all']}
      </a>
      {views.map(({ view_id, name, filter: saved, is_open }) => (
        <a
          key={view_id}
          href={`${path}&${new URLSearchParams(saved)}`}
          aria-current={is_open ? 'page' : undefined}
          title={name}
        >
          <bdi>{name}</bdi>
        </a>
      ))}
    </nav>
  )
}

/** The button and form that save the filter in use, or change the view that it is. */
export function ViewForm({ list, data: { views, filter }, shell }: Props) {
  const open = views.find(({ is_open }) => is_open)
  const maySave = open === undefined && Object.keys(filter).length > 0 && filter.q === undefined
  if (!maySave && !open?.may_change) return null
  const label = maySave ? t['view.save'] : t['view.edit']
  return (
    <>
      <Button variant="quiet" small popoverTarget={PANEL}>
        {label}
      </Button>
      {/* After a refusal it stands in the page, where its error is read. */}
      <div
        id={PANEL}
        className="office-panel"
        popover={isReturned(shell, maySave ? 'save_view' : 'change_view') ? undefined : 'auto'}
        role="dialog"
        aria-labelledby={`${PANEL}-title`}
      >
        <h2 id={`${PANEL}-title`}>{label}</h2>
        {maySave ? (
          <Save list={list} filter={filter} shell={shell} />
        ) : (
          <Change view={open!} path={pathIn(list, shell.organiser_id)} shell={shell} />
        )}
      </div>
    </>
  )
}

type FieldsProps = { call: 'save_view' | 'change_view'; name: string; shared: boolean; shell: OfficeShell }

const ViewFields = ({ call, name, shared, shell }: FieldsProps) => (
  <>
    <TextField
      label={t['view.name']}
      hint={t['view.hint']}
      name="name"
      maxLength={LIMITS.text.name}
      autoComplete="off"
      required
      defaultValue={sentValue(shell, call, 'name') || name}
    />
    <Checkbox
      label={t['view.shared']}
      hint={t['view.sharedHint']}
      name="shared"
      value="1"
      defaultChecked={wasChecked(shell, call, 'shared', 1, { is: shared })}
    />
  </>
)

function Save({ list, filter, shell }: { list: Props['list']; filter: Data['filter']; shell: OfficeShell }) {
  return (
    <OfficeForm call="save_view" shell={shell} className="office-stack">
      <OrganiserId shell={shell} />
      <input type="hidden" name="list" value={list} />
      {Object.entries(filter).map(([name, value]) => (
        <input key={name} type="hidden" name={name} value={value} />
      ))}
      <ViewFields call="save_view" name="" shared={false} shell={shell} />
      <Button type="submit">{t['view.button']}</Button>
    </OfficeForm>
  )
}

function Change({ view: { view_id, name, is_shared }, path, shell }: { view: View; path: string; shell: OfficeShell }) {
  return (
    <>
      <OfficeForm call="change_view" shell={shell} className="office-stack">
        <OrganiserId shell={shell} />
        <input type="hidden" name="view_id" value={view_id} />
        <ViewFields call="change_view" name={name} shared={is_shared} shell={shell} />
        <Button type="submit">{t['view.change']}</Button>
      </OfficeForm>
      <OfficeForm call="end_view" shell={shell} next={path} className="office-stack">
        <OrganiserId shell={shell} />
        <input type="hidden" name="view_id" value={view_id} />
        <Button type="submit" variant="quiet" small>
          {t['view.end']}
        </Button>
      </OfficeForm>
    </>
  )
}
