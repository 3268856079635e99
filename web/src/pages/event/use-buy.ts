import { fill } from '@foyer/contract/fill.ts'
import { common, shop } from '@foyer/contract/messages.ts'
import type { TicketTypeData } from '@foyer/contract/types.ts'
import { aboveMaxPlaces } from '@foyer/domain/basket/quantity.ts'
import { formatMinor } from '@foyer/domain/format/money.ts'
import { amountProblem, type ChosenPrice, maxAmount } from '@foyer/domain/money/chosen-amount.ts'
import { type CurrencyCode, toMajor } from '@foyer/domain/money/money.ts'
import { useState } from 'react'
import { call } from '../../api/client.ts'
import { setBasketQuantity } from '../../shell/basket-badge.ts'
import { announce } from '../../ui/feedback/announce.ts'
import { useAction } from '../../ui/forms/use-action.ts'
import {
  type Amounts,
  amountOf,
  type Choices,
  chosenPriceOf,
  isIncomplete,
  NO_SELECTION,
  type PricedEvent,
  type Selection,
  totalMinor,
  totalQuantity,
} from './choice.ts'

const amountError = (price: ChosenPrice, currency: CurrencyCode): string =>
  fill(shop['tickets.amountBad'], {
    min: formatMinor(price.minMinor, currency),
    max: formatMinor(maxAmount(price, currency), currency),
  })

/** The text for a selection that cannot be added to the basket; null if it can. */
function selectionError(
  ticket: TicketTypeData,
  selection: Selection,
  amounts: Amounts,
  currency: CurrencyCode,
): string | null {
  if (isIncomplete(ticket, selection)) return fill(shop['seats.incomplete'], { n: ticket.seats_each ?? 1 })
  const price = chosenPriceOf(ticket, currency)
  return price && amountProblem(amountOf(ticket, price, amounts, currency), price, currency)
    ? amountError(price, currency)
    : null
}

/** The `amount` of the call, for a price that the buyer chooses. */
function amountField(ticket: TicketTypeData, amounts: Amounts, currency: CurrencyCode): { amount?: number } {
  const price = chosenPriceOf(ticket, currency)
  const amountMinor = price && amountOf(ticket, price, amounts, currency)
  return amountMinor === null ? {} : { amount: toMajor(amountMinor, currency) }
}

/** Identifies a seat that this page has added to the basket. */
export const basketSeat = ({ ticket_id }: TicketTypeData, label: string): string => `${ticket_id} ${label}`

type Selected = Selection & { ticket: TicketTypeData }

export type LineErrors = Readonly<Record<number, string>>

/** The buyer's selection. Ticket types are added to the basket one after another, because each can be refused separately. */
export function useBuy(tickets: readonly TicketTypeData[], event: PricedEvent, code?: string) {
  const currency = event.currency.code
  const [choices, setChoices] = useState<Choices>({})
  const [amounts, setAmounts] = useState<Amounts>({})
  const [errors, setErrors] = useState<LineErrors>({})
  const [isAdded, setIsAdded] = useState(false)
  const [nothingChosen, setNothingChosen] = useState(false)
  /** `heldError`: the server's text for a basket that is already held, which cannot be added to. */
  const { busy, failed: heldError, setFailed: setHeldError, run } = useAction()
  /** Someone in the party needs a wheelchair space or a companion seat. */
  const [access, setAccess] = useState(false)
  const [inBasket, setInBasket] = useState<readonly string[]>([])
  /** What the last press added. */
  const [added, setAdded] = useState({ quantity: 0, minor: 0 })

  const clear = (id: number) => {
    setErrors(({ [id]: _, ...others }) => others)
    setNothingChosen(false)
    setHeldError('')
    setIsAdded(false)
  }

  const choose = (id: number, selection: Selection) => {
    setChoices((current) => ({ ...current, [id]: selection }))
    clear(id)
  }

  const setAmount = (id: number, amountText: string) => {
    setAmounts((current) => ({ ...current, [id]: amountText }))
    clear(id)
  }

  const reset = () => {
    setChoices({})
    setAmounts({})
    setErrors({})
    setNothingChosen(false)
    setHeldError('')
    setInBasket([])
    setAccess(false)
    setIsAdded(false)
  }

  /** Adds the tickets of one type of `selected`. Returns why they were refused; null if they are in the basket. */
  const addOne = async (
    { ticket, quantity, seats, section }: Selected,
    selected: readonly Selected[],
  ): Promise<{ code?: string; text: string } | null> => {
    const { ticket_id } = ticket
    const error = selectionError(ticket, { quantity, seats, section }, amounts, currency)
    if (error !== null) return { text: error }
    const answer = await call('add_to_basket', {
      ticket_id,
      quantity,
      seats: [...seats],
      party: selected.filter((other) => other.ticket.pool_id === ticket.pool_id).flatMap((other) => other.seats),
      section,
      ...(access && { access }),
      ...amountField(ticket, amounts, currency),
      ...(ticket.with_code && { code }),
    })
    if (!answer.ok) return { code: answer.code, text: answer.error || common['error.unknown'] }
    setBasketQuantity(answer.reply.basket_quantity)
    setChoices((current) => ({ ...current, [ticket_id]: { ...NO_SELECTION, section } }))
    setInBasket((current) => [...current, ...seats.map((label) => basketSeat(ticket, label))])
    return null
  }

  const addAll = async (selected: readonly Selected[]) => {
    setIsAdded(false)
    const refusals: Record<number, string> = {}
    for (const item of selected) {
      const refusal = await addOne(item, selected)
      if (refusal?.code === 'basket_is_held') {
        setErrors({})
        return setHeldError(refusal.text)
      }
      if (refusal !== null) refusals[item.ticket.ticket_id] = refusal.text
    }
    const allAdded = Object.keys(refusals).length === 0
    setAdded({ quantity: totalQuantity(choices), minor: totalMinor(choices, tickets, event, amounts) })
    setErrors(refusals)
    setIsAdded(allAdded)
    if (!allAdded) announce([shop['tickets.errors'], ...Object.values(refusals)].join(' '), 'assertive')
  }

  const add = async () => {
    const selected = tickets.flatMap((ticket): Selected[] => {
      const selection = choices[ticket.ticket_id]
      return selection && selection.quantity > 0 ? [{ ticket, ...selection }] : []
    })
    setNothingChosen(selected.length === 0)
    if (selected.length === 0) return announce(shop['tickets.none'])
    const maxPlaces = aboveMaxPlaces(
      selected.map(({ ticket, quantity }) => ({ eventId: 0, qty: quantity, placesLimit: ticket.places_limit })),
    )
    if (maxPlaces === null) return run(() => addAll(selected))
    const text = fill(shop['tickets.maxPlaces'], { n: maxPlaces })
    setErrors(Object.fromEntries(selected.map(({ ticket }) => [ticket.ticket_id, text])))
    announce(text, 'assertive')
  }

  return {
    choices,
    amounts,
    errors,
    isAdding: busy !== null,
    isAdded,
    nothingChosen,
    heldError,
    inBasket,
    access,
    setAccess,
    added,
    choose,
    setAmount,
    reset,
    add,
  }
}

export type Buy = ReturnType<typeof useBuy>
