import { fill } from '@foyer/contract/fill.ts'
import { columnNames, lists as t } from '@foyer/contract/office/lists/messages.en.ts'
import { OFFICE_PAGES, type OfficePageData, type OfficeShell } from '@foyer/contract/office/pages.ts'
import { Button } from '../../ui/actions/button.tsx'
import { Checkbox } from '../../ui/forms/fields/checkbox.tsx'
import { isFigure } from '../figures-table.tsx'
import { FilterFields } from '../filter-fields.tsx'
import { isReturned, OfficeForm, wasChecked } from '../form/form.tsx'
import { FormatButtons } from '../form/format-buttons.tsx'
import { OrganiserId } from '../form/hidden-ids.tsx'
import { PlainForm } from '../form/plain-form.tsx'
import { ProveFirst } from '../form/prove-first.tsx'
import type { OfficePages } from '../page.ts'
import { orderPathIn, pathIn } from '../paths.ts'

type Data = OfficePageData['orders']
type Props = { list: 'orders' | 'people'; data: Data; shell: OfficeShell }

export const OrdersPage = (props: Omit<Props, 'list'>) => <ListPage list="orders" {...props} />
export const PeoplePage = (props: Omit<Props, 'list'>) => <ListPage list="people" {...props} />

/** A table of orders or ticket holders, with its filter, columns, rows and actions. */
function ListPage({ list, data, shell }: Props) {
  const { rows, next, is_first, filter } = data
  const path = pathIn(list, shell.organiser_id)
  const query = new URLSearchParams(filter)
  const first = query.size === 0 ? path : `${path}&${query}`
  return (
    <>
      <h1>{list === 'orders' ? t.orders : t.people}</h1>
      <p>{list === 'orders' ? t['orders.lead'] : t['people.lead']}</p>
      <FilterForm list={list} data={data} shell={shell} />
      <Columns list={list} data={data} shell={shell} />
      {rows.length === 0 ? <p role="status">{t.none}</p> : <Rows list={list} data={data} shell={shell} />}
      <p className="office-row">
        {!is_first && <a href={first}>{t.first}</a>}
        {next && <a href={`${path}&${new URLSearchParams({ ...filter, before: next })}`}>{t.next}</a>}
      </p>
      {list === 'orders' && shell.may.counter && (
        <p>
          <a href={pathIn('give', shell.organiser_id)}>{t.give}</a>
        </p>
      )}
      {shell.may.mailings && rows.length > 0 && (
        <p>
          <a href={`${pathIn('mailing', shell.organiser_id)}&${new URLSearchParams({ ...filter, list })}`}>{t.write}</a>
        </p>
      )}
      {data.may_export && rows.length > 0 && <Export list={list} data={data} shell={shell} />}
    </>
  )
}

function FilterForm({ list, data, shell }: Props) {
  const { filter } = data
  return (
    <form method="get" action={OFFICE_PAGES[list].path} className="office-stack" aria-label={t.filter}>
      <OrganiserId shell={shell} />
      <FilterFields list={list} options={data} saved={(name) => filter[name] ?? ''} />
      <div className="office-row">
        <Button type="submit" variant="secondary">
          {t.show}
        </Button>
        {Object.keys(filter).length > 0 && <a href={pathIn(list, shell.organiser_id)}>{t.clear}</a>}
      </div>
    </form>
  )
}

function Columns({ list, data: { columns }, shell }: Props) {
  return (
    <details className="office-fold" open={isReturned(shell, 'choose_columns') || undefined}>
      <summary>{t.columns}</summary>
      <OfficeForm call="choose_columns" shell={shell} className="office-stack">
        <OrganiserId shell={shell} />
        <input type="hidden" name="list" value={list} />
        <fieldset className="office-days">
          <legend>{t['columns.lead']}</legend>
          {columns.map(({ key, label, is_shown }) => (
            <Checkbox
              key={key}
              label={label}
              name="columns[]"
              value={key}
              defaultChecked={wasChecked(shell, 'choose_columns', 'columns[]', key, { is: is_shown })}
            />
          ))}
        </fieldset>
        <Button type="submit" variant="secondary">
          {t['columns.save']}
        </Button>
      </OfficeForm>
    </details>
  )
}

function Rows({ list, data, shell }: Props) {
  const { heads, rows, may_open, may_resend } = data
  const number = heads.indexOf(columnNames.number)
  const link = (row: Data['rows'][number], cell: string, i: number) =>
    may_open && i === Math.max(0, number) ? (
      <a href={orderPathIn(shell.organiser_id, row.order_id)}>{cell || row.number}</a>
    ) : (
      cell
    )
  const table = (
    <div className="office-wide">
      <table className="office-table office-list">
        <caption className="visually-hidden">{list === 'orders' ? t.orders : t.people}</caption>
        <thead>
          <tr>
            {may_resend && <td />}
            {heads.map((head) => (
              <th key={head} scope="col">
                {head}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={row.key}>
              {may_resend && (
                <td>
                  <Checkbox
                    label={fill(t.choose, { number: row.number })}
                    labelHidden
                    name="order_ids[]"
                    value={row.order_id}
                    defaultChecked={wasChecked(shell, 'resend_orders', 'order_ids[]', row.order_id)}
                  />
                </td>
              )}
              {row.cells.map((cell, i) =>
                i === 0 ? (
                  <th key={heads[i]} scope="row">
                    {link(row, cell, i)}
                  </th>
                ) : (
                  <td key={heads[i]} data-label={heads[i]} className={isFigure(cell) ? 'office-figure' : undefined}>
                    {link(row, cell, i)}
                  </td>
                ),
              )}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
  if (!may_resend) return table
  return (
    <OfficeForm call="resend_orders" shell={shell} className="office-stack">
      <OrganiserId shell={shell} />
      <input type="hidden" name="form_key" value={data.form_key} />
      {table}
      <fieldset className="office-row">
        <legend className="office-legend">{t.acts}</legend>
        <Button type="submit" variant="secondary">
          {t.resend}
        </Button>
      </fieldset>
    </OfficeForm>
  )
}

function Export({ list, data: { filter }, shell }: Props) {
  return (
    <section className="office-stack" aria-labelledby="export">
      <h2 id="export">{t.export}</h2>
      <p>{t['export.lead']}</p>
      <ProveFirst shell={shell} />
      <PlainForm call={`export_${list}`} shell={shell} sends={filter} className="office-row">
        <FormatButtons words={t} />
      </PlainForm>
    </section>
  )
}

export const pages: Pick<OfficePages, 'orders' | 'people'> = {
  orders: { title: () => t.orders, Body: OrdersPage },
  people: { title: () => t.people, Body: PeoplePage },
}
