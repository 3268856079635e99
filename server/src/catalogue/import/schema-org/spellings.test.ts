import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { countryCode, ZONES_OF_COUNTRY } from './countries.ts'
import { currencyOf } from './currency.ts'
import { priceOf } from './price.ts'
import { readListing } from './reading.testing.ts'
import { attendanceModeOf, availabilityOf, eventStatusOf, stateInName } from './vocabulary.ts'

/** Every value of schema.org's enumerations, and what the shop makes of it. */
const AVAILABILITY = {
  BackOrder: 'sold out',
  Discontinued: 'sold out',
  InStock: 'open',
  InStoreOnly: 'door only',
  LimitedAvailability: 'open',
  MadeToOrder: 'open',
  OnlineOnly: 'open',
  OutOfStock: 'sold out',
  PreOrder: 'open',
  PreSale: 'not yet',
  Reserved: 'sold out',
  SoldOut: 'sold out',
}
const STATUS = {
  EventCancelled: 'cancelled',
  EventMovedOnline: 'online',
  EventPostponed: 'postponed',
  EventRescheduled: 'rescheduled',
  EventScheduled: 'scheduled',
}
const MODES = {
  MixedEventAttendanceMode: 'mixed',
  OfflineEventAttendanceMode: 'offline',
  OnlineEventAttendanceMode: 'online',
}

const PREFIXES = [
  '',
  'schema:',
  'http://schema.org/',
  'https://schema.org/',
  'https://www.schema.org/',
  'HTTP://SCHEMA.ORG/',
  'schema.org/',
]
const WRAPS = [
  (word: string) => word,
  (word: string) => [word],
  (word: string) => ({ '@id': word }),
  (word: string) => ({ '@value': word }),
  (word: string) => ({ '@type': 'Enumeration', name: word }),
]
const CASES = [
  (word: string) => word,
  (word: string) => word.toLowerCase(),
  (word: string) => word.toUpperCase(),
  (word: string) => word.replace(/(?<=[a-z])(?=[A-Z])/g, ' '),
  (word: string) => word.replace(/(?<=[a-z])(?=[A-Z])/g, '_'),
]

describe('every value of an enumeration, in every spelling', () => {
  it.each([
    ['availability', AVAILABILITY, availabilityOf],
    ['eventStatus', STATUS, eventStatusOf],
    ['eventAttendanceMode', MODES, attendanceModeOf],
  ] as const)('of %s', (_, values, read) => {
    for (const [value, meaning] of Object.entries(values))
      for (const prefix of PREFIXES)
        for (const inCase of CASES)
          for (const end of ['', '/', ' '])
            for (const wrap of WRAPS) {
              const word = `${prefix}${inCase(value)}${end}`
              expect([word, [...read(wrap(word) as never).values]]).toEqual([word, [meaning]])
            }
  })

  it.each([
    ['ausverkauft', 'sold out'],
    ['Sold-Out', 'sold out'],
    ['COMPLET', 'sold out'],
    ['uitverkocht', 'sold out'],
    ['Loppuunmyyty', 'sold out'],
    ['Tickets available', 'open'],
    ['disponible', 'open'],
    ['nur Abendkasse', 'door only'],
    ['http://schema.org/ItemAvailability#SoldOut', 'sold out'],
  ])('the availability %j', (word, meaning) => expect([...availabilityOf(word).values]).toEqual([meaning]))

  it.each([
    ['Canceled', 'cancelled'],
    ['CANCELLED', 'cancelled'],
    ['abgesagt', 'cancelled'],
    ['Annulé', 'cancelled'],
    ['https://schema.org/EventStatusType/EventPostponed', 'postponed'],
    ['verschoben', 'postponed'],
    ['neuer Termin', 'rescheduled'],
  ])('the status %j', (word, meaning) => expect([...eventStatusOf(word).values]).toEqual([meaning]))

  it('reports words that are none, and sells nothing under them', () => {
    expect(availabilityOf(['InStock', 'ask at the bar'])).toMatchObject({ unknown: ['ask at the bar'] })
    const unknown = (more: object) =>
      readListing({
        '@type': 'Event',
        name: 'X',
        startDate: '2027-06-01T19:30',
        location: 'Hall, Leeds, UK',
        offers: { price: 5 },
        ...more,
      })
    const offer = unknown({ offers: { price: 5, availability: 'ask at the bar' } })
    expect(offer.events[0]!.tickets).toEqual([])
    expect(offer.notes).toContain('"Ticket" was left out: its availability "ask at the bar" is not one of schema.org')
    const status = unknown({ eventStatus: ['EventScheduled', 'Tentative'] })
    expect(status.events[0]!.tickets).toEqual([])
    expect(status.notes).toContain('its eventStatus "Tentative" is not one of schema.org: listed, not on sale')
    expect(unknown({ eventAttendanceMode: 'by pigeon' }).notes).toContain('eventAttendanceMode "by pigeon" is not one')
  })

  it.each([
    ['CANCELLED: Hamlet', 'cancelled'],
    ['[Sold Out] Hamlet', 'sold out'],
    ['Hamlet – ABGESAGT', 'cancelled'],
    ['Hamlet (postponed)', 'postponed'],
    ['*** AUSVERKAUFT *** Hamlet', 'sold out'],
    ['COMPLET ! Hamlet', 'sold out'],
    ['Cancelled', undefined],
    ['The Cancelled Wedding', undefined],
    ['Full Moon - Party', undefined],
  ])('in the name %j', (name, meaning) => expect(stateInName(name)?.meaning).toBe(meaning))
})

