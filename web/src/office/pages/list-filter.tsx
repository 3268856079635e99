import { fill } from '@foyer/contract/fill.ts'
import { channels, holderStates, orderStates, lists as t } from '@foyer/contract/office/lists/messages.en.ts'
import { OFFICE_PAGES, type OfficePageData, type OfficeShell } from '@foyer/contract/office/pages.ts'
import { niceDay } from '@foyer/domain/format/dates.ts'
import { Button } from '../../ui/actions/button.tsx'
import { Icon } from '../../ui/display/icon.tsx'
import { crossIcon, filterIcon } from '../../ui/display/icons.ts'
import { FilterFields } from '../filter-fields.tsx'
import { OrganiserId } from '../form/hidden-ids.tsx'
import { pathIn } from '../paths.ts'

type Props = { list: 'orders' | 'people'; data: OfficePageData['orders']; shell: OfficeShell }

const PANEL = 'list-filter'

/** A button and the panel with the fields of the filter, which the browser opens by itself. What was searched for stays. */
export function ListFilter({ list, data, shell }: Props) {
  const { filter } = data
  const { q = '', ...others } = filter
  const n = Object.keys(others).length
  return (
    <>
      <Button variant="secondary" small icon={filterIcon} popoverTarget={PANEL} badge={n === 0 ? undefined : n}>
        {t.filter}
      </Button>
      <div id={PANEL} className="office-panel" popover="auto" role="dialog" aria-labelledby={`${PANEL}-title`}>
        <form method="get" action={OFFICE_PAGES[list].path} className="office-stack">
          <OrganiserId shell={shell} />
          {q && <input type="hidden" name="q" value={q} />}
          <div className="office-head">
            <h2 id={`${PANEL}-title`}>{t.filter}</h2>
            <Button
              variant="quiet"
              small
              icon={crossIcon}
              iconOnly
              aria-label={t['filter.close']}
              popoverTarget={PANEL}
              popoverTargetAction="hide"
            />
          </div>
          <FilterFields list={list} options={data} saved={(name) => filter[name] ?? ''} />
          {data.dates.length === 0 && <p className="office-quiet">{t['filter.lead']}</p>}
          <div className="office-row">
            <Button type="submit">{t.apply}</Button>
            {n > 0 && <a href={pathIn(list, shell.organiser_id)}>{t.clear}</a>}
          </div>
        </form>
      </div>
    </>
  )
}

/** What a filter's value is called. */
function chipsOf(list: Props['list'], { filter, events, dates, types }: Props['data']): [string, string][] {
  const named = (options: { id: number; label: string }[], value: string) =>
    options.find(({ id }) => String(id) === value)?.label ?? value
  const states: Record<string, string> = list === 'orders' ? orderStates : holderStates
  const chip = (label: string, value: string) => fill(t.chip, { label, value })
  const write: Record<string, (value: string) => string> = {
    q: (q) => fill(t['chip.q'], { q }),
    from: (day) => chip(t.from, niceDay(day)),
    until: (day) => chip(t.until, niceDay(day)),
    event_id: (id) => named(events, id),
    date_id: (id) => named(dates, id),
    type_id: (id) => named(types, id),
    state: (state) => chip(t.state, states[state] ?? state),
    channel: (channel) => chip(t.channel, (channels as Record<string, string>)[channel] ?? channel),
    code: (code) => chip(t.code, code),
    consent: () => t.consent,
    gift_aid: () => t.giftAid,
    post: () => t.post,
    unsigned: () => t.unsigned,
    protected: () => t.protected,
  }
  return Object.entries(write).flatMap(([name, text]) =>
    filter[name] === undefined ? [] : [[name, text(filter[name])] as [string, string]],
  )
}

/** The filters in use, each a link that removes it. Without its event, a date or ticket type would match nothing. */
export function FilterChips({ list, data, shell }: Props) {
  const chips = chipsOf(list, data)
  if (chips.length === 0) return null
  const path = pathIn(list, shell.organiser_id)
  const without = (name: string) => {
    const removed = name === 'event_id' ? ['event_id', 'date_id', 'type_id'] : [name]
    const rest = Object.entries(data.filter).filter(([key]) => !removed.includes(key))
    return rest.length === 0 ? path : `${path}&${new URLSearchParams(rest)}`
  }
  return (
    <ul className="office-chips" aria-label={t['chips.label']}>
      {chips.map(([name, text]) => (
        <li key={name}>
          <a href={without(name)} aria-label={fill(t['chip.remove'], { filter: text })}>
            {text} <Icon shape={crossIcon} size={16} />
          </a>
        </li>
      ))}
      {chips.length > 1 && (
        <li>
          <a href={path} className="office-chips-clear">
            {t.clear}
          </a>
        </li>
      )}
    </ul>
  )
}
