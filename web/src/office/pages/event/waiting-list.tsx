import { fill } from '@foyer/contract/fill.ts'
import type { OfficePageData, OfficeShell } from '@foyer/contract/office/pages.ts'
import { waiting as t } from '@foyer/contract/office/waiting-list/messages.en.ts'
import { Button } from '../../../ui/actions/button.tsx'
import { OfficeForm } from '../../form/form.tsx'
import { FormatButtons } from '../../form/format-buttons.tsx'
import { EventIds } from '../../form/hidden-ids.tsx'
import { PlainForm } from '../../form/plain-form.tsx'
import { ProveFirst } from '../../form/prove-first.tsx'
import type { OfficePages } from '../../page.ts'
import { eventPathIn } from '../../paths.ts'
import { EventHead } from './event-head.tsx'

type Data = OfficePageData['waiting']
type Props = { data: Data; shell: OfficeShell }

/** The waiting lists of an event, by date. The page has plain forms and no script. */
function WaitingPage({ data, shell }: Props) {
  const { event_id, on, offer_minutes: minutes, may_change, may_export, reminders, dates } = data
  return (
    <>
      <EventHead event={data} shell={shell} here="waiting" />
      <h2>{t.title}</h2>
      <p>
        {on ? fill(t['lead.on'], { minutes }) : t['lead.off']}{' '}
        {may_change && <a href={eventPathIn('event_form', shell.organiser_id, event_id, 'selling')}>{t.change}</a>}
      </p>
      {reminders > 0 && <p>{fill(t.reminders, { n: reminders })}</p>}
      {dates.length === 0 && <p>{t.none}</p>}
      {dates.map((date) => (
        <DateList key={date.date_id} date={date} data={data} shell={shell} />
      ))}
      {may_export && dates.length > 0 && <Download eventId={event_id} shell={shell} />}
    </>
  )
}

const Download = ({ eventId, shell }: { eventId: number; shell: OfficeShell }) => (
  <section className="office-stack" aria-labelledby="download">
    <h3 id="download">{t.export}</h3>
    <p>{t['export.lead']}</p>
    <ProveFirst shell={shell} />
    <PlainForm call="export_waiting" shell={shell} sends={{ event_id: eventId }} className="office-row">
      <FormatButtons words={t} />
    </PlainForm>
  </section>
)

function DateList({ date, data, shell }: Props & { date: Data['dates'][number] }) {
  const { date_id, nice_date, waiting, offered, bought, missed, kept, people } = date
  const more = waiting + offered - people.length
  const ids = (
    <>
      <EventIds eventId={data.event_id} shell={shell} />
    </>
  )
  return (
    <section aria-labelledby={`date-${date_id}`}>
      <h3 id={`date-${date_id}`}>{nice_date}</h3>
      <p>{fill(t.numbers, { waiting, offered, bought, missed })}</p>
      {kept > 0 && <p>{fill(t.kept, { n: kept })}</p>}
      {waiting > 0 && (
        <OfficeForm call="offer_next" shell={shell} only={['date_id', date_id]}>
          {ids}
          <input type="hidden" name="date_id" value={date_id} />
          <input type="hidden" name="form_key" value={`${data.form_key}-${date_id}`} />
          <p className="office-quiet">{t['offer.hint']}</p>
          <Button type="submit" variant="secondary">
            {t.offer}
          </Button>
        </OfficeForm>
      )}
      {people.length > 0 && (
        <table className="office-table">
          <caption className="visually-hidden">
            {t.title}: {nice_date}
          </caption>
          <thead>
            <tr>
              <th scope="col">{t.who}</th>
              <th scope="col">{t.wants}</th>
              <th scope="col">{t.since}</th>
              <th scope="col">{t.state}</th>
              <th scope="col">{t.remove}</th>
            </tr>
          </thead>
          <tbody>
            {people.map(({ waiting_id, email, qty, tickets, state, nice_joined, nice_until }) => (
              <tr key={waiting_id}>
                <th scope="row">{email}</th>
                <td data-label={t.wants}>{fill(t.want, { n: qty, tickets })}</td>
                <td data-label={t.since}>{nice_joined}</td>
                <td data-label={t.state}>
                  {state === 'offered' ? fill(t['state.offered'], { until: nice_until }) : t['state.waiting']}
                </td>
                <td data-label={t.remove}>
                  <OfficeForm call="remove_waiting" shell={shell} only={['waiting_id', waiting_id]}>
                    {ids}
                    <input type="hidden" name="waiting_id" value={waiting_id} />
                    <Button type="submit" variant="secondary" small aria-label={fill(t['remove.of'], { email })}>
                      {t.remove}
                    </Button>
                  </OfficeForm>
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
      {more > 0 && <p>{fill(t.more, { n: more })}</p>}
    </section>
  )
}

export const pages: Pick<OfficePages, 'waiting'> = {
  waiting: { title: ({ title }) => `${t.title} - ${title}`, Body: WaitingPage },
}
