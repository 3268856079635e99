import { fill, joined } from '@foyer/contract/fill.ts'
import { door as t } from '@foyer/contract/office/door/messages.en.ts'
import type { OfficePageData, OfficeShell } from '@foyer/contract/office/pages.ts'
import { groupBy } from '@foyer/domain/group.ts'
import { Button } from '../../../ui/actions/button.tsx'
import { FormatButtons } from '../../form/format-buttons.tsx'
import { PlainForm } from '../../form/plain-form.tsx'
import { ProveFirst } from '../../form/prove-first.tsx'
import type { OfficePages } from '../../page.ts'
import { eventPathIn } from '../../paths.ts'

type Data = OfficePageData['door_list']
type Props = { data: Data; shell: OfficeShell }
type Guest = Data['guests'][number]

/** The list to print: everyone by name, in case of a power cut, or for ushers a sheet for each section, row by row. */
export function DoorListPage({ data, shell }: Props) {
  const { event_id, date_id, title, nice_date, nice_now, by, has_seats, may_export, guests } = data
  const path = (page: 'door' | 'door_list') => `${eventPathIn(page, shell.organiser_id, event_id)}&date_id=${date_id}`
  const ofSection = groupBy(guests, ({ section, row, seat }) => (seat === '' ? '-' : section || row ? section : '-'))
  return (
    <>
      <p className="office-unprinted">
        <a href={path('door')}>{t.title}</a>
      </p>
      <h1>
        {t['list.title']}: {title}
      </h1>
      <p>{nice_date}</p>
      <p>{fill(t['list.lead'], { when: nice_now })}</p>
      {has_seats && (
        <p className="office-unprinted">
          {by === 'name' ? t['list.byName'] : <a href={path('door_list')}>{t['list.byName']}</a>}
          {' · '}
          {by === 'seat' ? t['list.bySeat'] : <a href={`${path('door_list')}&by=seat`}>{t['list.bySeat']}</a>}
        </p>
      )}
      <p className="office-unprinted">
        <Button variant="secondary" onClick={() => print()}>
          {t['list.print']}
        </Button>
      </p>
      {may_export && (
        <div className="office-unprinted">
          <ProveFirst shell={shell} />
          <PlainForm
            call="export_door_list"
            shell={shell}
            sends={{ event_id, date_id: date_id!, by }}
            className="office-row"
          >
            <FormatButtons words={{ csv: t['list.csv'], xlsx: t['list.xlsx'] }} />
          </PlainForm>
        </div>
      )}
      {guests.length === 0 && <p>{t['list.none']}</p>}
      {by === 'name' && guests.length > 0 && <ByName guests={guests} />}
      {by === 'seat' &&
        [...ofSection].map(([section, own]) => (
          <section key={section} className="office-sheet">
            <h2>{section === '-' ? t['list.noSeat'] : section || t['list.whole']}</h2>
            <BySeat guests={own} />
          </section>
        ))}
    </>
  )
}

const noteOf = ({ note, waiver }: Guest) => joined([note, waiver], ' · ')
const Tick = ({ guest: { is_in } }: { guest: Guest }) => <td data-label={t['list.in']}>{is_in ? '☑' : '☐'}</td>
const Holder = ({ guest: { holder, buyer } }: { guest: Guest }) => (
  <th scope="row">
    {holder} {buyer && <span className="office-quiet">{fill(t['list.buyer'], { buyer })}</span>}
  </th>
)

function ByName({ guests }: { guests: readonly Guest[] }) {
  return (
    <table className="office-table">
      <thead>
        <tr>
          <th scope="col">{t['list.in']}</th>
          <th scope="col">{t['list.holder']}</th>
          <th scope="col">{t['list.ticket']}</th>
          <th scope="col">{t['list.order']}</th>
          <th scope="col">{t['list.code']}</th>
          <th scope="col">{t['list.note']}</th>
        </tr>
      </thead>
      <tbody>
        {guests.map((guest) => (
          <tr key={guest.ticket_id}>
            <Tick guest={guest} />
            <Holder guest={guest} />
            <td data-label={t['list.ticket']}>{joined([guest.ticket, guest.seat], ', ')}</td>
            <td data-label={t['list.order']}>{guest.order}</td>
            <td data-label={t['list.code']}>
              <code>{guest.code_end}</code>
            </td>
            <td data-label={t['list.note']}>{noteOf(guest)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

/** The guests of a section; a row of the hall begins with its name. */
function BySeat({ guests }: { guests: readonly Guest[] }) {
  return (
    <table className="office-table">
      <thead>
        <tr>
          <th scope="col">{t['list.in']}</th>
          <th scope="col">{t['list.seat']}</th>
          <th scope="col">{t['list.holder']}</th>
          <th scope="col">{t['list.ticket']}</th>
          <th scope="col">{t['list.note']}</th>
        </tr>
      </thead>
      {[...groupBy(guests, ({ row }) => row)].map(([row, own]) => (
        <tbody key={row}>
          {row !== '' && (
            <tr>
              <th scope="rowgroup" colSpan={5}>
                {fill(t['list.rowOf'], { row })}
              </th>
            </tr>
          )}
          {own.map((guest) => (
            <tr key={guest.ticket_id}>
              <Tick guest={guest} />
              <td data-label={t['list.seat']}>
                <strong>{guest.seat}</strong>
              </td>
              <Holder guest={guest} />
              <td data-label={t['list.ticket']}>{guest.ticket}</td>
              <td data-label={t['list.note']}>{noteOf(guest)}</td>
            </tr>
          ))}
        </tbody>
      ))}
    </table>
  )
}

export const pages: Pick<OfficePages, 'door_list'> = {
  door_list: { title: ({ title }) => `${t['list.title']} - ${title}`, Body: DoorListPage },
}
