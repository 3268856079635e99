import { common, shop } from '@foyer/contract/messages.en.ts'
import type { TicketTypeData } from '@foyer/contract/types.ts'
import { useState } from 'react'
import { call } from '../../api/client.ts'
import { setBasketQuantity } from '../../shell/basket-badge.ts'
import { announce } from '../../ui/feedback/announce.ts'
import { type Choice, type Chosen, NOTHING } from './choice.ts'

export type LineErrors = Readonly<Record<number, string>>

/** The buyer's selection. Ticket types are added to the basket one after another, because each can be refused separately. */
export function useBuy(tickets: readonly TicketTypeData[]) {
  const [choice, setChoice] = useState<Choice>({})
  const [errors, setErrors] = useState<LineErrors>({})
  const [state, setState] = useState<'choosing' | 'adding' | 'added'>('choosing')
  const [nothingChosen, setNothingChosen] = useState(false)
  /** why a held basket takes nothing more, in the server's words */
  const [held, setHeld] = useState('')

  const choose = (id: number, chosen: Chosen) => {
    setChoice((now) => ({ ...now, [id]: chosen }))
    setErrors(({ [id]: _, ...others }) => others)
    setNothingChosen(false)
    setHeld('')
    setState('choosing')
  }

  const forget = () => {
    setChoice({})
    setErrors({})
    setNothingChosen(false)
    setHeld('')
    setState('choosing')
  }

  const add = async () => {
    const wanted = tickets.flatMap(({ ticket_id }) => {
      const chosen = choice[ticket_id]
      return chosen && chosen.quantity > 0 ? [{ ticket_id, ...chosen }] : []
    })
    setNothingChosen(wanted.length === 0)
    if (wanted.length === 0) return announce(shop['tickets.none'])

    setState('adding')
    setHeld('')
    const refused: Record<number, string> = {}
    for (const { ticket_id, quantity, seats } of wanted) {
      const answer = await call('add_to_basket', { ticket_id, quantity, seats: [...seats] })
      if (answer.ok) {
        setBasketQuantity(answer.reply.basket_quantity)
        setChoice((now) => ({ ...now, [ticket_id]: NOTHING }))
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

  return { choice, errors, state, nothingChosen, held, choose, forget, add }
}

export type Buy = ReturnType<typeof useBuy>
