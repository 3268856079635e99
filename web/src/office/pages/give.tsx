import { fill, joined } from '@foyer/contract/fill.ts'
import { give as t } from '@foyer/contract/office/give/messages.en.ts'
import { OFFICE_PAGES, type OfficePageData, type OfficeShell } from '@foyer/contract/office/pages.ts'
import { LIMITS } from '@foyer/domain/limits.ts'
import { Button } from '../../ui/actions/button.tsx'
import { Alert } from '../../ui/feedback/alert.tsx'
import { SelectField } from '../../ui/forms/fields/select-field.tsx'
import { TextAreaField } from '../../ui/forms/fields/text-area-field.tsx'
import { TextField } from '../../ui/forms/fields/text-field.tsx'
import { OfficeForm, sentValue } from '../form/form.tsx'
import { OrganiserId } from '../form/hidden-ids.tsx'
import { ProveFirst } from '../form/prove-first.tsx'
import type { OfficePages } from '../page.ts'
import { pathIn } from '../paths.ts'

type Data = OfficePageData['give']
type Props = { data: Data; shell: OfficeShell }

/** Complimentary tickets by email: for one person, or for a pasted list. The page has plain forms and no script. */
function GivePage({ data, shell }: Props) {
  const { dates, date_id, order_id, types, given } = data
  return (
    <>
      <h1>{t.title}</h1>
      <p>{t.lead}</p>
      {given !== null && shell.failed === null && (
        <Alert type="success">{given === 1 ? t['given.one'] : fill(t['given.many'], { n: given })}</Alert>
      )}
      {dates.length === 0 ? (
        <p role="status">{t.none}</p>
      ) : (
        <form method="get" action={OFFICE_PAGES.give.path} className="office-filter">
          <OrganiserId shell={shell} />
          {order_id !== null && <input type="hidden" name="order_id" value={order_id} />}
          <SelectField label={t.date} name="date_id" defaultValue={date_id ?? undefined}>
            {dates.map((date) => (
              <option key={date.date_id} value={date.date_id}>
                {joined([date.title, date.nice_date], ', ')}
              </option>
            ))}
          </SelectField>
          <Button type="submit" variant="secondary">
            {t.show}
          </Button>
        </form>
      )}
      {types.length > 0 && <Give data={data} shell={shell} />}
      <p>
        <a href={`${pathIn('orders', shell.organiser_id)}&channel=complimentary`}>{t.orders}</a>
      </p>
    </>
  )
}

function Give({ data: { types, allocations, form_key, most, people }, shell }: Props) {
  const sent = (name: string) => sentValue(shell, 'give_tickets', name)
  return (
    <OfficeForm call="give_tickets" shell={shell} className="office-stack office-narrow-form">
      <ProveFirst shell={shell} />
      <OrganiserId shell={shell} />
      <input type="hidden" name="form_key" value={form_key} />
      <SelectField label={t.type} name="ticket_id" defaultValue={sent('ticket_id') || undefined}>
        {types.map(({ ticket_id, name, left }) => (
          <option key={ticket_id} value={ticket_id}>
            {fill(t.typeLeft, { name, n: left })}
          </option>
        ))}
      </SelectField>
      <TextField
        label={t.quantity}
        hint={t['quantity.hint']}
        name="quantity"
        type="number"
        min={1}
        max={LIMITS.maxTicketsPerLine}
        short
        defaultValue={sent('quantity') || '1'}
      />
      {allocations !== null && (
        <SelectField
          label={t.from}
          hint={t['from.hint']}
          name="allocation_id"
          defaultValue={sent('allocation_id') || ''}
        >
          <option value="">{t['from.best']}</option>
          {allocations.map(({ allocation_id, name, seats }) => (
            <option key={allocation_id} value={allocation_id}>
              {fill(t['from.allocation'], { name, n: seats })}
            </option>
          ))}
        </SelectField>
      )}
      <TextAreaField
        label={t.people}
        hint={fill(t['people.hint'], { n: most })}
        name="people"
        rows={6}
        defaultValue={sent('people') || people}
      />
      <TextField label={t.reason} hint={t['reason.hint']} name="reason" defaultValue={sent('reason')} />
      <Button type="submit">{t.button}</Button>
    </OfficeForm>
  )
}

export const pages: Pick<OfficePages, 'give'> = { give: { title: () => t.title, Body: GivePage } }
