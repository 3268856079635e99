import { describe, expect, it } from 'vitest'
import { click, render } from '../../testing/render.tsx'
import { EventCard, POSTER_TRANSITION } from './event-card.tsx'

describe('an event card', () => {
  const card = (href: string) => (
    <EventCard href={href} title={href} date="Fri 1 Oct" dateTime="2027-10-01" posterSrc="/p.svg" />
  )

  it('names its poster for the transition, and no other element keeps the name', () => {
    const { box } = render([card('#one'), card('#two')].map((each) => <div key={each.props.href}>{each}</div>))
    const names = () =>
      [...box.querySelectorAll('img')].map((poster) => poster.style.getPropertyValue('view-transition-name'))
    expect(names()).toEqual(['', ''])
    const [first, second] = [...box.querySelectorAll('a')]
    click(first!)
    expect(names()).toEqual([POSTER_TRANSITION, ''])
    click(second!)
    expect(names()).toEqual(['', POSTER_TRANSITION])
  })
})
