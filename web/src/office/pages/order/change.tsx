import { fill } from '@foyer/contract/fill.ts'
import { changePage as t } from '@foyer/contract/office/orders/messages.en.ts'
import type { OfficePageData, OfficeShell } from '@foyer/contract/office/pages.ts'
import { Button } from '../../../ui/actions/button.tsx'
import { Checkbox } from '../../../ui/forms/fields/checkbox.tsx'
import { SelectField } from '../../../ui/forms/fields/select-field.tsx'
import { sentValue, wasChecked } from '../../form/form.tsx'
import type { OfficePages } from '../../page.ts'
import { orderPathIn } from '../../paths.ts'
import { OrderForm } from './order-form.tsx'

type Props = { data: OfficePageData['change']; shell: OfficeShell }
type Choice = Props['data']['choices'][number]

const priceOf = ({ sign, difference }: Choice): string =>
  sign === 0 ? t.same : fill(sign > 0 ? t.more : t.less, { amount: difference })

const only = ({ ticket_type_id }: Choice): [string, number] => ['ticket_type_id', ticket_type_id]

export function ChangePage({ data, shell }: Props) {
  const { order_id, ticket_id, number, title, now, holder, paid, choices } = data
  return (
    <>
      <p>
        <a href={orderPathIn(shell.organiser_id, order_id)}>{fill(t.back, { number })}</a>
      </p>
      <h1>
        {t.title}: {title}
      </h1>
      <p>{fill(t.now, { now, holder, paid })}</p>
      <p className="office-quiet">{t.lead}</p>
      <h2>{t.to}</h2>
      {choices.length === 0 && <p>{t.none}</p>}
      <ul className="office-cards">
        {choices.map((choice) => (
          <li key={choice.ticket_type_id} className="office-card">
            <h3>{choice.label}</h3>
            <p>
              {choice.nice_date}
              <span className="office-effect office-quiet">
                {fill(t.free, { n: choice.free })} · {priceOf(choice)}
              </span>
            </p>
            <OrderForm call="change_ticket" data={data} shell={shell} about={['ticket_type_id', choice.ticket_type_id]}>
              <input type="hidden" name="ticket_id" value={ticket_id} />
              {choice.own_seats.map((own, i) => (
                <SelectField
                  key={own}
                  label={fill(t.seatOf, { n: i + 1, m: choice.own_seats.length })}
                  name="seat_ids"
                  defaultValue={own}
                >
                  {choice.seats.map(({ seat_id, label }) => (
                    <option key={seat_id} value={seat_id}>
                      {label}
                    </option>
                  ))}
                </SelectField>
              ))}
              {choice.seats.length > 0 && choice.own_seats.length === 0 && (
                <SelectField
                  label={t.seat}
                  name="seat_id"
                  defaultValue={sentValue(shell, 'change_ticket', 'seat_id', only(choice)) || undefined}
                >
                  {choice.seats.map(({ seat_id, label }) => (
                    <option key={seat_id} value={seat_id}>
                      {label}
                    </option>
                  ))}
                </SelectField>
              )}
              {choice.sign < 0 && (
                <Checkbox
                  label={fill(t.returns, { amount: choice.difference })}
                  name="returns"
                  value="1"
                  defaultChecked={wasChecked(shell, 'change_ticket', 'returns', 1, { only: only(choice), is: true })}
                />
              )}
              {choice.may_charge && (
                <Checkbox
                  label={fill(t.charges, { amount: choice.difference })}
                  hint={t.chargesHint}
                  name="charges"
                  value="1"
                  defaultChecked={wasChecked(shell, 'change_ticket', 'charges', 1, { only: only(choice), is: true })}
                />
              )}
              {choice.sign > 0 && !choice.may_charge && (
                <p className="office-quiet">{fill(t.waives, { amount: choice.difference })}</p>
              )}
              <Button
                type="submit"
                small
                aria-label={fill(t.buttonOf, { label: `${choice.label}, ${choice.nice_date}` })}
              >
                {t.button}
              </Button>
            </OrderForm>
          </li>
        ))}
      </ul>
    </>
  )
}

export const pages: Pick<OfficePages, 'change'> = {
  change: { title: () => t.title, Body: ChangePage },
}
