import { fill } from '@foyer/contract/fill.ts'
import { seatsAtCounter as t } from '@foyer/contract/office/counter/messages.en.ts'
import { OFFICE_PAGES, type OfficePageData, type OfficeShell } from '@foyer/contract/office/pages.ts'
import { wordList } from '@foyer/domain/format/words.ts'
import { SEAT_SIGNS } from '@foyer/domain/seats/kinds.ts'
import { Alert } from '../../../ui/feedback/alert.tsx'
import { OrganiserId } from '../../form/hidden-ids.tsx'

type Data = OfficePageData['counter']
type Hall = Data['halls'][number]

/** The seats of the chosen tickets: a press on one chooses it and those beside it for the whole party. */
export function Seats({ data, shell }: { data: Data; shell: OfficeShell }) {
  const best = new URLSearchParams({
    organiser_id: String(shell.organiser_id),
    date_id: String(data.date_id ?? ''),
    chosen: data.chosen,
  })
  return (
    <form method="get" action={`${OFFICE_PAGES.counter.path}#seats`} aria-labelledby="seats" className="office-stack">
      <h2 id="seats">{t.title}</h2>
      <OrganiserId shell={shell} />
      <input type="hidden" name="date_id" value={data.date_id ?? ''} />
      <input type="hidden" name="chosen" value={data.chosen} />
      <input type="hidden" name="seats" value={data.seats} />
      {data.halls.map((hall, n) => (
        <HallSeats key={hall.rows[0]?.seats[0]?.seat_id ?? n} hall={hall} />
      ))}
      {data.seats !== '' && (
        <p>
          <a href={`${OFFICE_PAGES.counter.path}?${best}`}>{t.best}</a>
        </p>
      )}
    </form>
  )
}

function HallSeats({ hall }: { hall: Hall }) {
  const { needed, free, chosen, chosen_house, missing, house, rows } = hall
  return (
    <div className="office-stack">
      <p role="status">
        {chosen === '' ? fill(t.press, { n: needed }) : <strong>{chosen}</strong>}
        {chosen_house.length > 0 && ` (${fill(t.keptFor, { reason: wordList(chosen_house) })})`}
      </p>
      {missing > 0 && <Alert type="error">{fill(t.missing, { n: missing })}</Alert>}
      {chosen === '' && free < needed && <Alert type="info">{t.onlyHouse}</Alert>}
      {house.length > 0 && (
        <ul>
          {house.map(({ reason, seats }) => (
            <li key={reason}>{fill(t.keptSeats, { reason, seats })}</li>
          ))}
        </ul>
      )}
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a hall wider than the screen is scrolled by keyboard too */}
      <section className="counter-hall" aria-label={t.title} tabIndex={0}>
        {rows.map(({ section, name, seats }, n) => (
          <div key={`${section} ${name}`}>
            {section !== '' && section !== rows[n - 1]?.section && <h3>{section}</h3>}
            <div className="counter-row">
              <span>{name}</span>
              {seats.map((seat) => (
                <Seat key={seat.seat_id} seat={seat} />
              ))}
            </div>
          </div>
        ))}
      </section>
    </div>
  )
}

const Seat = ({
  seat: { seat_id, label, kind, number, gap, state, reason },
}: {
  seat: Hall['rows'][number]['seats'][number]
}) => (
  <button
    type="submit"
    name="first"
    value={seat_id}
    disabled={state === 'taken'}
    data-state={state}
    data-gap={gap || undefined}
    aria-pressed={state === 'chosen'}
    aria-label={reason === '' ? label : `${label}, ${fill(t.keptFor, { reason })}`}
  >
    {kind ? SEAT_SIGNS[kind] : number || label}
  </button>
)
