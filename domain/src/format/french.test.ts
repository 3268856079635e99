import { afterEach, beforeEach, expect, it } from 'vitest'
import { parseAmount } from '../money/chosen-amount.ts'
import {
  heldTime,
  longWhen,
  niceDate,
  niceDay,
  niceMonth,
  niceTime,
  shortDate,
  shortRange,
  shortWhen,
  ukDate,
  ukLongDate,
} from './dates.ts'
import { durationWords } from './duration.ts'
import { isLanguage, language, languageFrom } from './language.ts'
import { formatMoney } from './money.ts'
import { formatNumber } from './number.ts'
import { choiceOf, wordFor, wordList } from './words.ts'

beforeEach(() => languageFrom(() => 'fr'))
afterEach(() => languageFrom(() => 'en'))

const intl = (options: Intl.DateTimeFormatOptions) =>
  new Intl.DateTimeFormat('fr', { timeZone: 'Europe/London', ...options })

it('formats dates and times', () => {
  const at = new Date('2026-12-25T19:30:00Z')
  expect(niceDate(at)).toBe('ven. 25 déc. 2026, 19\u00a0h\u00a030')
  expect(niceDate(at, undefined, { allDay: true })).toBe('ven. 25 déc. 2026')
  expect(niceDay('2026-03-01')).toBe('dim. 1er mars 2026')
  expect(niceTime('2026-12-25T09:05:00Z')).toBe('9\u00a0h\u00a005')
  expect([ukDate(at), ukLongDate(at)]).toEqual(['25/12/2026', '25/12/2026 19\u00a0h\u00a030'])
  expect(niceMonth('2026-08')).toBe('août')
})

it('names the zone of an event online', () => {
  const at = new Date('2026-12-25T19:30:00Z')
  const evening = { startsAt: at, endsAt: null, allDay: false }
  const held = { timezone: 'Europe/London', online: true, postponed: false }
  expect(longWhen(evening, { ...held, postponed: true })).toBe('Reporté du ven. 25 déc. 2026, nouvelle date à venir')
  expect(longWhen(evening, held)).toBe('ven. 25 déc. 2026, 19\u00a0h\u00a030, heure de Londres')
  expect(heldTime(at, { timezone: 'Asia/Kolkata', online: true })).toBe('1\u00a0h, UTC+5:30')
})

it('names every month and weekday as Intl does', () => {
  const parts = intl({ weekday: 'short', day: 'numeric', month: 'short', year: 'numeric' })
  for (let month = 1; month <= 12; month++)
    for (const day of [2, 9, 17, 24, 28]) {
      const at = new Date(Date.UTC(2027, month - 1, day, 12))
      expect(niceDate(at, undefined, { allDay: true })).toBe(parts.format(at))
      expect(niceMonth(at.toISOString().slice(0, 7))).toBe(intl({ month: 'long' }).format(at))
    }
})

it('shortens dates in lists', () => {
  const now = '2026-11-23T10:00:00Z'
  expect(shortDate('2026-12-25T19:30:00Z', now)).toBe('ven. 25 déc., 19\u00a0h\u00a030')
  expect(shortDate('2028-12-25T12:00:00Z', now)).toBe('lun. 25 déc. 2028, midi')
  expect(shortDate('2026-12-25T00:00:00Z', now)).toBe('ven. 25 déc., minuit')
  expect(shortRange('2027-06-24T10:00:00Z', '2027-06-27T10:00:00Z', now)).toBe('24–27 juin')
  expect(shortRange('2027-06-30T10:00:00Z', '2027-07-02T10:00:00Z', now)).toBe('30 juin–2 juil.')
  const days = { startsAt: new Date('2027-06-24T10:00:00Z'), endsAt: new Date('2027-06-27T10:00:00Z'), allDay: true }
  const hall = { timezone: 'Europe/London', online: false, postponed: false }
  expect(longWhen(days, hall)).toBe('du jeu. 24 juin 2027 au dim. 27 juin 2027')
  expect(shortWhen({ ...days, allDay: false }, now, hall)).toBe('du jeu. 24 juin, 11\u00a0h au dim. 27 juin, 11\u00a0h')
})

it('formats money as Intl does', () => {
  const euro = new Intl.NumberFormat('fr', { style: 'currency', currency: 'EUR' })
  for (const amount of [0, 0.5, 12.5, 999.99, 1234.5, 1_234_567.89, -3])
    expect(formatMoney(amount, 'EUR')).toBe(euro.format(amount).replace('-', '−'))
  expect(formatMoney(12.5, 'GBP')).toBe('12,50\u00a0£')
  expect(formatNumber(12_500)).toBe(new Intl.NumberFormat('fr').format(12_500))
})

it('parses amounts with a comma, and no English thousands separators', () => {
  const read = (typed: string) => parseAmount(typed, 'GBP')
  expect(['12,50', '12,5', '12.50', '12', '1 250,50', '1\u202f250'].map(read)).toEqual([
    1250, 1250, 1250, 1200, 125_050, 125_000,
  ])
  expect(['1,250', '1,2,3', '12,345', '1 25', ',5', 'dix', ''].map(read)).toEqual(Array(7).fill(null))
  expect(parseAmount('1,250', 'JPY')).toBeNull()
})

it('formats durations, lists and plurals', () => {
  expect(durationWords(845)).toBe('14 minutes 5 secondes')
  expect([durationWords(0), durationWords(3601)]).toEqual(['0 seconde', '1 heure 1 seconde'])
  expect(wordList(['3', '4', '6'])).toBe('3, 4 et 6')
  expect(choiceOf(['Adulte', 'Enfant'])).toBe('Adulte ou Enfant')
  const forms = ['billet', 'billets', 'de billets']
  expect([0, 1, 1.5, 2, 1_000_000].map((n) => wordFor(n, forms))).toEqual([
    'billet',
    'billet',
    'billet',
    'billets',
    'de billets',
  ])
})

it('is not the default', () => {
  languageFrom(() => 'en')
  expect(language()).toBe('en')
  expect(niceDate('2026-12-25T19:30:00Z')).toBe('Fri 25 Dec 2026, 7:30pm')
  expect(formatMoney(1234.5, 'GBP')).toBe('£1,234.50')
  expect(['fr', 'en', 'de', '', undefined].map(isLanguage)).toEqual([true, true, false, false, false])
})
