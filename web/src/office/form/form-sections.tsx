import { fill, joined } from '@foyer/contract/fill.ts'
import { eventPage as t } from '@foyer/contract/office/events/messages.en.ts'
import type { OfficePageData, OfficeShell } from '@foyer/contract/office/pages.ts'
import { type ReactNode, useContext, useState } from 'react'
import { Button } from '../../ui/actions/button.tsx'
import { Checkbox } from '../../ui/forms/fields/checkbox.tsx'
import { FormField } from './form-field.tsx'
import { RestoredNames } from './page-form.tsx'

type Part = OfficePageData['event_form']['parts'][number]
type Field = Part['rows'][number]['fields'][number]

const nameIn = (name: string) => `f[${name}]`

/** A section of a form as the server describes it: plain fields, and lists of rows. */
export function Parts({ parts, shell }: { parts: readonly Part[]; shell: OfficeShell }) {
  return parts.map((part) => {
    if (part.blank !== null) return <List key={part.list} part={part} blank={part.blank} shell={shell} />
    return part.list === '' ? (
      <Fields key="own" fields={part.rows[0]!.fields} shell={shell} />
    ) : (
      <OneRow key={part.list} part={part} shell={shell} />
    )
  })
}

/** The only row of a list that the form has. */
function OneRow({ part: { list, rows, permanent }, shell }: { part: Part; shell: OfficeShell }) {
  const { was, note, fields } = rows[0]!
  return (
    <>
      <input type="hidden" name={nameIn(`${list}.0.was`)} value={was} />
      {note && <p className="office-quiet">{note}</p>}
      <Fields fields={fields} shell={shell} />
      {!permanent && <Remove name={nameIn(`${list}.0.remove`)} shell={shell} />}
    </>
  )
}

const Remove = ({ name, shell }: { name: string; shell: OfficeShell }) => (
  <Checkbox label={t.remove} name={name} value="1" defaultChecked={shell.failed?.sent[name] === '1'} />
)

function Fields({ fields, shell }: { fields: readonly Field[]; shell: OfficeShell }) {
  const render = (field: Field) => <FormField key={field.name} field={field} name={nameIn(field.name)} shell={shell} />
  const groups = [...new Set(fields.map(({ more }) => more))].filter((more) => more !== '')
  return (
    <>
      {fields.filter(({ more }) => more === '').map(render)}
      {groups.map((group) => {
        const own = fields.filter(({ more }) => more === group)
        const wrong = own.filter(({ name }) => shell.failed?.problems[nameIn(name)]).length
        return (
          <details key={group} className="office-fold" open={wrong > 0 || undefined}>
            <summary>{wrong > 0 ? fill(t.wrong, { group, n: wrong }) : group}</summary>
            <div className="office-stack">{own.map(render)}</div>
          </details>
        )
      })}
    </>
  )
}

/** The number of rows added to a list, derived from the names of their fields. */
function addedRows(names: readonly string[], list: string, existing: number): number {
  const rows = names.flatMap((name) => {
    const [, row] = new RegExp(`^f\\[${list}\\.(\\d+)\\.`).exec(name) ?? []
    return row === undefined ? [] : [Number(row) + 1]
  })
  return Math.max(0, ...rows.map((n) => n - existing))
}

function List({ part, blank, shell }: { part: Part; blank: readonly Field[]; shell: OfficeShell }) {
  const { list, legend, row_label, lead, rows, permanent } = part
  // There is always an empty row, so that one can be added without JavaScript.
  const [wanted, setAdded] = useState(Math.max(1, addedRows(Object.keys(shell.failed?.sent ?? {}), list, rows.length)))
  const added = Math.max(wanted, addedRows(useContext(RestoredNames), list, rows.length))
  const fresh = Array.from({ length: added }, (_, n) => rows.length + n)
  return (
    <section className="office-stack">
      <h3>{legend}</h3>
      {lead && <p className="office-quiet">{lead}</p>}
      {rows.map(({ was, title, note, fields }, i) => (
        <Row
          key={was}
          list={list}
          row={i}
          was={was}
          legend={joined([row_label, title || String(i + 1)], ' ')}
          note={note}
        >
          <Fields fields={fields} shell={shell} />
          {!permanent && <Remove name={nameIn(`${list}.${i}.remove`)} shell={shell} />}
        </Row>
      ))}
      {fresh.map((i) => (
        <Row
          key={`new ${i}`}
          list={list}
          row={i}
          was=""
          legend={fill(t.new, { one: row_label })}
          note=""
          isNew={rows.length > 0}
          isWrong={hasProblem(shell, `${list}.${i}.`)}
        >
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

/** Whether a refused form has a problem in one of these fields. */
const hasProblem = ({ failed }: OfficeShell, start: string): boolean =>
  Object.keys(failed?.problems ?? {}).some((name) => name.startsWith(`f[${start}`))

type RowProps = {
  list: string
  row: number
  was: string
  legend: string
  note: string
  isNew?: boolean
  isWrong?: boolean
  children: ReactNode
}

function Row({ list, row, was, legend, note, isNew, isWrong, children }: RowProps) {
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
        <details className="office-fold" open={isWrong || undefined}>
          <summary>{legend}</summary>
          <div className="office-stack">{inside}</div>
        </details>
      ) : (
        inside
      )}
    </fieldset>
  )
}
