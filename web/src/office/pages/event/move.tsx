import { fill } from '@foyer/contract/fill.ts'
import { cancelling, moving as t } from '@foyer/contract/office/events/messages.en.ts'
import type { OfficePageData, OfficeShell } from '@foyer/contract/office/pages.ts'
import { LIMITS } from '@foyer/domain/limits.ts'
import { Button } from '../../../ui/actions/button.tsx'
import { Alert } from '../../../ui/feedback/alert.tsx'
import { Checkbox } from '../../../ui/forms/fields/checkbox.tsx'
import { SelectField } from '../../../ui/forms/fields/select-field.tsx'
import { TextAreaField } from '../../../ui/forms/fields/text-area-field.tsx'
import { TextField } from '../../../ui/forms/fields/text-field.tsx'
import { OfficeForm } from '../../form/form.tsx'
import { EventIds } from '../../form/hidden-ids.tsx'
import { ProveFirst } from '../../form/prove-first.tsx'
import type { OfficePages } from '../../page.ts'
import { eventPathIn } from '../../paths.ts'
import { EventHead } from './event-head.tsx'

type Props = { data: OfficePageData['move']; shell: OfficeShell }

const STEPS = {
  1: cancelling['step.1'],
  2: cancelling['step.2'],
  3: cancelling['step.3'],
  4: cancelling['step.4'],
} as const

/** Moving a date, or all of them, in four steps. */
export function MovePage({ data, shell }: Props) {
  const { step, dates, left, problem, may_move } = data
  const at = step as keyof typeof STEPS
  return (
    <>
      <EventHead event={data} shell={shell} here="move" />
      <h2>{t.title}</h2>
      {left > 0 && <p role="status">{fill(t.left, { n: left })}</p>}
      {dates.length === 0 ? (
        <p>{t.none}</p>
      ) : may_move ? (
        <>
          <p>{t.lead}</p>
          <h3>{fill(cancelling.step, { n: step, name: STEPS[at] })}</h3>
          {problem && <Alert type="error">{problem}</Alert>}
          {at === 1 ? <What data={data} shell={shell} /> : <After data={data} shell={shell} />}
        </>
      ) : (
        <p>{cancelling.mayNot}</p>
      )}
    </>
  )
}

function What({ data, shell }: Props) {
  return (
    <form method="get" className="office-stack office-form">
      <EventIds eventId={data.event_id} shell={shell} />
      <input type="hidden" name="step" value="2" />
      <input type="hidden" name="words" value={data.words} />
      <input type="hidden" name="refund_until" value={data.refund_until} />
      <SelectField label={t.date} name="date_id" defaultValue={data.date_id ?? undefined}>
        {data.dates.map(({ date_id, label, is_past, is_postponed }) => (
          <option key={date_id} value={date_id}>
            {label} {is_past && t.past} {is_postponed && t.isPostponed}
          </option>
        ))}
      </SelectField>
      <Checkbox name="postpone" value="1" defaultChecked={data.postpone} label={t.postpone} hint={t['postpone.hint']} />
      <TextField label={t.day} type="date" name="day" defaultValue={data.day} />
      <TextField label={t.starts} type="time" name="starts" defaultValue={data.starts} />
      {data.dates.length > 1 && <Checkbox name="all" value="1" defaultChecked={data.all} label={t.all} />}
      <Button type="submit">{cancelling.next}</Button>
    </form>
  )
}

function After({ data, shell }: Props) {
  const { step, date_id, day, starts, all, postpone, words, refund_until, moves, people, orders, tickets, held } = data
  const fields = (
    <>
      <EventIds eventId={data.event_id} shell={shell} />
      <input type="hidden" name="date_id" value={date_id ?? ''} />
      <input type="hidden" name="day" value={day} />
      <input type="hidden" name="starts" value={starts} />
      {all && <input type="hidden" name="all" value="1" />}
      {postpone && <input type="hidden" name="postpone" value="1" />}
      {step !== 3 && (
        <>
          <input type="hidden" name="words" value={words} />
          <input type="hidden" name="refund_until" value={refund_until} />
        </>
      )}
    </>
  )
  const back = `${eventPathIn('move', shell.organiser_id, data.event_id)}&${new URLSearchParams({
    date_id: String(date_id),
    day,
    starts,
    words,
    refund_until,
    step: String(step - 1),
    ...(all && { all: '1' }),
    ...(postpone && { postpone: '1' }),
  })}`
  return (
    <>
      {(step === 2 || step === 4) && (
        <section className="office-box" aria-label={cancelling.does}>
          <ul>
            {moves.map((move) => (
              <li key={move.date_id}>{fill(t.moves, { was: move.was, will: move.will })}</li>
            ))}
            <li>{tickets === 0 ? t.nobody : fill(t.people, { people, tickets, orders })}</li>
            {held > 0 && <li>{fill(postpone ? t.heldPostponed : t.held, { held })}</li>}
            {data.late > 0 && <li>{fill(t.late, { n: data.late })}</li>}
            {data.admitted > 0 && <li>{fill(t.admitted, { n: data.admitted })}</li>}
            <li>{postpone ? t.reminderPostponed : t.reminder}</li>
          </ul>
        </section>
      )}
      {step === 4 && <p>{words === '' ? cancelling['words.none'] : words}</p>}
      {step === 4 && refund_until && <p>{fill(t['until.is'], { day: refund_until })}</p>}
      {step === 4 ? (
        <>
          <ProveFirst shell={shell} />
          <OfficeForm call="move_date" shell={shell} className="office-stack">
            {fields}
            <input type="hidden" name="form_key" value={data.form_key} />
            <Checkbox name="tell" value="1" defaultChecked label={t.tell} />
            <Button type="submit">{postpone ? t.goPostpone : t.go}</Button>
          </OfficeForm>
        </>
      ) : (
        <form method="get" className="office-stack office-form">
          {fields}
          <input type="hidden" name="step" value={step + 1} />
          {step === 3 && (
            <>
              <TextAreaField
                label={cancelling.words}
                hint={t['words.hint']}
                name="words"
                defaultValue={words}
                maxLength={LIMITS.text.message}
              />
              <TextField
                label={t.until}
                hint={t['until.hint']}
                type="date"
                name="refund_until"
                defaultValue={refund_until}
              />
            </>
          )}
          <Button type="submit">{cancelling.next}</Button>
        </form>
      )}
      <p>
        <a href={back}>{cancelling.back}</a>
      </p>
    </>
  )
}

export const pages: Pick<OfficePages, 'move'> = {
  move: { title: ({ title }) => `${t.title} - ${title}`, Body: MovePage },
}
