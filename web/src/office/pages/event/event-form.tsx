import { manyDates, eventPage as t, ticketTable, weekdays } from '@foyer/contract/office/events/messages.en.ts'
import type { OfficePageData, OfficeShell } from '@foyer/contract/office/pages.ts'
import { Button } from '../../../ui/actions/button.tsx'
import { Checkbox } from '../../../ui/forms/fields/checkbox.tsx'
import { TextAreaField } from '../../../ui/forms/fields/text-area-field.tsx'
import { TextField } from '../../../ui/forms/fields/text-field.tsx'
import { OfficeForm, sentValue, wasChecked } from '../../form/form.tsx'
import { Parts } from '../../form/form-sections.tsx'
import { EventIds } from '../../form/hidden-ids.tsx'
import { PageForm } from '../../form/page-form.tsx'
import type { OfficePages } from '../../page.ts'
import { eventPathIn } from '../../paths.ts'
import { EventHead } from './event-head.tsx'
import { TicketTypes } from './ticket-types.tsx'

type Props = { data: OfficePageData['event_form']; shell: OfficeShell }

/** One section of an event: fields and lists as the server describes them. */
export function EventFormPage({ data, shell }: Props) {
  const { event_id, section, label, lead, table, row } = data
  const form = <SectionForm data={data} shell={shell} />
  return (
    <>
      <EventHead event={data} shell={shell} here={section} />
      {table === null ? <h2>{label}</h2> : <TicketTypes table={table} data={data} shell={shell} form={form} />}
      {lead && <p>{lead}</p>}
      {table === null && row === 'all' && (
        <p>
          <a href={eventPathIn('event_form', shell.organiser_id, event_id, section)}>{ticketTable.table}</a>
        </p>
      )}
      {table === null && form}
      {section === 'dates' && <ByRule data={data} shell={shell} />}
      {section === 'dates' && (
        <p>
          <a href={eventPathIn('dates', shell.organiser_id, event_id)}>{manyDates.title}</a>
        </p>
      )}
    </>
  )
}

function SectionForm({ data, shell }: Props) {
  const { event_id, section, row, parts } = data
  const { version, base } = openedAs(data, shell)
  return (
    <PageForm
      call="save_event"
      shell={shell}
      draft={`${section}${row && ` ${row}`} of event ${event_id}`}
      className="office-stack office-form"
    >
      <input type="hidden" name="event_id" value={event_id} />
      <input type="hidden" name="section" value={section} />
      <input type="hidden" name="version" value={version} />
      <input type="hidden" name="base" value={base} />
      <Parts parts={parts} shell={shell} />
      <input type="hidden" name="end" value="1" />
      <div className="office-save">
        <Button type="submit">{t.save}</Button>
      </div>
    </PageForm>
  )
}

/** The values that the form showed when it was opened, even if its sender had to sign in since. */
function openedAs({ version, base }: Props['data'], { failed }: OfficeShell) {
  if (failed?.code !== 'resumed') return { version, base }
  return { version: failed.sent.version ?? version, base: failed.sent.base ?? base }
}

/** Weekly dates, in the time zone of the event. */
function ByRule({ data, shell }: Props) {
  const field = (name: string) => ({ name, defaultValue: sentValue(shell, 'add_dates', name) })
  return (
    <section aria-labelledby="rule">
      <h3 id="rule">{t.rule}</h3>
      <OfficeForm
        call="add_dates"
        shell={shell}
        next={shell.page_path}
        draft={`rule of event ${data.event_id}`}
        className="office-stack office-narrow-form"
      >
        <EventIds eventId={data.event_id} shell={shell} />
        <fieldset className="office-days">
          <legend className="office-legend">{t['rule.days']}</legend>
          {([1, 2, 3, 4, 5, 6, 7] as const).map((day) => (
            <Checkbox
              key={day}
              label={WEEKDAYS[day]}
              name="weekdays[]"
              value={day}
              defaultChecked={wasChecked(shell, 'add_dates', 'weekdays[]', day)}
            />
          ))}
        </fieldset>
        <div className="office-pair">
          <TextField label={t['rule.from']} type="date" {...field('from')} />
          <TextField label={t['rule.until']} type="date" {...field('until')} />
        </div>
        <div className="office-pair">
          <TextField label={t['rule.starts']} type="time" {...field('starts')} />
          <TextField label={t['rule.ends']} type="time" {...field('ends')} />
        </div>
        <TextAreaField label={t['rule.except']} hint={t['rule.exceptHint']} rows={2} {...field('except')} />
        <Button type="submit" variant="secondary">
          {t['rule.submit']}
        </Button>
      </OfficeForm>
    </section>
  )
}

const WEEKDAYS = {
  1: weekdays['1'],
  2: weekdays['2'],
  3: weekdays['3'],
  4: weekdays['4'],
  5: weekdays['5'],
  6: weekdays['6'],
  7: weekdays['7'],
} as const

export const pages: Pick<OfficePages, 'event_form'> = {
  event_form: { title: ({ title, label }) => `${label} - ${title}`, Body: EventFormPage },
}
