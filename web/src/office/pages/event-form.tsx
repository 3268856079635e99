import { fill } from '@foyer/contract/fill.ts'
import { eventPage as t, weekdays } from '@foyer/contract/office/events/messages.en.ts'
import type { OfficePageData, OfficeShell } from '@foyer/contract/office/pages.ts'
import { type ReactNode, useState } from 'react'
import { Button } from '../../ui/actions/button.tsx'
import { Checkbox } from '../../ui/forms/checkbox.tsx'
import { TextAreaField } from '../../ui/forms/text-area-field.tsx'
import { TextField } from '../../ui/forms/text-field.tsx'
import { DrawnField } from '../drawn-field.tsx'
import { OfficeForm, typed } from '../form.tsx'
import { PageForm } from '../page-form.tsx'
import { EventHead } from './event.tsx'

type Props = { data: OfficePageData['event_form']; shell: OfficeShell }
type Part = Props['data']['parts'][number]
type Field = Part['rows'][number]['fields'][number]

const nameIn = (name: string) => `f[${name}]`

/** One section of an event: fields and lists as the server describes them. */
export function EventFormPage({ data, shell }: Props) {
  const { event_id, title, state, sections, section, label, lead, version, base, parts } = data
  return (
    <>
      <EventHead {...{ shell, title, state, sections }} eventId={event_id} here={section} />
      <h2>{label}</h2>
      {lead && <p>{lead}</p>}
      <PageForm
        call="save_event"
        shell={shell}
        draft={`${section} of event ${event_id}, ${version}`}
        className="office-stack office-form"
      >
        <input type="hidden" name="event_id" value={event_id} />
        <input type="hidden" name="section" value={section} />
        <input type="hidden" name="version" value={version} />
        <input type="hidden" name="base" value={base} />
        {parts.map((part) =>
          part.blank === null ? (
            <Fields key="own" fields={part.rows[0]!.fields} shell={shell} />
          ) : (
            <List key={part.list} part={part} blank={part.blank} shell={shell} />
          ),
        )}
        <input type="hidden" name="end" value="1" />
        <div className="office-save">
          <Button type="submit">{t.save}</Button>
        </div>
      </PageForm>
      {section === 'dates' && <ByRule data={data} shell={shell} />}
    </>
  )
}

function Fields({ fields, shell }: { fields: readonly Field[]; shell: OfficeShell }) {
  const drawn = (field: Field) => <DrawnField key={field.name} field={field} name={nameIn(field.name)} shell={shell} />
  const more = fields.filter((field) => field.more)
  const isWrong = more.some(({ name }) => shell.failed?.problems[nameIn(name)])
  return (
    <>
      {fields.filter((field) => !field.more).map(drawn)}
      {more.length > 0 && (
        <details className="office-fold" open={isWrong}>
          <summary>{t.details}</summary>
          <div className="office-stack">{more.map(drawn)}</div>
        </details>
      )}
    </>
  )
}

/** Rows that were added and sent, when the form was refused. */
function addedRows(shell: OfficeShell, list: string, known: number): number {
  const rows = Object.keys(shell.failed?.sent ?? {}).flatMap((name) => {
    const [, row] = new RegExp(`^f\\[${list}\\.(\\d+)\\.`).exec(name) ?? []
    return row === undefined ? [] : [Number(row) + 1]
  })
  return Math.max(0, ...rows.map((n) => n - known))
}

function List({ part, blank, shell }: { part: Part; blank: readonly Field[]; shell: OfficeShell }) {
  const { list, legend, one, lead, rows, stays } = part
  // Without script there is always an empty row to type in.
  const [added, setAdded] = useState(Math.max(1, addedRows(shell, list, rows.length)))
  const fresh = Array.from({ length: added }, (_, n) => rows.length + n)
  return (
    <section className="office-stack">
      <h3>{legend}</h3>
      {lead && <p className="office-quiet">{lead}</p>}
      {rows.map(({ was, title, note, fields }, i) => (
        <Row key={was} list={list} row={i} was={was} legend={`${one} ${title || i + 1}`} note={note}>
          <Fields fields={fields} shell={shell} />
          {!stays && <Checkbox label={t.remove} name={nameIn(`${list}.${i}.remove`)} value="1" />}
        </Row>
      ))}
      {fresh.map((i) => (
        <Row key={`new ${i}`} list={list} row={i} was="" legend={fill(t.new, { one })} note="" isNew={rows.length > 0}>
          <Fields
            fields={blank.map((field) => ({ ...field, name: field.name.replace('.N.', `.${i}.`), required: false }))}
            shell={shell}
          />
        </Row>
      ))}
      <Button variant="secondary" small onClick={() => setAdded(added + 1)}>
        {t.add}
      </Button>
    </section>
  )
}

type RowProps = {
  list: string
  row: number
  was: string
  legend: string
  note: string
  isNew?: boolean
  children: ReactNode
}

function Row({ list, row, was, legend, note, isNew, children }: RowProps) {
  const inside = (
    <>
      <input type="hidden" name={nameIn(`${list}.${row}.was`)} value={was} />
      {note && <p className="office-quiet">{note}</p>}
      {children}
    </>
  )
  return (
    <fieldset className="office-card office-rowset">
      <legend className={isNew ? 'visually-hidden' : 'office-legend'}>{legend}</legend>
      {isNew ? (
        <details className="office-fold">
          <summary>{legend}</summary>
          <div className="office-stack">{inside}</div>
        </details>
      ) : (
        inside
      )}
    </fieldset>
  )
}

/** Dates of every week, by the clock of the event. */
function ByRule({ data, shell }: Props) {
  const field = (name: string) => ({ name, defaultValue: typed(shell, 'add_dates', name) })
  return (
    <section aria-labelledby="rule">
      <h3 id="rule">{t.rule}</h3>
      <OfficeForm call="add_dates" shell={shell} next={shell.here} className="office-stack office-narrow-form">
        <input type="hidden" name="organiser_id" value={shell.organiser_id ?? ''} />
        <input type="hidden" name="event_id" value={data.event_id} />
        <fieldset className="office-days">
          <legend className="office-legend">{t['rule.days']}</legend>
          {([1, 2, 3, 4, 5, 6, 7] as const).map((day) => (
            <Checkbox key={day} label={WEEKDAYS[day]} name="weekdays[]" value={day} />
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
          {t['rule.go']}
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
