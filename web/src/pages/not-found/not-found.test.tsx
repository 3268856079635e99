import { expect, it } from 'vitest'
import { findIn, render, textOf } from '../../testing/render.tsx'
import { sampleShell } from '../../testing/shell.ts'
import { page } from './page.tsx'

const { Body } = page

it('offers the events on an unknown page', () => {
  const { box } = render(<Body data={null} shell={sampleShell()} />)
  expect(textOf(findIn(box, 'h1'))).toBe('We can’t find that page')
  expect(findIn(box, 'a').getAttribute('href')).toBe('/all-events/')
})

it('explains a failed page, and offers a retry', () => {
  const data = { failure: 'We’re very busy right now. Please try again in a moment.' }
  const { box } = render(<Body data={data} shell={sampleShell()} />)
  expect(page.title(data)).toBe('There is a problem')
  expect(textOf(findIn(box, 'h1'))).toBe('We’re very busy right now')
  expect(textOf(box)).toContain('Please try again in a moment.')
  expect(textOf(findIn(box, 'a'))).toBe('Try again')
  expect(findIn(box, 'a').getAttribute('href')).toBe('')
})

it.each([
  ['order', 'This link doesn’t open an order', '/account/wallet/'],
  ['claim', 'This link has no tickets', '/account/wallet/'],
  ['waiting', 'There’s no waiting list here', '/all-events/'],
  ['change', 'This link doesn’t change a ticket', '/account/wallet/'],
] as const)(
  'says of a link to an %s that opens nothing what happened, where to look and whom to ask',
  (link, title, next) => {
    const shell = sampleShell()
    const { box } = render(
      <Body data={{ link }} shell={{ ...shell, shop: { ...shell.shop, email: 'help@barn.test' } }} />,
    )
    expect([page.title({ link }), textOf(findIn(box, 'h1'))]).toEqual([title, title])
    expect([...box.querySelectorAll('a')].map((a) => a.getAttribute('href'))).toEqual([next, 'mailto:help@barn.test'])
    expect(textOf(box)).toContain('Write to help@barn.test')
  },
)
