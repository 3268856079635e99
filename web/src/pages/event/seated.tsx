import type { TicketTypeData } from '@foyer/contract/types.ts'
import type { ReactNode } from 'react'
import type { PricedEvent } from './choice.ts'
import { ChosenSeats } from './chosen-seats.tsx'
import { seatGroupsOf } from './seat-groups.ts'
import { SeatPicker } from './seat-picker.tsx'
import sheet from './seats.css?url'
import type { Buy } from './use-buy.ts'

type Props = { tickets: readonly TicketTypeData[]; event: PricedEvent; buy: Buy; children: ReactNode }

/** The seating plan, beside the chosen seats and the other tickets. */
export function Seated({ tickets, event, buy, children }: Props) {
  const groups = seatGroupsOf(tickets)
  return (
    <div className="hall-plan">
      {/* Apart from the shop's sheet, because few pages have a plan. */}
      <link rel="stylesheet" href={sheet} />
      <SeatPicker groups={groups} event={event} buy={buy} />
      <div className="hall-side">
        <ChosenSeats groups={groups} currency={event.currency.code} buy={buy} />
        {children}
      </div>
    </div>
  )
}
