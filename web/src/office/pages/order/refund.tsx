import { fill, joined } from '@foyer/contract/fill.ts'
import { orderPage as t } from '@foyer/contract/office/orders/messages.en.ts'
import { Button } from '../../../ui/actions/button.tsx'
import { Checkbox } from '../../../ui/forms/fields/checkbox.tsx'
import { SelectField } from '../../../ui/forms/fields/select-field.tsx'
import { TextField } from '../../../ui/forms/fields/text-field.tsx'
import { sentValue, wasChecked } from '../../form/form.tsx'
import { Disputed } from './disputed.tsx'
import { OrderForm, type OrderProps } from './order-form.tsx'

/** Where the form is, inside of what it opens from: a link to it opens that too. */
export const REFUND = 'refund'

/** Refunds of more than one ticket, of an amount, or in another way. */
export function RefundForm({ data, shell }: OrderProps) {
  const tickets = data.lines.flatMap((line) =>
    line.tickets
      .filter(({ state }) => state !== 'void')
      .map((ticket) => ({ ...ticket, of: [line.name, line.nice_date] })),
  )
  const sent = (name: string) => sentValue(shell, 'refund_order', name)
  const isTicked = (name: string, value: number) => wasChecked(shell, 'refund_order', name, value)
  return (
    <OrderForm call="refund_order" data={data} shell={shell} summary={t['refund.open']}>
      <p id={REFUND}>
        {fill(t['refund.left'], { amount: data.refundable })}{' '}
        {data.refund_limit && fill(t['refund.limit'], { amount: data.refund_limit })}
      </p>
      <SelectField label={t['refund.what']} name="what" defaultValue={sent('what') || 'all'}>
        <option value="all">{t['refund.all']}</option>
        <option value="tickets">{t['refund.tickets']}</option>
        <option value="amount">{t['refund.amount']}</option>
        <option value="percent">{t['refund.percent']}</option>
      </SelectField>
      {tickets.length > 0 && (
        <fieldset className="office-stack">
          <legend className="office-legend">{t.tickets}</legend>
          {tickets.map(({ ticket_id, holder, of, worth }) => (
            <Checkbox
              key={ticket_id}
              label={joined([holder, ...of], ', ')}
              aside={worth}
              name="ticket_ids[]"
              value={ticket_id}
              defaultChecked={isTicked('ticket_ids[]', ticket_id)}
            />
          ))}
        </fieldset>
      )}
      <div className="office-pair">
        <TextField
          label={t['refund.howMuch']}
          name="amount"
          inputMode="decimal"
          autoComplete="off"
          defaultValue={sent('amount')}
        />
        <TextField
          label={t['refund.howMany']}
          name="percent"
          inputMode="decimal"
          autoComplete="off"
          defaultValue={sent('percent')}
        />
      </div>
      {data.lines.some(({ kind }) => kind === 'donation') && (
        <Checkbox label={t['refund.donation']} name="donation" value="1" defaultChecked={isTicked('donation', 1)} />
      )}
      <SelectField label={t['refund.to']} name="to" defaultValue={sent('to') || 'payment'}>
        <option value="payment">{t['refund.toPayment']}</option>
        {data.has_vouchers && <option value="voucher">{t['refund.toVoucher']}</option>}
        <option value="elsewhere">{t['refund.toElsewhere']}</option>
      </SelectField>
      <TextField label={t['refund.reason']} hint={t['refund.reasonHint']} name="reason" defaultValue={sent('reason')} />
      {data.state === 'disputed' && <Disputed />}
      <Button type="submit" variant="danger">
        {t['refund.button']}
      </Button>
    </OrderForm>
  )
}
