// @vitest-environment node
import { pseudo, textsIn, untranslated } from '@foyer/contract/pseudo-language.testing.ts'
import { expect, it, vi } from 'vitest'
import { render } from './render.tsx'
import { sampleEventPage } from './testing/events.ts'
import { PAGE_DATA } from './testing/pages.ts'
import { sampleShell } from './testing/shell.ts'

vi.mock('@foyer/contract/messages.ts', async (original) => pseudo(await original()))

/** Dates are written by the one formatter (domain/format), addresses and names of things are nobody's to translate. */
const DATE = /\b(Mon|Tue|Wed|Thu|Fri|Sat|Sun|Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec|am|pm)\b/g
const SPOKEN = /\s(?:aria-label|aria-description|alt|title|placeholder)="([^"]*)"/g
const plain = (html: string) => html.replaceAll('&#x27;', "'").replaceAll('&amp;', '&').replaceAll('&quot;', '"')

/** What is read or heard of a page. */
const wordsOf = (html: string) =>
  plain([html.replaceAll(/<[^>]*>/g, '\n'), ...[...html.matchAll(SPOKEN)].map(([, words]) => words)].join('\n'))

// The law's texts are files of their own in each language; the gallery, the mailbox and the door page are not for buyers.
const PAGES = [
  'home',
  'events',
  'event',
  'gift_vouchers',
  'organiser',
  'signin',
  'basket_link',
  'add_to_basket',
  'mailing_list',
  'order',
  'claim',
  'payment',
  'waiting',
  'waiting_place',
  'feedback',
  'wallet',
  'account',
  'not_found',
] as const

it.each(PAGES)('the page %s is entirely in the other language', (name) => {
  const data = name === 'event' ? sampleEventPage() : PAGE_DATA[name]
  const shop = { name: 'Harbour Tickets', email: 'ask@harbour.example' }
  const { title, html } = render(name, data, sampleShell({ sandbox: true, shop }))
  // The shop's name and address are its own.
  expect(html).toContain('Harbour Tickets')
  expect(html).toContain('mailto:ask@harbour.example')
  const words = wordsOf(html)
  expect(words).toContain('⟦')
  expect(
    untranslated(
      `${title}\n${words}`.replaceAll(DATE, ' '),
      textsIn([shop, data]).map((text) => text.replaceAll(/<[^>]*>/g, '').replaceAll(DATE, ' ')),
    ),
  ).toEqual([])
})
