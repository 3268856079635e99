import { expect, it } from 'vitest'
import { render } from '../../testing/render.tsx'
import { EventCard } from './event-card.tsx'
import { EventHead } from './event-head.tsx'
import { Logo } from './logo.tsx'
import { TicketCard } from './ticket-card.tsx'

const NAME = 'עומר & Ann, 19:30'

it.each([
  ['an event card', <EventCard key="1" href="/" title={NAME} date="" dateTime="" place={NAME} posterSrc="" />, 2],
  ['the head of an event', <EventHead key="2" thumbnail="" title={NAME} date="" />, 1],
  ['the head of an event with its page', <EventHead key="3" thumbnail="" title={NAME} url="/" date="" />, 1],
  ['a ticket', <TicketCard key="4" title={NAME} facts={[{ label: 'Name', value: NAME }]} />, 2],
  ['a name without a logo', <Logo key="5" name={NAME} src={null} />, 1],
])('%s shows names in their own direction', (_, shown, names) => {
  const { box } = render(shown)
  expect([...box.querySelectorAll('bdi')].map((name) => name.textContent)).toEqual(Array(names).fill(NAME))
})
