import { fill } from '@foyer/contract/fill.ts'
import { waitingList as t } from '@foyer/contract/messages.ts'
import { eventPath, type PageData, waitingPath } from '@foyer/contract/pages.ts'
import type { Page } from '../../page.ts'
import { buttonClass } from '../../ui/actions/button.tsx'
import { EventHead } from '../../ui/display/event-head.tsx'
import { Alert } from '../../ui/feedback/alert.tsx'
import { Checkbox } from '../../ui/forms/fields/checkbox.tsx'
import { SelectField } from '../../ui/forms/fields/select-field.tsx'
import { TextField } from '../../ui/forms/fields/text-field.tsx'
import { Panel } from '../../ui/layout/panel.tsx'
import narrow from '../narrow.module.css'

type Data = PageData['waiting']

const Email = ({ value }: { value: string }) => (
  <TextField
    name="email"
    type="email"
    label={t.email}
    defaultValue={value}
    required
    autoComplete="email"
    inputMode="email"
    spellCheck={false}
    autoCapitalize="none"
  />
)

/** Chooses one of the dates that have sold out, in a form that works without JavaScript. */
const Dates = ({ slug, dates, date_id }: Data) => (
  <form method="get" action={waitingPath(slug)} className={narrow.form}>
    <SelectField label={t.date} name="date" defaultValue={date_id ?? undefined}>
      {dates.map((date) => (
        <option key={date.date_id} value={date.date_id}>
          {date.nice_date}
        </option>
      ))}
    </SelectField>
    <button type="submit" className={buttonClass({ variant: 'secondary' })}>
      {t.showDate}
    </button>
  </form>
)

function Join(data: Data) {
  const { slug, dates, date_id, values } = data
  const date = dates.find((each) => each.date_id === date_id)
  if (!date) return null
  const only = date.tickets.length === 1
  return (
    <Panel className={narrow.form}>
      {dates.length > 1 && <Dates {...data} />}
      <form method="post" action={waitingPath(slug)} className={narrow.form} noValidate>
        {dates.length > 1 && <h2>{date.nice_date}</h2>}
        <input type="hidden" name="date" value={date.date_id} />
        <fieldset className={narrow.form}>
          <legend>
            <strong>{t.types}</strong>
          </legend>
          {date.tickets.map(({ ticket_id, name, price }) => (
            <Checkbox
              key={ticket_id}
              name="tickets"
              value={ticket_id}
              defaultChecked={only || values.tickets.includes(ticket_id)}
              label={name}
              aside={price}
            />
          ))}
        </fieldset>
        <TextField
          name="quantity"
          type="number"
          inputMode="numeric"
          min={1}
          max={Math.max(...date.tickets.map(({ most }) => most))}
          label={t.quantity}
          hint={t.passedOver}
          defaultValue={values.quantity}
          short
        />
        <Email value={values.email} />
        <button type="submit" className={buttonClass({})}>
          {t.send}
        </button>
      </form>
    </Panel>
  )
}

const Remind = ({ slug, opens, values }: Data) => (
  <Panel>
    <form method="post" action={waitingPath(slug)} className={narrow.form} noValidate>
      <p>{fill(t.remindLead, { date: opens ?? '' })}</p>
      <Email value={values.email} />
      <button type="submit" className={buttonClass({})}>
        {t.sendReminder}
      </button>
    </form>
  </Panel>
)

/** Joins the waiting list of a date, or asks for a reminder of a sale that opens later. Plain forms: no script is needed. */
function Waiting({ data }: { data: Data }) {
  const { slug, state, error, dates, date_id, opens } = data
  return (
    <div className={`page ${narrow.narrow}`}>
      <h1>{isReminder(data) ? t['title.reminder'] : t.title}</h1>
      <EventHead
        thumbnail={data.thumbnail}
        title={data.title}
        url={eventPath(slug)}
        date={dates.length === 1 ? dates[0]!.nice_date : ''}
      >
        {data.where && <p>{data.where}</p>}
      </EventHead>
      {error && <Alert type="error">{error}</Alert>}
      {state === 'sent' ? (
        <Alert type="success">{date_id === null ? t.sentReminder : t.sent}</Alert>
      ) : state === 'available' ? (
        <Alert type="info">{t.none}</Alert>
      ) : (
        <>
          {date_id !== null && <p className={narrow.lead}>{t.lead}</p>}
          <Join {...data} />
          {opens !== null && <Remind {...data} />}
        </>
      )}
      <p>
        <a href={eventPath(slug)}>{t.toEvent}</a>
      </p>
    </div>
  )
}

const isReminder = ({ date_id, opens }: Data): boolean => date_id === null && opens !== null

const titleOf = (data: Data): string =>
  fill(isReminder(data) ? t['title.remind'] : t['title.join'], { event: data.title })

export const page: Page<'waiting'> = { title: titleOf, frame: 'shop', Body: Waiting }
