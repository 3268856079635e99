import { lists as t } from '@foyer/contract/office/lists/messages.en.ts'
import type { OfficePageData, OfficeShell } from '@foyer/contract/office/pages.ts'
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

/** The filters that a person or the team saved, as tabs, and the form that saves or changes the one in use. */
export function ListViews({ list, data: { views, filter }, shell }: Props) {
  const path = pathIn(list, shell.organiser_id)
  const open = views.find(({ is_open }) => is_open)
  const isFiltered = Object.keys(filter).length > 0
  const maySave = open === undefined && isFiltered && filter.q === undefined
  const mayChange = open?.may_change === true
  if (views.length === 0 && !maySave) return null
  const label = maySave ? t['view.save'] : t['view.edit']
  return (
    <div className="office-views">
      {views.length > 0 && (
        <nav className="office-chips" aria-label={t.views}>
          <a href={path} aria-current={isFiltered ? undefined : 'page'}>
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
      )}
      {(maySave || mayChange) && (
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
              <Change key={open!.view_id} view={open!} path={path} shell={shell} />
            )}
          </div>
        </>
      )}
    </div>
  )
}

type FieldsProps = { call: 'save_view' | 'change_view'; name: string; shared: boolean; shell: OfficeShell }

const ViewFields = ({ call, name, shared, shell }: FieldsProps) => (
  <>
    <TextField
      label={t['view.name']}
      hint={t['view.hint']}
      name="name"
      maxLength={60}
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