describe('price texts', () => {
  const FROM =
    'from|From|starting at|as low as|ab|Tickets ab|à partir de|dès|desde|a partir de|da|a partire da|vanaf|från|fra|alkaen|od|już od|από|от|de la|începând de la|alates|nuo|ó'.split(
      '|',
    )
  const FREE =
    'Free|FREE!|free entry|gratis|gratuit|Entrée libre|kostenlos|Eintritt frei|Gratuito|ingresso libero|entrada libre|Entrada gratuita|vrije toegang|fri entré|ilmainen|wstęp wolny|bezpłatny|zdarma|ingyenes|δωρεάν|бесплатно|besplatno|ücretsiz|brezplačno|intrare liberă'.split(
      '|',
    )

  it('that begin somewhere are never one price', () => {
    const amounts = fc.integer({ min: 1, max: 999_99 }).map((n) => (n / 100).toFixed(2))
    const signs = fc.constantFrom(['£', ''], ['', ' €'], ['EUR ', ''], ['$', ''], ['', ' GBP'], ['', '€'])
    fc.assert(
      fc.property(fc.constantFrom(...FROM), amounts, signs, fc.boolean(), (word, amount, [before, after], comma) => {
        const number = comma ? amount.replace('.', ',') : amount
        expect(priceOf(`${word} ${before}${number}${after}`)).toEqual({ kind: 'range', from: amount, to: null })
        expect(priceOf(`${before}${number}${after}+`)).toMatchObject({ kind: 'range' })
        expect(priceOf(`${before}${number}${after}`)).toMatchObject({ kind: 'exact', amount })
      }),
    )
  })

  it.each(FREE)('%s is nothing to pay', (text) =>
    expect(priceOf(text)).toMatchObject({ kind: 'exact', amount: '0.00' }),
  )

  it('that say anything else are never sold', () => {
    const words = fc.stringMatching(/^[a-z]{4,9}( [a-z]{4,9})?$/)
    fc.assert(
      fc.property(words, fc.boolean(), (word, isBefore) => {
        const price = priceOf(isBefore ? `${word} £15` : `£15 ${word}`)
        // The words that may stand beside a price.
        const isHarmless =
          /^(each|only|just|price|cost|entry|euro|euros|pounds?|ticket|tickets|persons?|iva|inkl|incl)$/.test(word)
        if (!isHarmless) expect(price.kind === 'exact' ? word : 'left out').toBe('left out')
      }),
      { numRuns: 300 },
    )
  })

  it.each([
    ['10-15', 'range'],
    ['£10/£8', 'range'],
    ['up to £20', 'range'],
    ['15,- €', '15.00 EUR'],
    ['CHF 20.–', '20.00 CHF'],
    ['1 250,00 €', '1250.00 EUR'],
    ["1'250.00", '1250.00'],
    ['35.0000', '35.00'],
    ['3000円', '3000.00 JPY'],
    ['15 euros par personne', '15.00 EUR'],
    ['15,00 EUR inkl. MwSt.', '15.00 EUR'],
    ['£25 GBP', '25.00 GBP'],
    ['10 15 €', 'unclear'],
    ['£5 / free', 'unclear'],
    ['Free - £10', 'unclear'],
    ['£12 + booking fee', 'unclear'],
    ['15 € zzgl. VVK-Gebühr', 'unclear'],
    ['Pay what you can', 'unclear'],
    ['£5 suggested donation', 'unclear'],
    ['12€50', 'unclear'],
    ['50p', 'unclear'],
    ['10.000', 'unclear'],
    ['-5', 'unclear'],
    ['TBC', 'unclear'],
    ['constructor', 'unclear'],
  ])('%j is %s', (text, expected) => {
    const price = priceOf(text)
    expect(price.kind === 'exact' ? `${price.amount} ${price.currency ?? ''}`.trim() : price.kind).toBe(expected)
  })

  it.each([
    ['£', null, 'GBP'],
    ['Euro', null, 'EUR'],
    ['pounds', null, 'GBP'],
    ['US$', null, 'USD'],
    ['$', 'CA', 'CAD'],
    ['$', 'US', 'USD'],
    ['¥', 'CN', 'CNY'],
    ['kr', 'NO', 'NOK'],
    ['kr', null, null],
    ['livre sterling', null, 'GBP'],
    ['gbp ', null, 'GBP'],
    ['stones', null, null],
  ])('the currency %j in %s is %s', (written, country, code) => {
    expect(currencyOf(written, country)).toBe(code)
  })
})

