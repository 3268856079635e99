import { fill } from '@foyer/contract/fill.ts'
import { orderStates, lists as t } from '@foyer/contract/office/lists/messages.en.ts'
import { MOST_COUNTED } from '@foyer/contract/office/lists/most-counted.ts'
import type { OfficePageData, OfficeShell } from '@foyer/contract/office/pages.ts'
import type { ReactNode } from 'react'
import { Button } from '../../ui/actions/button.tsx'
import { ButtonLink } from '../../ui/actions/button-link.tsx'
import { columnsIcon, downloadIcon, mailIcon, plusIcon } from '../../ui/display/icons.ts'
import { Tag, type TagTone } from '../../ui/display/tag.tsx'
import { Checkbox } from '../../ui/forms/fields/checkbox.tsx'
import { Day } from '../day.tsx'
import { isFigure } from '../figures-table.tsx'
import { isReturned, OfficeForm, wasChecked } from '../form/form.tsx'
import { FormatButtons } from '../form/format-buttons.tsx'
import { OrganiserId } from '../form/hidden-ids.tsx'
import { PlainForm } from '../form/plain-form.tsx'
import { ProveFirst } from '../form/prove-first.tsx'
import { MoreMenu } from '../more-menu.tsx'
import type { OfficePages } from '../page.ts'
import { orderPathFrom, pathIn } from '../paths.ts'
import { FilterChips, ListFilter } from './list-filter.tsx'
import { ViewForm, ViewTabs } from './list-views.tsx'

type Data = OfficePageData['orders']
type Props = { list: 'orders' | 'people'; data: Data; shell: OfficeShell }
type OrdersProps = Omit<Props, 'list'>
type PeopleProps = { data: OfficePageData['people']; shell: OfficeShell }

export const OrdersPage = (props: OrdersProps) => (
  <ListPage list="orders" {...props}>
    <Rows {...props} />
  </ListPage>
)
export const PeoplePage = (props: PeopleProps) => (
  <ListPage list="people" {...props}>
    <People {...props} />
  </ListPage>
)

/** A list of orders or ticket holders, with its filter, columns, table and actions. */
function ListPage({ list, data, shell, children }: Props & { children: ReactNode }) {
  const { rows, next, is_first, filter } = data
  const path = pathIn(list, shell.organiser_id)
  const query = new URLSearchParams(filter)
  const first = query.size === 0 ? path : `${path}&${query}`
  const mayExport = data.may_export && rows.length > 0
  const acts = actsOf({ list, data, shell })
  return (
    <>
      <div className="office-head">
        <h1>{list === 'orders' ? t.orders : t.people}</h1>
        <div className="office-tools">
          {acts.map(({ label, href, icon }) => (
            <ButtonLink key={href} variant="secondary" small icon={icon} href={href} className="office-not-phone">
              {label}
            </ButtonLink>
          ))}
          {mayExport && <Export list={list} data={data} shell={shell} />}
          <ListFilter list={list} data={data} shell={shell} />
          <Columns list={list} data={data} shell={shell} />
          <MoreMenu
            label={t.more}
            links={acts.map(({ label, href }) => ({ label, href, isButton: true }))}
            panels={[
              ...(mayExport ? [{ label: t.download, id: EXPORT_PANEL }] : []),
              { label: t.columns, id: COLUMNS_PANEL },
            ]}
          />
        </div>
      </div>
      <ViewTabs list={list} data={data} shell={shell} />
      <div className="office-views">
        <FilterChips list={list} data={data} shell={shell} />
        <ViewForm list={list} data={data} shell={shell} />
      </div>
      {rows.length === 0 ? <None data={data} shell={shell} /> : children}
      {(!is_first || next !== '' || data.count !== null) && (
        <p className="office-row">
          {list === 'orders' && data.count !== null && rows.length > 0 && (
            <span>{countOf(data.count, rows.length)}</span>
          )}
          {!is_first && <a href={first}>{t.first}</a>}
          {next && <a href={`${path}&${new URLSearchParams({ ...filter, before: next })}`}>{t.next}</a>}
        </p>
      )}
    </>
  )
}

