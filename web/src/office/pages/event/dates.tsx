import { fill } from '@foyer/contract/fill.ts'
import { manyDates as t } from '@foyer/contract/office/events/messages.en.ts'
import type { OfficePageData, OfficeShell } from '@foyer/contract/office/pages.ts'
import { Button } from '../../../ui/actions/button.tsx'
import { Checkbox } from '../../../ui/forms/fields/checkbox.tsx'
import { SelectField } from '../../../ui/forms/fields/select-field.tsx'
import { TextField } from '../../../ui/forms/fields/text-field.tsx'
import { OfficeForm, sentValue } from '../../form/form.tsx'
import { EventIds } from '../../form/hidden-ids.tsx'
import type { OfficePages } from '../../page.ts'
import { EventHead } from './event-head.tsx'

type Props = { data: OfficePageData['dates']; shell: OfficeShell }

/** A form that changes several dates at once. */
export function DatesPage({ data, shell }: Props) {
  const { event_id, symbol, dates, targets } = data
  const field = (name: string) => ({ name, defaultValue: sentValue(shell, 'change_dates', name) })
  const chosen = sentValue(shell, 'change_dates', 'dates[]').split('\n')
  return (
    <>
      <EventHead event={data} shell={shell} here="dates" />
      <h2>{t.title}</h2>
      {dates.length === 0 ? (
        <p>{t.none}</p>
      ) : (
        <>
          <p>{t.lead}</p>
          <OfficeForm call="change_dates" shell={shell} className="office-stack office-form">
            <EventIds eventId={event_id} shell={shell} />
            <SelectField label={t.scope} {...field('scope')}>
              <option value="these">{t.these}</option>
              <option value="from">{t.from}</option>
              <option value="all">{t.all}</option>
            </SelectField>
            <fieldset className="office-checks office-scroll">
              <legend className="office-legend">{t.dates}</legend>
              {dates.map(({ date_id, nice_date, sold, held, left }) => (
                <Checkbox
                  key={date_id}
                  name="dates[]"
                  value={date_id}
                  defaultChecked={chosen.includes(String(date_id))}
                  label={fill(t.row, { date: nice_date, sold, held, left })}
                />
              ))}
            </fieldset>
            <TextField label={t.starts} hint={t['starts.hint']} type="time" {...field('starts')} />
            <div className="office-pair">
              <TextField label={t.ends} type="time" {...field('ends')} />
              <TextField label={t.doors} type="time" {...field('doors')} />
            </div>
            <SelectField label={t.target} {...field('target')}>
              <option value="">{t['target.none']}</option>
              <option value="all">{t['target.all']}</option>
              {targets.map(({ value, label }) => (
                <option key={value} value={value}>
                  {label}
                </option>
              ))}
            </SelectField>
            <div className="office-pair">
              <TextField
                label={t.price}
                hint={t['price.hint']}
                prefix={symbol}
                inputMode="decimal"
                {...field('price')}
              />
              <TextField label={t.capacity} hint={t['capacity.hint']} inputMode="numeric" {...field('capacity')} />
            </div>
            <TextField label={t.closes} hint={t['closes.hint']} inputMode="numeric" short {...field('closes')} />
            <Button type="submit">{t.go}</Button>
          </OfficeForm>
        </>
      )}
    </>
  )
}

export const pages: Pick<OfficePages, 'dates'> = {
  dates: { title: ({ title }) => `${t.title} - ${title}`, Body: DatesPage },
}
