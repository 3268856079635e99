import { fill } from '@foyer/contract/fill.ts'
import { common, completed as t } from '@foyer/contract/messages.ts'
import {
  type EventEnd,
  type RowProblems,
  rowProblems,
  SEND_GIFT,
  type TransferRow,
} from '@foyer/domain/after-sale/transfers.ts'
import { LIMITS } from '@foyer/domain/limits.ts'
import { useRef } from 'react'
import { Button } from '../../../../ui/actions/button.tsx'
import { DatePicker } from '../../../../ui/date-picker/date-picker.tsx'
import { binIcon } from '../../../../ui/display/icons.ts'
import { Checkbox } from '../../../../ui/forms/fields/checkbox.tsx'
import { OptionGroup } from '../../../../ui/forms/fields/option-group.tsx'
import { TextAreaField } from '../../../../ui/forms/fields/text-area-field.tsx'
import { TextField } from '../../../../ui/forms/fields/text-field.tsx'
import { QuantityStepper } from '../../../../ui/forms/quantity/quantity-stepper.tsx'
import type { Row } from './form-row.ts'
import css from './transfer.module.css'

/** The id of a field's control. */
export const fieldIdOf = (key: number, field: keyof TransferRow): string => `transfer-${key}-${field}`

const PROBLEMS = {
  'error.transferNameMissing': t['error.transferNameMissing'],
  'error.transferEmailMissing': t['error.transferEmailMissing'],
  'error.invalidEmail': common['error.invalidEmail'],
  'error.transferDateMissing': t['error.transferDateMissing'],
  'error.transferAfterEvent': t['error.transferAfterEvent'],
  'error.transferTimeMissing': t['error.transferTimeMissing'],
}

/** The label of each way to send a gift. */
const MODE_LABELS: Record<(typeof SEND_GIFT)[number], string> = {
  Schedule: t['label.transferSchedule'],
  'Send now': t['label.transferSendNow'],
}

const CALENDAR = {
  open: t['transfer.calendar'],
  dialog: t['date.dialog'],
  previous: t['date.previous'],
  next: t['date.next'],
  today: t['date.today'],
  chosen: t['date.chosen'],
  invalid: t['error.transferDateMissing'],
  invalidTime: t['error.transferTimeMissing'],
}

type Props = {
  row: Row
  /** counted from 1 within its type of ticket */
  number: number
  ticket: string
  /** 'yyyy-mm-dd' */
  today: string
  /** when its event is over */
  end?: EventEnd | undefined
  max: number
  /** fields whose problem is shown, as '{key}.{field}' */
  shownProblems: ReadonlySet<string>
  onShowProblem: (field: string) => void
  onQty: (wanted: number) => void
  onChange: (part: Partial<TransferRow>) => void
  /** the first row stays */
  onRemove?: () => void
}

/** One recipient, and how many tickets of this type they get. */
export function TransferRowFields({
  row,
  number,
  ticket,
  today,
  end,
  max,
  shownProblems,
  onShowProblem,
  onQty,
  onChange,
  onRemove,
}: Props) {
  const changed = useRef(new Set<string>())
  const problems: RowProblems = rowProblems(row, today, end)
  const person = { ticket, n: number }
  const quantity = { name: fill(t['transfer.quantityOf'], person) }

  const fieldOf = (field: keyof RowProblems) => {
    const name = `${row.key}.${field}`
    const problem = shownProblems.has(name) ? problems[field] : undefined
    return {
      id: fieldIdOf(row.key, field),
      name: `${field}-${row.key}`,
      error: problem && PROBLEMS[problem],
      // Not while it is typed for the first time, nor when it is only tabbed through.
      onBlur: () => {
        if (changed.current.has(field)) onShowProblem(name)
      },
    }
  }
  const set = (field: keyof RowProblems) => (value: string) => {
    changed.current.add(field)
    onChange({ [field]: value })
  }

  return (
    <fieldset className={css.row}>
      <legend className="visually-hidden">{fill(t['transfer.quantityOf'], person)}</legend>
      <div className={css.head}>
        <span className={css.person} aria-hidden="true">
          {fill(t['transfer.person'], { n: number })}
        </span>
        {onRemove && (
          <Button
            variant="quiet"
            icon={binIcon}
            iconOnly
            aria-label={fill(t['transfer.removePerson'], { n: number })}
            onClick={onRemove}
          />
        )}
      </div>
      <div className={css.line}>
        <QuantityStepper
          id={fieldIdOf(row.key, 'qty')}
          value={row.qty}
          min={0}
          max={max}
          onChange={onQty}
          labels={{
            group: fill(common['quantity.group'], quantity),
            fewer: fill(common['quantity.fewer'], quantity),
            more: fill(common['quantity.more'], quantity),
          }}
        />
        <Checkbox
          id={fieldIdOf(row.key, 'isGift')}
          name={`isGift-${row.key}`}
          label={t['label.transferIsGift']}
          checked={row.isGift}
          onChange={(event) => onChange({ isGift: event.target.checked })}
        />
      </div>
      <div className={css.pair}>
        <TextField
          {...fieldOf('name')}
          label={t['label.transferFullName']}
          autoComplete="off"
          autoCapitalize="words"
          spellCheck={false}
          maxLength={LIMITS.text.name}
          value={row.name}
          onChange={(event) => set('name')(event.target.value)}
        />
        <TextField
          {...fieldOf('email')}
          label={t['label.transferEmail']}
          type="email"
          inputMode="email"
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          maxLength={LIMITS.text.email}
          value={row.email}
          onChange={(event) => set('email')(event.target.value)}
        />
      </div>
      {row.isGift && (
        <>
          <OptionGroup
            legend={t['transfer.sendMode']}
            name={`sendGift-${row.key}`}
            value={row.sendGift}
            onChange={(value) => onChange({ sendGift: value as TransferRow['sendGift'] })}
            options={SEND_GIFT.map((value) => ({ value, label: MODE_LABELS[value] }))}
          />
          {row.sendGift === 'Schedule' && (
            <DatePicker
              {...fieldOf('deliveryDate')}
              label={t['label.transferDeliveryDate']}
              hint={t['date.format']}
              today={today}
              minDate={today}
              labels={CALENDAR}
              value={row.deliveryDate}
              onChange={set('deliveryDate')}
              time={{
                ...fieldOf('deliveryTime'),
                label: t['label.transferDeliveryTime'],
                hint: t['date.zone'],
                value: row.deliveryTime,
                onChange: set('deliveryTime'),
              }}
            />
          )}
          <TextAreaField
            id={fieldIdOf(row.key, 'message')}
            name={`message-${row.key}`}
            label={t['label.transferMessage']}
            aside={`(${common.optional})`}
            placeholder={t['hint.transferMessage']}
            rows={3}
            maxLength={LIMITS.text.message}
            value={row.message}
            onChange={(event) => onChange({ message: event.target.value })}
          />
        </>
      )}
    </fieldset>
  )
}
