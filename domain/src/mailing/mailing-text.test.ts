import { expect, it } from 'vitest'
import { fillFields, type MailingFacts, paragraphsOf, unknownFields } from './mailing-text.ts'

const FACTS: MailingFacts = {
  first_name: 'Ada',
  name: 'Ada Lovelace',
  event: 'Quiz & more',
  date: 'Fri 2 Oct',
  place: 'Mill Hall',
  order_number: 'FY-1234',
  organiser: 'House',
}

it('fills in placeholders, and reports unknown ones', () => {
  expect(fillFields('Dear {first_name}, {event} is on {date}. {nothing}', FACTS)).toBe(
    'Dear Ada, Quiz & more is on Fri 2 Oct. {nothing}',
  )
  expect(unknownFields('{first_name} {frist_name} {} {frist_name}')).toEqual(['{frist_name}', '{}'])
})

it('supports paragraphs, lists, bold and links', () => {
  expect(
    paragraphsOf(
      'Dear {first_name},\r\nwelcome!\n\n- **Doors** 7pm\n- [Map](https://maps.test/?q={place})\n\nhttps://a.test/b.',
      FACTS,
    ),
  ).toEqual([
    { kind: 'lines', lines: [[{ kind: 'text', text: 'Dear Ada,' }], [{ kind: 'text', text: 'welcome!' }]] },
    {
      kind: 'list',
      lines: [
        [
          { kind: 'strong', text: 'Doors' },
          { kind: 'text', text: ' 7pm' },
        ],
        [{ kind: 'link', label: 'Map', url: 'https://maps.test/?q=Mill%20Hall' }],
      ],
    },
    {
      kind: 'lines',
      lines: [
        [
          { kind: 'link', label: 'https://a.test/b', url: 'https://a.test/b' },
          { kind: 'text', text: '.' },
        ],
      ],
    },
  ])
})

it('never parses a name as a link, and links only web addresses', () => {
  const evil = { ...FACTS, first_name: '[free](https://evil.test) **x**' }
  expect(paragraphsOf('{first_name}', evil)).toEqual([
    { kind: 'lines', lines: [[{ kind: 'text', text: '[free](https://evil.test) **x**' }]] },
  ])
  expect(paragraphsOf('[x](javascript:alert(1))', FACTS)[0]!.lines[0]!.every(({ kind }) => kind === 'text')).toBe(true)
})