/** What can be done with the list: buttons, which are in a menu on a phone. */
function actsOf({ list, data: { rows, filter, count }, shell }: Props) {
  const mailing = `${pathIn('mailing', shell.organiser_id)}&${new URLSearchParams({ ...filter, list })}`
  return [
    // A mailing stores its filter, and a search is about one person.
    ...(shell.may.mailings && rows.length > 0 && filter.q === undefined
      ? [{ label: writeTo(list, count), href: mailing, icon: mailIcon }]
      : []),
    ...(list === 'orders' && shell.may.counter
      ? [{ label: t.give, href: pathIn('give', shell.organiser_id), icon: plusIcon }]
      : []),
  ]
}

const countOf = (count: number, n: number): string =>
  count > MOST_COUNTED ? fill(t['count.more'], { n }) : fill(t.count, { n, of: count })

/** Says how many it goes to, where they are counted. */
function writeTo(list: Props['list'], count: number | null): string {
  if (count === null || count > MOST_COUNTED) return t.write
  return fill(list === 'orders' ? t['write.orders'] : t['write.n'], { n: count })
}

/** The search of the whole office also finds names that are only similar. */
const None = ({ data: { filter }, shell }: Omit<Props, 'list'>) => (
  <p role="status">
    {t.none}{' '}
    {filter.q !== undefined && (
      <a href={`${pathIn('find', shell.organiser_id)}&${new URLSearchParams({ q: filter.q })}`}>{t['none.find']}</a>
    )}
  </p>
)

const COLUMNS_PANEL = 'list-columns'

function Columns({ list, data: { columns }, shell }: Props) {
  return (
    <>
      <Button
        variant="secondary"
        small
        icon={columnsIcon}
        iconOnly
        className="office-not-phone"
        aria-label={t.columns}
        title={t.columns}
        popoverTarget={COLUMNS_PANEL}
      />
      {/* After a refusal it stands in the page, where its error is read. */}
      <div
        id={COLUMNS_PANEL}
        className="office-panel"
        popover={isReturned(shell, 'choose_columns') ? undefined : 'auto'}
        role="dialog"
        aria-labelledby={`${COLUMNS_PANEL}-title`}
      >
        <h2 id={`${COLUMNS_PANEL}-title`}>{t.columns}</h2>
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
          <Button type="submit">{t['columns.save']}</Button>
        </OfficeForm>
      </div>
    </>
  )
}

/** The cells that a phone shows in two lines; it shows the others below, each with its heading. */
const IN_TWO_LINES = ['number', 'paid', 'name', 'what', 'total', 'state']
const TONES: Record<string, TagTone> = {
  [orderStates.paid]: 'success',
  [orderStates.part_refunded]: 'warning',
  [orderStates.refunded]: 'error',
  [orderStates.disputed]: 'error',
  [orderStates.dispute_lost]: 'error',
}

