import { fill, joined } from '@foyer/contract/fill.ts'
import { organiserPage as o, organisers as t } from '@foyer/contract/office/organisers/messages.en.ts'
import {
  OFFICE_PAGES,
  type OfficePageData,
  type OfficeShell,
  officeOrganiserPath,
} from '@foyer/contract/office/pages.ts'
import { LIMITS } from '@foyer/domain/limits.ts'
import { Button } from '../../../ui/actions/button.tsx'
import { Tag } from '../../../ui/display/tag.tsx'
import { Alert } from '../../../ui/feedback/alert.tsx'
import { TextField } from '../../../ui/forms/fields/text-field.tsx'
import { OfficeForm, sentValue } from '../../form/form.tsx'
import { ProveFirst } from '../../form/prove-first.tsx'
import type { OfficePages } from '../../page.ts'
import { pathIn } from '../../paths.ts'

type Row = Pick<OfficePageData['organiser'], 'owners' | 'invited' | 'is_closed'>

const State = ({ is_closed }: Row) => (
  <Tag tone={is_closed ? 'warning' : 'success'}>{is_closed ? t.closed : t.open}</Tag>
)

/** The owners by name with their address, and who is invited. */
const Owners = ({ owners, invited }: Row) => (
  <>
    {owners.map(({ name, email }) => (
      <p key={email}>
        {name === email ? email : name} {name !== email && <span className="office-quiet">{email}</span>}
      </p>
    ))}
    {invited.length > 0 && <p className="office-quiet">{fill(t.invited, { emails: joined(invited, ', ') })}</p>}
    {owners.length + invited.length === 0 && <p>{t.noOwner}</p>}
  </>
)

