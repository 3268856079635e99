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
import { type Amounts, amountOf, type Choice, type Chosen, chosenPriceOf, isIncomplete, NOTHING } from './choice.ts'

const amountError = (price: ChosenPrice, currency: CurrencyCode): string =>
  fill(shop['tickets.amountBad'], {
    min: formatMinor(price.minMinor, currency),
    max: formatMinor(maxAmount(price, currency), currency),
  })

/** Names a seat that this page has put into the basket. */
export const basketSeat = ({ ticket_id }: TicketTypeData, label: string): string => `${ticket_id} ${label}`

export type LineErrors = Readonly<Record<number, string>>

/** The buyer's selection. Ticket types are added to the basket one after another, because each can be refused separately. */
export function useBuy(tickets: readonly TicketTypeData[], currency: CurrencyCode, code?: string) {
  const [choice, setChoice] = useState<Choice>({})
  const [amounts, setAmounts] = useState<Amounts>({})
  const [errors, setErrors] = useState<LineErrors>({})
  const [state, setState] = useState<'choosing' | 'adding' | 'added'>('choosing')
  const [nothingChosen, setNothingChosen] = useState(false)
  /** why a held basket takes nothing more, in the server's words */
  const [held, setHeld] = useState('')
  const [inBasket, setInBasket] = useState<readonly string[]>([])

  const clear = (id: number) => {
    setErrors(({ [id]: _, ...others }) => others)
    setNothingChosen(false)
    setHeld('')
    setState('choosing')
  }

  const choose = (id: number, chosen: Chosen) => {
    setChoice((now) => ({ ...now, [id]: chosen }))
    clear(id)
  }

  const setAmount = (id: number, typed: string) => {
    setAmounts((now) => ({ ...now, [id]: typed }))
    clear(id)
  }

  const forget = () => {
    setChoice({})
    setAmounts({})
    setErrors({})
    setNothingChosen(false)
    setHeld('')
    setInBasket([])
    setState('choosing')
  }

  const add = async () => {
    const wanted = tickets.flatMap((ticket) => {
      const chosen = choice[ticket.ticket_id]
      return chosen && chosen.quantity > 0 ? [{ ticket, ticket_id: ticket.ticket_id, ...chosen }] : []
    })
    setNothingChosen(wanted.length === 0)
    if (wanted.length === 0) return announce(shop['tickets.none'])

    const most = aboveMaxPlaces(
      wanted.map(({ ticket, quantity }) => ({ eventId: 0, qty: quantity, placesLimit: ticket.places_limit })),
    )
    if (most !== null) {
      const text = fill(shop['tickets.maxPlaces'], { n: most })
      setErrors(Object.fromEntries(wanted.map(({ ticket_id }) => [ticket_id, text])))
      return announce(text, 'assertive')
    }

    setState('adding')
    setHeld('')
    const refused: Record<number, string> = {}
    for (const { ticket, ticket_id, quantity, seats, section } of wanted) {
      if (isIncomplete(ticket, { quantity, seats })) {
        refused[ticket_id] = fill(shop['seats.incomplete'], { n: ticket.seats_each ?? 1 })
        continue
      }
      const price = chosenPriceOf(ticket, currency)
      const minor = price && amountOf(ticket, price, amounts, currency)
      if (price && amountProblem(minor, price, currency)) {
        refused[ticket_id] = amountError(price, currency)
        continue
      }
      const amount = minor === null ? {} : { amount: toMajor(minor, currency) }
      const access = ticket.with_code && { code }
      const answer = await call('add_to_basket', {
        ticket_id,
        quantity,
        seats: [...seats],
        section,
        ...amount,
        ...access,
      })
      if (answer.ok) {
        setBasketQuantity(answer.reply.basket_quantity)
        setChoice((now) => ({ ...now, [ticket_id]: NOTHING }))
        setInBasket((now) => [...now, ...seats.map((label) => basketSeat(ticket, label))])
      } else if (answer.code === 'basket_is_held') {
        setErrors({})
        setHeld(answer.error)
        return setState('choosing')
      } else refused[ticket_id] = answer.error || common['error.unknown']
    }
    const all = Object.keys(refused).length === 0
    setErrors(refused)
    setState(all ? 'added' : 'choosing')
    if (!all) announce([shop['tickets.errors'], ...Object.values(refused)].join(' '), 'assertive')
  }

  return { choice, amounts, errors, state, nothingChosen, held, inBasket, choose, setAmount, forget, add }
}

export type Buy = ReturnType<typeof useBuy>
