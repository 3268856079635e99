import { fill } from '@foyer/contract/fill.ts'
import { ticketTable as t, typeStates } from '@foyer/contract/office/events/messages.en.ts'
import type { OfficePageData, OfficeShell } from '@foyer/contract/office/pages.ts'
import { wordList } from '@foyer/domain/format/words.ts'
import type { ReactNode } from 'react'
import { ButtonLink } from '../../../ui/actions/button-link.tsx'
import { Tag, type TagTone } from '../../../ui/display/tag.tsx'
import { Alert } from '../../../ui/feedback/alert.tsx'
import { eventPathIn } from '../../paths.ts'

type Data = OfficePageData['event_form']
type Group = NonNullable<Data['table']>['groups'][number]
type TypeRow = Group['types'][number]

const TONES: Record<TypeRow['state'], TagTone> = {
  on_sale: 'success',
  opens: 'info',
  closed: 'plain',
  sold_out: 'success',
  code: 'info',
  staff: 'info',
  archived: 'plain',
  draft: 'plain',
}

type Props = {
  table: NonNullable<Data['table']>
  data: Data
  shell: OfficeShell
  /** The form of the row that is open. */
  form: ReactNode
}

/** The ticket types of an event as a table. The form of one of them is beside it; on a phone it has the page for itself. */
export function TicketTypes({ table, data, shell, form }: Props) {
  const { label, row, parts, section, event_id } = data
  const pathTo = (wanted = '') =>
    `${eventPathIn('event_form', shell.organiser_id, event_id, section)}${wanted && `&row=${encodeURIComponent(wanted)}`}`
  const isEmpty = table.groups.every(({ types }) => types.length === 0)
  const failed = row === '' && shell.failed?.call === 'save_event' ? shell.failed : null
  return (
    <div className={row === '' ? 'office-stack' : 'office-beside'}>
      <div className="office-stack">
        <div className="office-head">
          <h2>{label}</h2>
          <ButtonLink small href={pathTo('new|ticket_types')}>
            {t.add}
          </ButtonLink>
        </div>
        {failed && <Alert type="error">{failed.error}</Alert>}
        {isEmpty && <p>{t.empty}</p>}
        {table.groups.map((group) => (
          <GroupTable
            key={group.places?.row ?? 'own'}
            group={group}
            isAlone={table.groups.length === 1}
            isOfMany={table.dates > 1}
            open={row}
            pathTo={pathTo}
          />
        ))}
        {table.dates > 1 && <p className="office-quiet">{fill(t.counted, { n: table.dates })}</p>}
        <div className="office-tools">
          <ButtonLink variant="secondary" small href={pathTo('new|pools')}>
            {t.addPlaces}
          </ButtonLink>
          {!isEmpty && (
            <ButtonLink variant="quiet" small href={pathTo('all')}>
              {t.all}
            </ButtonLink>
          )}
        </div>
      </div>
      {row !== '' && (
        <section className="office-sheet" aria-labelledby="sheet">
          <div className="office-head">
            <h3 id="sheet">{titleOf(row, parts)}</h3>
            <ButtonLink variant="quiet" small href={pathTo()}>
              {t.close}
            </ButtonLink>
          </div>
          {form}
        </section>
      )}
    </div>
  )
}

function titleOf(row: string, parts: Data['parts']): string {
  if (row.startsWith('new|')) return row === 'new|pools' ? t.newPlaces : t.newType
  return parts[0]?.rows[0]?.title ?? ''
}

type GroupProps = {
  group: Group
  /** There is no other group to tell it from. */
  isAlone: boolean
  /** The event has several dates. */
  isOfMany: boolean
  open: string
  pathTo: (row: string) => string
}

/** The ticket types that sell from the same places, or those that have their own. */
function GroupTable({ group: { places, types }, isAlone, isOfMany, open, pathTo }: GroupProps) {
  return (
    <section className="office-group">
      {places && (
        <>
          <h3>
            {places.name} <span className="office-quiet">{placesWords(places, isOfMany)}</span>{' '}
            <a href={pathTo(places.row)} aria-current={open === places.row ? 'true' : undefined}>
              {fill(t.edit, { name: places.name })}
            </a>
          </h3>
          <p className="office-quiet">{shareWords(types)}</p>
        </>
      )}
      {places === null && !isAlone && <h3>{t.own}</h3>}
      {types.length > 0 && (
        <table className="office-table office-types">
          <caption className="visually-hidden">{places?.name ?? t.caption}</caption>
          <thead>
            <tr>
              <th scope="col">{t.name}</th>
              <th scope="col" className="office-figure">
                {t.price}
              </th>
              <th scope="col" className="office-figure">
                {t.sold}
              </th>
              <th scope="col" className="office-at-period">
                {t.period}
              </th>
              <th scope="col">{t.state}</th>
            </tr>
          </thead>
          <tbody>
            {types.map((type) => (
              <tr key={type.row} aria-current={open === type.row ? 'true' : undefined}>
                <th scope="row">
                  <a href={pathTo(type.row)}>{type.name}</a>
                  {type.facts.length > 0 && <span className="office-quiet">{type.facts.join(' · ')}</span>}
                </th>
                <td className="office-figure">{type.price}</td>
                <td className="office-figure" data-label={t.sold}>
                  {type.of === null ? type.sold : fill(t.soldOf, { sold: type.sold, of: type.of })}
                </td>
                <td className="office-at-period">{type.period || t['period.event']}</td>
                <td>
                  <Tag tone={TONES[type.state]}>{typeStates[type.state]}</Tag>
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </section>
  )
}

function placesWords({ capacity, sold, of, kept }: NonNullable<Group['places']>, isOfMany: boolean): string {
  return [
    fill(isOfMany ? t['places.each'] : t['places.one'], { n: capacity }),
    fill(t['places.sold'], { sold, of }),
    ...(kept > 0 ? [fill(t['places.kept'], { n: kept })] : []),
  ].join(' · ')
}

/** Which ticket types share the places, in a sentence. */
function shareWords(types: readonly TypeRow[]): string {
  const names = types.map(({ name }) => name)
  if (names.length === 0) return t['places.none']
  if (names.length === 1) return fill(t['places.alone'], { names: names[0]! })
  return fill(t['places.share'], { names: wordList(names) })
}