/** The organisers of the installation, and a form for another one. */
export function OrganisersPage({ data, shell }: { data: OfficePageData['organisers']; shell: OfficeShell }) {
  const { organisers, q, page, pages: count, form_key } = data
  const pageHref = (n: number) => `${OFFICE_PAGES.organisers.path}?${new URLSearchParams({ q, page: String(n) })}`
  return (
    <>
      <h1>{t.title}</h1>
      <p>{t.lead}</p>
      <ProveFirst shell={shell} />
      {(count > 1 || q !== '') && (
        <form method="get" action={OFFICE_PAGES.organisers.path} className="office-row">
          <TextField label={t.find} name="q" type="search" defaultValue={q} maxLength={LIMITS.text.search} />
          <Button type="submit" variant="secondary">
            {t.search}
          </Button>
        </form>
      )}
      {organisers.length === 0 ? (
        <p role="status">{t.none}</p>
      ) : (
        <table className="office-table">
          <caption className="visually-hidden">{t.caption}</caption>
          <thead>
            <tr>
              <th scope="col">{t.name}</th>
              <th scope="col">{t.state}</th>
              <th scope="col">{t.owners}</th>
              <th scope="col" className="office-figure">
                {t.events}
              </th>
              <th scope="col">{t.lastSale}</th>
            </tr>
          </thead>
          <tbody>
            {organisers.map((row) => (
              <tr key={row.id}>
                <th scope="row">
                  <a href={officeOrganiserPath(row.id)}>{row.name}</a>
                </th>
                <td data-label={t.state}>
                  <State {...row} />
                </td>
                <td data-label={t.owners}>
                  <Owners {...row} />
                </td>
                <td data-label={t.events} className="office-figure">
                  {row.events}
                </td>
                <td data-label={t.lastSale}>{row.nice_last_sale || '–'}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
      {count > 1 && (
        <nav className="office-row" aria-label={t.title}>
          {page > 1 && <a href={pageHref(page - 1)}>{t.previous}</a>}
          <span>{fill(t.range, { page, pages: count })}</span>
          {page < count && <a href={pageHref(page + 1)}>{t.following}</a>}
        </nav>
      )}
      <h2 id="add">{t.add}</h2>
      <p>{t['add.lead']}</p>
      <OfficeForm call="add_organiser" shell={shell} className="office-stack office-narrow-form">
        <input type="hidden" name="form_key" value={form_key} />
        <TextField
          label={t['add.name']}
          hint={t['add.nameHint']}
          name="name"
          autoComplete="off"
          defaultValue={sentValue(shell, 'add_organiser', 'name')}
        />
        <TextField
          label={t['add.email']}
          name="email"
          type="email"
          autoComplete="off"
          defaultValue={sentValue(shell, 'add_organiser', 'email')}
        />
        <Button type="submit">{t['add.button']}</Button>
      </OfficeForm>
    </>
  )
}

type One = { data: OfficePageData['organiser']; shell: OfficeShell }

/** One organiser, and what closing or reopening it does, before it is done. */
export function OrganiserPage({ data, shell }: One) {
  const { id, name, url, is_closed, nice_closed } = data
  return (
    <>
      <h1>{name}</h1>
      <p>
        <State {...data} /> {is_closed && fill(o.closedSince, { at: nice_closed })}
      </p>
      <Owners {...data} />
      <p className="office-row">
        <a href={pathIn('organisers', null)}>{o.all}</a>
        <a href={pathIn('team', id)}>{o.team}</a>
        <a href={url}>{o.public}</a>
      </p>
      <ProveFirst shell={shell} />
      {is_closed ? (
        <>
          <Alert type="warning">{o.closedNow}</Alert>
          <p>{o['reopen.lead']}</p>
          <Act call="reopen_organiser" data={data} shell={shell} />
        </>
      ) : (
        <>
          <h2>{fill(o.close, { name })}</h2>
          <p>{o['close.lead']}</p>
          <h3>{o.stops}</h3>
          <Stops data={data} />
          <h3>{o.goesOn}</h3>
          <GoesOn data={data} />
          <Act call="close_organiser" data={data} shell={shell} />
        </>
      )}
    </>
  )
}

function Stops({ data: { on_sale, titles, drafts, vouchers, waiting } }: Pick<One, 'data'>) {
  const more = on_sale - titles.length
  const named = joined([...titles, ...(more > 0 ? [fill(o['stops.more'], { n: more })] : [])], ', ')
  return (
    <ul>
      <li>{o['stops.all']}</li>
      <li>{on_sale === 0 ? o['stops.noEvents'] : fill(o['stops.events'], { n: on_sale, titles: named })}</li>
      {drafts > 0 && <li>{fill(o['stops.drafts'], { n: drafts })}</li>}
      {vouchers > 0 && <li>{fill(o['stops.vouchers'], { n: vouchers })}</li>}
      {waiting > 0 && <li>{fill(o['stops.waiting'], { n: waiting })}</li>}
    </ul>
  )
}

function GoesOn({ data }: Pick<One, 'data'>) {
  const { tickets, baskets, nice_baskets_until: until, plans, refunds, payments } = data
  return (
    <ul>
      {tickets > 0 && <li>{fill(o['goesOn.tickets'], { n: tickets })}</li>}
      {baskets > 0 && <li>{fill(o['goesOn.baskets'], { n: baskets, until })}</li>}
      {plans > 0 && <li>{fill(o['goesOn.plans'], { n: plans })}</li>}
      {refunds > 0 && <li>{fill(o['goesOn.refunds'], { n: refunds })}</li>}
      {payments > 0 && <li>{fill(o['goesOn.payments'], { n: payments })}</li>}
      <li>{o['goesOn.work']}</li>
      <li>{o['goesOn.buyers']}</li>
    </ul>
  )
}

const Act = ({ call, data: { id, name }, shell }: One & { call: 'close_organiser' | 'reopen_organiser' }) => (
  <OfficeForm call={call} shell={shell}>
    <input type="hidden" name="organiser" value={id} />
    <Button type="submit" variant={call === 'close_organiser' ? 'danger' : undefined}>
      {fill(call === 'close_organiser' ? o.close : o.reopen, { name })}
    </Button>
  </OfficeForm>
)

export const pages: Pick<OfficePages, 'organisers' | 'organiser'> = {
  organisers: { title: () => t.title, Body: OrganisersPage },
  organiser: { title: ({ name }) => name, Body: OrganiserPage },
}
