import { type Language, languageFrom } from '@foyer/domain/format/language.ts'
import { afterEach, describe, expect, it } from 'vitest'
import { CALLS } from './calls.ts'
import { FRENCH } from './errors.fr.ts'
import { ERRORS } from './errors.ts'
import { fill } from './fill.ts'
import * as en from './messages.en.ts'
import * as fr from './messages.fr.ts'
import { checkout, mails, shop } from './messages.ts'
import { seatsText } from './seats.ts'

const inEnglish = () => languageFrom(() => 'en')
const inFrench = () => languageFrom(() => 'fr')
afterEach(inEnglish)

type Group = Record<string, string>
const textsOf = (catalogue: object) =>
  Object.entries(catalogue as Record<string, Group>).flatMap(([group, sentences]) =>
    Object.entries(sentences).map(([key, text]) => [`${group} ${key}`, text] as const),
  )
const english = textsOf(en)
const french = new Map(textsOf(fr))

/** The facts a text names, without the forms of words after a count. */
const placesOf = (text: string) => [...new Set([...text.matchAll(/\{([^}|]+)/g)].map(([, name]) => name))].sort()

/** Names, and words that are the same in both languages. */
const SAME = new Set([
  'common brand',
  'common notifications',
  'common nav.dark',
  'shop filter.when',
  'shop tickets.total',
  'shop widget.date',
  'checkout title.giftAid',
  'checkout payment.cardMarks',
  'checkout summary.total',
  'checkout summary.code',
  'completed completed.total',
  'completed label.transferMessage',
  'waiver waiver.date',
  'account mailbox.code',
  'account order.total',
  'waitingList date',
  'mails receipt.gross',
  'mails receipt.total',
])
/** Texts of facts and signs alone. */
const isSign = (text: string) => !/\p{L}{2}/u.test(text.replaceAll(/\{[^}]*\}|PDF/g, ''))

describe('the French catalogue', () => {
  it('has the English groups and keys, in the same order', () => {
    expect(Object.keys(fr).sort()).toEqual(Object.keys(en).sort())
    expect([...french.keys()].sort()).toEqual(english.map(([key]) => key).sort())
  })

  it('has the same placeholders in every sentence', () => {
    for (const [key, text] of english) expect(placesOf(french.get(key)!), key).toEqual(placesOf(text))
    for (const [code, text] of Object.entries(FRENCH))
      expect(placesOf(text), code).toEqual(placesOf(ERRORS[code as keyof typeof ERRORS][1]))
  })

  it('translates every sentence, except for names', () => {
    const same = english.filter(([key, text]) => french.get(key) === text && !isSign(text)).map(([key]) => key)
    expect(same.filter((key) => !SAME.has(key))).toEqual([])
    for (const [key, text] of french) expect(text, key).toMatch(/^\S(?:.*\S)?$/)
  })

  it('follows French typography: fixed spaces and ’ as apostrophe', () => {
    for (const [key, text] of [...french, ...Object.entries(FRENCH)]) {
      const words = text.replaceAll(/\{[^}]*\}/g, 'x')
      expect(words, key).not.toMatch(/[^\u00a0][:;?!»](?![\p{L}\d/])/u)
      expect(words, key).not.toMatch(/«[^\u00a0]|['"“”]/)
    }
  })

  it('has a sentence for every failure of the shop’s calls only', () => {
    const ofShop = new Set(Object.values(CALLS).flatMap(({ fails }): string[] => [...fails]))
    expect([...ofShop].filter((code) => !Object.hasOwn(FRENCH, code))).toEqual([])
    expect(Object.keys(FRENCH).filter((code) => !Object.hasOwn(ERRORS, code))).toEqual([])
  })
})

describe('sentences in the reader’s language', () => {
  it('are chosen when used, not when loaded', () => {
    const read = () => [shop['title.events'], mails['wallet.heading'], ERRORS.sold_out[1]]
    expect(read()).toEqual(['What’s on', 'Your tickets', 'Sorry, these tickets are sold out.'])
    inFrench()
    expect(read()).toEqual(['À l’affiche', 'Vos billets', 'Désolé, ces billets sont épuisés.'])
  })

  it('stay English for office failures', () => {
    inFrench()
    expect(ERRORS.no_shift).toEqual([409, 'Open a shift first.'])
  })
})

describe('plurals', () => {
  const counted = (text: string, by: Language) => {
    languageFrom(() => by)
    return [0, 1, 2, 1_000_000].map((n) => fill(text as '{n}', { n }))
  }

  it('follow each language', () => {
    expect(counted(en.shop['tickets.count'], 'en')).toEqual(['0 tickets', '1 ticket', '2 tickets', '1,000,000 tickets'])
    expect(counted(fr.shop['tickets.count'], 'fr')).toEqual([
      '0 billet',
      '1 billet',
      '2 billets',
      '1\u202f000\u202f000 de billets',
    ])
  })

  it('exist for each count in every sentence', () => {
    const forms = (text: string) => [...text.matchAll(/\{\w+\|([^}]+)\}/g)].map(([, words]) => words!.split('|').length)
    for (const [key, text] of english) {
      for (const n of forms(text)) expect(n, key).toBe(2)
    }
    for (const [key, text] of french) for (const n of forms(text)) expect([2, 3], key).toContain(n)
  })

  it('exist for seats', () => {
    expect(seatsText(['Stalls A3', 'Stalls A4', 'B1'])).toBe('Stalls, row A, seats 3 and 4; row B, seat 1')
    inFrench()
    expect(seatsText(['Stalls A3', 'Stalls A4', 'B1'])).toBe('Stalls, rang A, places 3 et 4; rang B, place 1')
    expect(fill(checkout['warning.maxCanReserve'], { n: 1500 })).toContain('1\u202f500 billets')
  })
})
