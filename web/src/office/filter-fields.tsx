import { channels, holderStates, orderStates, lists as t } from '@foyer/contract/office/lists/messages.en.ts'
import type { OfficePageData } from '@foyer/contract/office/pages.ts'
import { Checkbox } from '../ui/forms/fields/checkbox.tsx'
import { SelectField } from '../ui/forms/fields/select-field.tsx'
import { TextField } from '../ui/forms/fields/text-field.tsx'

type FieldsProps = {
  list: 'orders' | 'people'
  options: Pick<OfficePageData['orders'], 'events' | 'dates' | 'types'>
  saved: (name: string) => string
}

/** The fields of a filter, for the tables and for the recipients of mailings. */
export function FilterFields({ list, options: { events, dates, types }, saved }: FieldsProps) {
  const states: Record<string, string> = list === 'orders' ? orderStates : holderStates
  const select = (label: string, name: string, any: string, options: [string | number, string][]) => (
    <SelectField label={label} name={name} defaultValue={saved(name)}>
      <option value="">{any}</option>
      {options.map(([value, text]) => (
        <option key={value} value={value}>
          {text}
        </option>
      ))}
    </SelectField>
  )
  const box = (name: string, label: string) => (
    <Checkbox label={label} name={name} value="1" defaultChecked={saved(name) === '1'} />
  )
  const ids = (options: { id: number; label: string }[]) =>
    options.map(({ id, label }): [number, string] => [id, label])
  return (
    <>
      <div className="office-filter">
        <TextField label={t.from} name="from" type="date" defaultValue={saved('from')} />
        <TextField label={t.until} name="until" type="date" defaultValue={saved('until')} />
        {select(t.event, 'event_id', t['event.any'], ids(events))}
        {dates.length > 1 && select(t.date, 'date_id', t['date.any'], ids(dates))}
        {types.length > 1 && select(t.type, 'type_id', t['type.any'], ids(types))}
        {select(t.state, 'state', t['state.any'], Object.entries(states))}
        {select(t.channel, 'channel', t['channel.any'], Object.entries(channels))}
        <TextField label={t.code} name="code" defaultValue={saved('code')} />
      </div>
      <fieldset className="office-days">
        <legend className="office-legend">{t.also}</legend>
        {box('consent', t.consent)}
        {list === 'orders' && box('gift_aid', t.giftAid)}
        {box('post', t.post)}
        {box('unsigned', t.unsigned)}
        {box('protected', t.protected)}
      </fieldset>
    </>
  )
}
