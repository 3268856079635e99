import type { PageData, PageName } from '@foyer/contract/pages.ts'
import { type Language, languageFrom } from '@foyer/domain/format/language.ts'
import { LIMITS } from '@foyer/domain/limits.ts'
import type { ReactNode } from 'react'
import { renderToString } from 'react-dom/server'
import { afterEach, expect, it, vi } from 'vitest'
import { EnterCode } from '../account/enter-code.tsx'
import { DraftOffers } from '../office/form/draft-offers.tsx'
import { render as renderPage } from '../render.tsx'
import { answerCalls } from '../testing/calls.ts'
import { pressAndWait } from '../testing/interact.ts'
import { PAGE_DATA } from '../testing/pages.ts'
import { render, type } from '../testing/render.tsx'
import { sampleShell } from '../testing/shell.ts'
import { EventMap } from './browse/event-map.tsx'
import { NO_FILTERS } from './browse/filters.ts'
import { Guests } from './door/guests.tsx'
import { PairedDoor } from './door/paired-door.tsx'
import { VerdictAlert } from './door/scanner.tsx'
import { page as moved } from './moved/page.tsx'

/**
 * Sentences with two values or more, as pages show them in each language: the values of a row differ, so that two of them in each other's
 * place are noticed. Sentences that appear only after an act are in the tests of their pages, and the office's in every-value.test.tsx.
 */

const page = <P extends PageName>(name: P, more: Partial<NonNullable<PageData[P]>>) => {
  const data = { ...PAGE_DATA[name], ...more } as PageData[P]
  return () => renderPage(name, data, sampleShell({ guest: true })).html
}
const component = (node: ReactNode) => () => renderToString(node)

const ticket = {
  id: 1,
  event: 'Gala',
  event_url: '/events/gala/',
  event_id: 1,
  ticket: 'Standing',
  nice_date: 'Fri 1 Oct 2027, 7:00pm',
  starts_at: '2027-10-01T18:00:00Z',
  ends_at: null,
  place: 'Leeds',
  address: null,
  seat: null,
  holder: 'Ada',
  thumbnail: '/posters/event-1.svg',
  code: 'CODE1',
  short_code: 'CODE1',
  status: 'valid' as const,
  sale_reference: 'REF',
  terms: '',
  past: false,
}
const guest: Parameters<typeof Guests>[0]['guests'][number] = {
  ticket_id: 1,
  hash: 'h',
  holder: 'Grace',
  party: 1,
  order: 'K7QM 3XPD',
  ticket: 'Standing',
  seat: '',
  extra: false,
  note: '',
  waiver: undefined,
  outcome: 'valid',
  nice_when: '',
  where: '',
}

const GUESTS = [
  guest,
  {
    ...guest,
    ticket_id: 2,
    holder: 'Ida',
    outcome: 'already_admitted' as const,
    nice_when: '19:05',
    where: 'North',
  },
]

const MINUTES = LIMITS.oneTimeCodeSeconds / 60

