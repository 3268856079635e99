import { fill } from '@foyer/contract/fill.ts'
import { shop } from '@foyer/contract/messages.ts'
import type { TicketTypeData } from '@foyer/contract/types.ts'
import { decimalText, formatMinor } from '@foyer/domain/format/money.ts'
import { CURRENCIES, type CurrencyCode } from '@foyer/domain/money/money.ts'
import { TextField } from '../../ui/forms/fields/text-field.tsx'
import { chosenPriceOf } from './choice.ts'
import type { Buy } from './use-buy.ts'

type Props = { ticket: TicketTypeData; currency: CurrencyCode; buy: Buy }

/** The amount that the buyer pays for each ticket, if the price is their choice. */
export function AmountField({ ticket, currency, buy }: Props) {
  const price = chosenPriceOf(ticket, currency)
  if (!price) return null
  const { ticket_id: id, name } = ticket
  const suggested = formatMinor(price.suggestedMinor, currency)
  return (
    <TextField
      id={`amount-${id}`}
      short
      label={shop['tickets.amount']}
      aria-label={fill(shop['tickets.amountName'], { name })}
      hint={
        price.minMinor > 0
          ? fill(shop['tickets.amountHint'], { min: formatMinor(price.minMinor, currency), suggested })
          : fill(shop['tickets.amountHintFree'], { suggested })
      }
      prefix={CURRENCIES[currency].symbol}
      inputMode="decimal"
      autoComplete="off"
      disabled={buy.isAdding}
      value={buy.amounts[id] ?? decimalText(price.suggestedMinor, currency)}
      onChange={(event) => buy.setAmount(id, event.target.value)}
    />
  )
}
