import { fill } from '@foyer/contract/fill.ts'
import { shop, checkout as t } from '@foyer/contract/messages.ts'
import { decimalText, formatMinor } from '@foyer/domain/format/money.ts'
import { amountProblem, type ChosenPrice, maxAmount, parseAmount } from '@foyer/domain/money/chosen-amount.ts'
import { CURRENCIES, toMajor, toMinor } from '@foyer/domain/money/money.ts'
import type { Line } from '@foyer/domain/sale/line.ts'
import { useState } from 'react'
import { Button } from '../../../ui/actions/button.tsx'
import { LoadingButton } from '../../../ui/actions/loading-button.tsx'
import { TextField } from '../../../ui/forms/fields/text-field.tsx'
import { useAction } from '../../../ui/forms/use-action.ts'
import { onSubmit } from '../../../ui/forms/use-form.ts'
import { useSale, useStore } from '../../state/context.tsx'

type Props = { line: Line; pays: { min: number; suggested: number } }

/** What the buyer pays for each ticket of a line, and a form that changes it. */
export default function Amount({ line, pays }: Props) {
  const [open, setOpen] = useState(false)
  if (open) return <AmountForm line={line} pays={pays} onDone={() => setOpen(false)} />
  return (
    <Button variant="quiet" small onClick={() => setOpen(true)}>
      {t['basket.changeAmount']}
    </Button>
  )
}

function AmountForm({ line: { ticketTypeId, priceMinor }, pays, onDone }: Props & { onDone: () => void }) {
  const store = useStore()
  const { currency } = useSale()
  const [typed, setTyped] = useState(() => decimalText(priceMinor, currency))
  const { busy, failed, setFailed, run } = useAction()
  const price: ChosenPrice = {
    minMinor: toMinor(pays.min, currency),
    suggestedMinor: toMinor(pays.suggested, currency),
  }

  const save = async () => {
    const minor = parseAmount(typed, currency)
    if (minor === null || amountProblem(minor, price, currency))
      return setFailed(
        fill(shop['tickets.amountBad'], {
          min: formatMinor(price.minMinor, currency),
          max: formatMinor(maxAmount(price, currency), currency),
        }),
      )
    const answer = await store.change(
      'update_ticket_amount',
      { ticket_id: ticketTypeId, amount: toMajor(minor, currency) },
      t['error.updateTicketAmount'],
    )
    if (answer.ok) onDone()
  }

  return (
    <form onSubmit={onSubmit(() => run(save))} noValidate>
      <TextField
        short
        label={shop['tickets.amount']}
        error={failed}
        prefix={CURRENCIES[currency].symbol}
        inputMode="decimal"
        autoComplete="off"
        value={typed}
        onChange={(event) => {
          setTyped(event.target.value)
          setFailed('')
        }}
      />
      <LoadingButton type="submit" small variant="secondary" loading={busy !== null}>
        {t['basket.saveAmount']}
      </LoadingButton>
    </form>
  )
}