const ROWS: [string, () => string | Promise<string>, Record<Language, string[]>][] = [
  [
    'an order’s transfers',
    page('order', {
      transfers: [
        {
          id: 1,
          name: 'Grace',
          email: 'grace@example.org',
          event: 'Gala',
          ticket: 'Standing',
          qty: 3,
          status: 'sent',
          nice_when: '1 May',
          undelivered: false,
        },
      ],
    }),
    { en: ['Grace, grace@example.org', '3 × Standing, Gala'], fr: ['Grace, grace@example.org', '3 × Standing, Gala'] },
  ],
  [
    'tickets of a moved date',
    page('moved', { tickets: [{ n: 3, ticket: 'Standing', event: 'Gala', nice_date: '1 May' }] }),
    { en: ['3 × Standing, Gala: 1 May'], fr: ['3 × Standing, Gala\u00a0: 1 May'] },
  ],
  [
    'a place on a waiting list',
    page('waiting_place', { qty: 3, tickets: ['Standing'] }),
    { en: ['3 × Standing'], fr: ['3 × Standing'] },
  ],
  [
    'a change that is paid for',
    page('ticket_change', { amount: '£4.00', nice_until: '1 May' }),
    {
      en: ['Pay £4.00 and your ticket changes. We’re keeping the new place for you until 1 May.'],
      fr: ['Payez £4.00 et votre billet est échangé. Nous vous gardons la nouvelle place jusqu’au 1 May.'],
    },
  ],
  [
    'tickets in the wallet',
    page('wallet', {
      email: 'ada@example.org',
      tickets: [ticket, { ...ticket, id: 2, leaves: { to: 'Grace', nice_when: '1 May' } }],
      vouchers: [
        {
          code: 'GIFT',
          name: 'A night out',
          organiser: 'City Varieties',
          value: 50,
          balance: 20,
          currency: { symbol: '£', code: 'GBP' },
          nice_expires: '1 May',
        },
      ],
    }),
    {
      en: ['Ticket 1 of 2', 'Ticket 2 of 2', 'Will be sent to Grace on 1 May', '£20.00 of £50.00 left'],
      fr: ['Billet 1 sur 2', 'Billet 2 sur 2', 'Sera envoyé à Grace, 1 May', 'Il reste 20,00\u00a0£ sur 50,00\u00a0£'],
    },
  ],
  [
    'pages of events',
    page('events', { pages: 7, page: 2, total: 99, filters: { ...NO_FILTERS, page: 2 } }),
    { en: ['Page 2 of 7'], fr: ['Page 2 sur 7'] },
  ],
  [
    'a place on the map',
    component(
      <EventMap
        filters={NO_FILTERS}
        map={{ tiles: '/{z}/{x}/{y}.png', credit: '' }}
        pins={[{ name: 'The Grand', town: 'Leeds', events: 3, latitude: 53.8, longitude: -1.5 }]}
      />,
    ),
    { en: ['The Grand, Leeds: 3 events'], fr: ['The Grand, Leeds\u00a0: 3 événements'] },
  ],
  [
    'guests at the door',
    () => {
      const { box, find } = render(<Guests guests={GUESTS} onRecord={async () => {}} />)
      type(find<HTMLInputElement>('input'), 'Grace')
      return box.innerHTML
    },
    {
      en: ['Let Grace in: Standing', 'In since 19:05, North', 'Undo the entry of Ida: Standing'],
      fr: ['Laisser entrer Grace\u00a0: Standing', 'Entré à 19:05, North', 'Annuler l’entrée de Ida\u00a0: Standing'],
    },
  ],
  [
    'a paired door',
    async () => {
      const tickets = [...GUESTS, { ...guest, ticket_id: 3 }]
      const list = { version: '1', event: 'Gala', nice_date: '', nice_now: '6:30pm', tickets, others: [] }
      localStorage.setItem('foyer-door-list', JSON.stringify(list))
      answerCalls({ 'door_list/': { ...list, unchanged: true } })
      const pairing = { device: 'token', door: 'North', event: 'Gala', nice_date: '1 May' } as never
      return render(<PairedDoor pairing={pairing} publicKey="" onEnded={() => {}} />).box.innerHTML
    },
    {
      en: ['North: Gala, 1 May', '1 of 3 are in.'],
      fr: ['North\u00a0: Gala, 1 May', '1 sur 3 sont entrés.'],
    },
  ],
  [
    'a returned ticket of a payment plan',
    async () => {
      answerCalls({ 'refund_moved/': { amount: '£9.00', less_to_pay: '£5.00' } })
      const { box, find } = render(<moved.Body data={{ ...PAGE_DATA.moved, by_plan: true }} shell={sampleShell()} />)
      await pressAndWait(find('button'))
      return box.innerHTML
    },
    {
      en: ['Your tickets are returned. You pay £5.00 less, and £9.00 is on its way to you.'],
      fr: ['Vous avez £5.00 de moins à payer, et votre remboursement de £9.00 est en route.'],
    },
  ],
  [
    'a draft of a form',
    component(
      <DraftOffers
        draft={{
          offers: [{ key: 'k', at: '2026-10-02T18:30:00Z', typed: [['title', 'Gala']] }] as never,
          state: null,
          resume: () => {},
          discard: () => {},
        }}
        titleField="title"
      />,
    ),
    // The office is English.
    { en: ['You typed “Gala” here on Fri 2 Oct 2026, 7:30pm. It isn’t saved.'], fr: ['You typed “Gala” here on'] },
  ],
  [
    'a ticket that was scanned',
    component(
      <VerdictAlert
        verdict={
          {
            type: 'success',
            title: 'Valid',
            why: '',
            ticket: { ...ticket, position: 2, outOf: 5, waiver: undefined, seat: '' },
          } as never
        }
      />,
    ),
    { en: ['Ticket 2 of 5'], fr: ['Billet 2 sur 5'] },
  ],
  [
    'a code that was emailed',
    component(<EnterCode email="ada@example.org" onChecked={() => {}} onBack={() => {}} />),
    {
      en: [`Enter the 6-digit code we’ve sent to ada@example.org. It expires in ${MINUTES} minutes.`],
      fr: [`Saisissez le code à 6 chiffres envoyé à ada@example.org. Il expire dans ${MINUTES} minutes.`],
    },
  ],
]

afterEach(() => {
  languageFrom(() => 'en')
  localStorage.clear()
  vi.unstubAllGlobals()
})

const plain = (html: string) =>
  html
    .replaceAll('<!-- -->', '')
    .replaceAll('&#x27;', "'")
    .replaceAll('&amp;', '&')
    .replaceAll('&nbsp;', '\u00a0')
    .replaceAll('\u202f', '\u00a0')

it.each(
  ROWS.flatMap(([name, html, sentences]) =>
    (['en', 'fr'] as const).map((language) => ({ name, html, sentences, language })),
  ),
)('$name ($language)', async ({ html, sentences, language }) => {
  languageFrom(() => language)
  const shown = plain(await html())
  for (const sentence of sentences[language]) expect(shown).toContain(sentence)
})