function Rows({ data, shell }: OrdersProps) {
  const { heads, keys, rows, may_open, may_resend } = data
  // An order opens from its number and from its buyer's name: a phone shows one of them.
  const isLink = (i: number) =>
    may_open && (keys[i] === 'number' || keys[i] === 'name' || (i === 0 && !keys.includes('number')))
  const content = (row: Data['rows'][number], cell: string, i: number) => {
    if (keys[i] === 'state') return <Tag tone={TONES[cell] ?? 'plain'}>{cell}</Tag>
    if (keys[i] === 'paid') return <Day text={cell} />
    if (keys[i] === 'what') return <span className="office-clamp">{cell}</span>
    return isLink(i) ? <a href={orderPathFrom('orders', shell, row.order_id)}>{cell || row.number}</a> : cell
  }
  const table = (
    <div className="office-wide">
      <table className="office-table office-list">
        <caption className="visually-hidden">{t.orders}</caption>
        <thead>
          <tr>
            {may_resend && <td />}
            {heads.map((head, i) => (
              <th key={head} scope="col" className={keys[i] === 'total' ? 'office-figure' : undefined}>
                {head}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={row.key}>
              {may_resend && (
                <td className="office-choose">
                  <Checkbox
                    label={fill(t.choose, { number: row.number })}
                    labelHidden
                    name="order_ids[]"
                    value={row.order_id}
                    defaultChecked={wasChecked(shell, 'resend_orders', 'order_ids[]', row.order_id)}
                  />
                </td>
              )}
              {row.cells.map((cell, i) => {
                const key = keys[i]!
                const Cell = i === 0 ? 'th' : 'td'
                return (
                  <Cell
                    key={key}
                    scope={i === 0 ? 'row' : undefined}
                    className={`office-at-${key}${isFigure(cell) ? ' office-figure' : ''}${cell === orderStates.paid ? ' office-not-phone' : ''}`}
                    title={key === 'what' ? cell : undefined}
                    data-label={IN_TWO_LINES.includes(key) ? undefined : heads[i]}
                  >
                    {content(row, cell, i)}
                  </Cell>
                )
              })}
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
      <fieldset className="office-row office-selected">
        <legend className="office-legend">{t.acts}</legend>
        <Button type="submit" variant="secondary">
          {t.resend}
        </Button>
      </fieldset>
    </OfficeForm>
  )
}

/** One row a person, which unfolds to the tickets with the chosen columns. */
function People({ data: { heads, keys, rows, people, may_open }, shell }: PeopleProps) {
  let at = 0
  const number = keys.indexOf('number')
  return (
    <div className="office-wide">
      <table className="office-table office-list">
        <caption className="visually-hidden">{t.people}</caption>
        <thead>
          <tr>
            <th scope="col">{t['person.name']}</th>
            <th scope="col">{t['person.email']}</th>
            <th scope="col" className="office-figure">
              {t['person.tickets']}
            </th>
            <th scope="col">{t['person.events']}</th>
          </tr>
        </thead>
        <tbody>
          {people.map(({ key, order_id, name, email, n, dates, rows: count, more }) => {
            const own = rows.slice(at, at + count)
            at += count
            return (
              <tr key={key}>
                <th scope="row" className="office-at-name">
                  {may_open ? <a href={orderPathFrom('people', shell, order_id)}>{name || email || t.noName}</a> : name}
                </th>
                <td className="office-at-email">{email}</td>
                <td className="office-at-total office-figure">{n}</td>
                <td className="office-at-dates">
                  <details>
                    <summary title={dates.join('; ')}>{dates.join('; ')}</summary>
                    <ul>
                      {own.map((row) => (
                        <li key={row.key}>
                          {row.cells.map((cell, i) => (
                            <span key={heads[i]} title={heads[i]}>
                              {i === number && may_open ? (
                                <a href={orderPathFrom('people', shell, row.order_id)}>{cell}</a>
                              ) : (
                                cell
                              )}
                            </span>
                          ))}
                        </li>
                      ))}
                      {more > 0 && <li>{fill(t['person.more'], { n: more })}</li>}
                    </ul>
                  </details>
                </td>
              </tr>
            )
          })}
        </tbody>
      </table>
    </div>
  )
}

const EXPORT_PANEL = 'list-export'

function Export({ list, data: { filter }, shell }: Props) {
  return (
    <>
      <Button variant="secondary" small icon={downloadIcon} popoverTarget={EXPORT_PANEL} className="office-not-phone">
        {t.download}
      </Button>
      {/* After a refusal it stands in the page, where its error is read. */}
      <div
        id={EXPORT_PANEL}
        className="office-panel"
        popover={isReturned(shell, `export_${list}`) ? undefined : 'auto'}
        role="dialog"
        aria-labelledby={`${EXPORT_PANEL}-title`}
      >
        <h2 id={`${EXPORT_PANEL}-title`}>{t.export}</h2>
        <p>{t['export.lead']}</p>
        <ProveFirst shell={shell} />
        <PlainForm call={`export_${list}`} shell={shell} sends={filter} className="office-row">
          <FormatButtons words={t} />
        </PlainForm>
      </div>
    </>
  )
}

export const pages: Pick<OfficePages, 'orders' | 'people'> = {
  orders: { title: () => t.orders, Body: OrdersPage },
  people: { title: () => t.people, Body: PeoplePage },
}