describe('countries', () => {
  const EUROPE =
    'bg ca cs da de el en es et eu fi fr ga gl hr hu is it lt lv mt nb nl pl pt ro ru sk sl sq sr sv tr uk'.split(' ')

  it('are known by their names in every language of Europe, and by codes', () => {
    const wrong: string[] = []
    for (const code of ZONES_OF_COUNTRY.keys()) {
      for (const language of EUROPE) {
        const name = new Intl.DisplayNames(language, { type: 'region' }).of(code)!
        const found = countryCode(name)
        // "Kongo" is either of two.
        if (found !== code && !(found === null && /^k[oö]ng[oó]/i.test(name)))
          wrong.push(`${language} ${name}: ${found}`)
      }
      if (countryCode(code.toLowerCase()) !== code) wrong.push(code)
    }
    expect(wrong).toEqual([])
  })

  it.each([
    ['Rep. of Ireland', 'IE'],
    ['Ireland (Republic)', 'IE'],
    ['Moldova, Republic of', 'MD'],
    ['Korea, Republic of', 'KR'],
    ['Federal Republic of Germany', 'DE'],
    ['République française', 'FR'],
    ['Kingdom of Spain', 'ES'],
    ['Česká republika', 'CZ'],
    ['Czech Rep.', 'CZ'],
    ['Holland', 'NL'],
    ['Gran Bretaña', 'GB'],
    ['Großbritannien', 'GB'],
    ['GB-SCT', 'GB'],
    ['GBR', 'GB'],
    ['840', 'US'],
    ['The United States of America', 'US'],
    ['United States (US)', 'US'],
    ['België / Belgique', 'BE'],
    ['Kosovo', 'XK'],
    ['🇵🇹', 'PT'],
    ['日本', 'JP'],
    ['Georgia', 'GE'],
    ['Ireland / France', null],
    ['Europe', null],
    ['Online', null],
    ['Atlantis', null],
    ['constructor', null],
  ])('%j is %s', (written, code) => expect(countryCode(written)).toBe(code))
})
