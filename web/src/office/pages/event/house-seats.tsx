import { fill } from '@foyer/contract/fill.ts'
import { houseSeats as t } from '@foyer/contract/office/house-seats/messages.en.ts'
import type { OfficePageData, OfficeShell } from '@foyer/contract/office/pages.ts'
import { Button } from '../../../ui/actions/button.tsx'
import { Checkbox } from '../../../ui/forms/fields/checkbox.tsx'
import { SelectField } from '../../../ui/forms/fields/select-field.tsx'
import { TextField } from '../../../ui/forms/fields/text-field.tsx'
import { OfficeForm, sentValue, wasChecked } from '../../form/form.tsx'
import { EventIds } from '../../form/hidden-ids.tsx'
import type { OfficePages } from '../../page.ts'
import { eventPathIn } from '../../paths.ts'
import { EventHead } from './event-head.tsx'

type Data = OfficePageData['house_seats']
type Props = { data: Data; shell: OfficeShell }
type OfAllocation = Props & { allocation: Data['allocations'][number] }

/** The seats of a date that are held back: who for, until when, and releasing them. The page has plain forms and no script. */
function HouseSeatsPage({ data, shell }: Props) {
  const { event_id, dates, date_id, allocations, released, may_change } = data
  return (
    <>
      <EventHead event={data} shell={shell} here="house_seats" />
      <h2>{t.title}</h2>
      <p>
        {t.lead}{' '}
        {may_change && <a href={eventPathIn('event_form', shell.organiser_id, event_id, 'tickets')}>{t.edit}</a>}
      </p>
      {dates.length > 1 && (
        <form method="get" className="office-row">
          <EventIds eventId={event_id} shell={shell} />
          <SelectField label={t.date} name="date_id" defaultValue={date_id ?? undefined}>
            {dates.map((date) => (
              <option key={date.date_id} value={date.date_id}>
                {date.nice_date}
              </option>
            ))}
          </SelectField>
          <Button type="submit" variant="secondary">
            {t.show}
          </Button>
        </form>
      )}
      {allocations.length === 0 && <p>{t.none}</p>}
      {allocations.map((allocation) => (
        <Allocation key={allocation.allocation_id} allocation={allocation} data={data} shell={shell} />
      ))}
      {released.length > 0 && (
        <section aria-labelledby="released">
          <h3 id="released">{t.released}</h3>
          <ul>
            {released.map(({ allocation_id, name, nice_released }) => (
              <li key={allocation_id}>{fill(t['released.row'], { name, when: nice_released })}</li>
            ))}
          </ul>
        </section>
      )}
    </>
  )
}

function Allocation({ allocation, data, shell }: OfAllocation) {
  const { allocation_id, name, seats, seats_text, out, by, nice_made, nice_release } = allocation
  return (
    <section className="office-stack" aria-labelledby={`allocation-${allocation_id}`}>
      <h3 id={`allocation-${allocation_id}`}>{name}</h3>
      <p>
        {fill(t.numbers, { kept: seats.length, out })}{' '}
        {by ? fill(t['made.by'], { by, when: nice_made }) : fill(t.made, { when: nice_made })}{' '}
        {nice_release && <strong>{fill(t.releasing, { when: nice_release })}</strong>}
      </p>
      <p>{seats_text || t.empty}</p>
      <details open={isSent(shell, allocation_id)}>
        <summary>{t.release}</summary>
        <div className="office-stack">
          <Release allocation={allocation} data={data} shell={shell} />
          <Later allocation={allocation} data={data} shell={shell} />
        </div>
      </details>
    </section>
  )
}

const of = (allocationId: number): [string, number] => ['allocation_id', allocationId]

/** Whether a form of this allocation is shown again. */
const isSent = ({ failed }: OfficeShell, allocationId: number): boolean =>
  failed !== null && failed.sent.allocation_id === String(allocationId)

function Release({ allocation: { allocation_id, name, seats }, data, shell }: OfAllocation) {
  return (
    <OfficeForm call="release_seats" shell={shell} only={of(allocation_id)} className="office-stack">
      <EventIds eventId={data.event_id} shell={shell} />
      <input type="hidden" name="allocation_id" value={allocation_id} />
      <input type="hidden" name="form_key" value={`${data.form_key}-${allocation_id}`} />
      <p>{t['release.lead']}</p>
      {seats.length > 0 && (
        <>
          <fieldset className="office-checks">
            <legend>{t['release.seats']}</legend>
            {seats.map(({ seat_id, label }) => (
              <Checkbox
                key={seat_id}
                label={label}
                name="seat_ids"
                value={seat_id}
                defaultChecked={wasChecked(shell, 'release_seats', 'seat_ids', seat_id, { only: of(allocation_id) })}
              />
            ))}
          </fieldset>
          <Button type="submit" variant="secondary">
            {t['release.chosen']}
          </Button>
        </>
      )}
      <Button type="submit" variant="secondary" name="all" value="1">
        {fill(t['release.all'], { name })}
      </Button>
    </OfficeForm>
  )
}

function Later({ allocation, data, shell }: OfAllocation) {
  const { allocation_id, release_day, release_time } = allocation
  const sent = (name: string, stored: string) =>
    isSent(shell, allocation_id) ? sentValue(shell, 'set_release_time', name, of(allocation_id)) : stored
  return (
    <OfficeForm call="set_release_time" shell={shell} only={of(allocation_id)} className="office-stack">
      <EventIds eventId={data.event_id} shell={shell} />
      <input type="hidden" name="allocation_id" value={allocation_id} />
      <input type="hidden" name="form_key" value={`${data.form_key}-${allocation_id}`} />
      <h4>{t.later}</h4>
      <p>{t['later.lead']}</p>
      <div className="office-filter">
        <TextField label={t['later.day']} name="day" type="date" defaultValue={sent('day', release_day)} />
        <TextField
          label={t['later.time']}
          hint={fill(t['later.hint'], { zone: data.zone })}
          name="time"
          type="time"
          defaultValue={sent('time', release_time)}
        />
      </div>
      <Button type="submit" variant="secondary">
        {t['later.save']}
      </Button>
    </OfficeForm>
  )
}

export const pages: Pick<OfficePages, 'house_seats'> = {
  house_seats: { title: ({ title }) => `${t.title} - ${title}`, Body: HouseSeatsPage },
}
