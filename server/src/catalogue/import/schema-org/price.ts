import { folded } from '../../search.ts'
import type { Json } from '../read-file.ts'
import { currencyOf } from './currency.ts'
import { isNode, property, textsOf } from './values.ts'

/**
 * What a price text says: one amount, where prices begin or between what they are, or nothing that can be sold. Whatever a
 * text says besides an amount, a currency and the words below, it is not sold at the amount.
 */
export type Price =
  | { kind: 'exact'; amount: string; currency: string | null }
  | { kind: 'range'; from: string; to: string | null }
  | { kind: 'unclear'; why: string }

const wordsOf = (list: string): ReadonlySet<string> => new Set(list.split(/\s*,\s*/).map(folded))

/** Entry for nothing, in the languages of Europe. */
const FREE = wordsOf(
  'free, free entry, free admission, free of charge, for free, no charge, complimentary, nil, gratis, gratuit, gratuite, gratuito, gratuita, entrée libre, entrée gratuite, entrada libre, entrada gratuita, entrada gratis, ingresso libero, ingresso gratuito, libero, entrada livre, entrada franca, livre, kostenlos, kostenfrei, frei, eintritt frei, freier eintritt, umsonst, unentgeltlich, vrije toegang, gratis toegang, gratis entree, gratis inträde, fri entré, fri entre, fri adgang, gratis inngang, gratis inntreden, ilmainen, vapaa pääsy, bezpłatny, bezpłatnie, bezpłatne, wstęp wolny, za darmo, darmowy, zdarma, vstup volný, vstup zdarma, zadarmo, ingyenes, belépés díjtalan, díjtalan, δωρεάν, είσοδος ελεύθερη, ελεύθερη είσοδος, бесплатно, вход свободный, безплатно, вход свободен, безкоштовно, intrare liberă, besplatno, ulaz slobodan, brezplačno, vstop prost, ücretsiz, tasuta, bezmaksas, nemokama, nemokamai, saor in aisce, am ddim, ókeypis, b’xejn, doako, doan, de balde, de franc',
)

/** Where prices begin, in the languages of Europe. */
const FROM = wordsOf(
  'from, starting from, starting at, starts at, start at, prices from, price from, tickets from, as low as, at least, min, minimum, more than, over, ab, von, tickets ab, preise ab, karten ab, mindestens, à partir de, à partir d, a partir de, dès, des, depuis, à compter de, desde, a partir del, precio desde, da, a partire da, a partir dal, dal, prezzi da, desde o, a partir da, vanaf, van, va, v.a, från, fra, prisen fra, pris fra, priser fra, alkaen, alk, od, już od, ceny od, cena od, ab ca, -tól, -től, tól, től, από, απο, апо, от, від, од, de la, începând de la, începând cu, duhet, alates, no, nuo, başlayan, itibaren, ó, o, frá, minn, d’un minimum de, hasta desde',
)
const UP_TO = wordsOf(
  'up to, max, maximum, until, bis, bis zu, jusqu’à, jusqua, hasta, fino a, até, tot, op til, opp til, upp till, do, enintään, έως, до, până la',
)

/** What may stand beside a price and changes nothing. */
const HARMLESS = wordsOf(
  'per person, each, pp, p.p, per ticket, a ticket, ticket, tickets, admission, entry, price, ticket price, cost, only, just, incl, inc, including, included, vat, incl vat, inc vat, including vat, tax included, incl tax, pro person, je person, p. p, inkl, mwst, inkl mwst, inkl. mwst, eintritt, preis, karte, par personne, ttc, prix, entrée, por persona, iva incluido, iva inc, iva incluida, precio, entrada, a persona, iva inclusa, iva incl, prezzo, biglietto, ingresso, por pessoa, preço, per persoon, incl btw, inclusief btw, prijs, pr person, pr. person, inkl moms, pris, inträde, per billet, osoba, za osobę, cena, bilet, inklusive, inclusive, all in, booking fee included, incl booking fee, including booking fee, including fees, incl fees, inc fees, fees included',
)
const PLUS_FEES =
  /\b(?:fees?|charges?|bf|gebühr(?:en)?|vvk|vorverkaufsgebühr(?:en)?|frais|gastos|comisi[oó]n|spese|commissioni|prevendita|kosten|gebyr(?:er)?|avgift(?:er)?)\b/iu

const CHOSEN =
  /\b(?:pay what you|pwyc|pwyw|suggested|donations?|donate|sliding scale|spende|hutkasse|auf spendenbasis|prix libre|don(?:ation)? libre|participation libre|chapeau|donativo|la voluntad|offerta libera|contribuição|vrijwillige bijdrage|donatie|donación)\b/iu

/** Spaces and apostrophes stand only between thousands: "10 15" is two numbers. */
const NUMBER = /\d{1,3}(?:[ '’]\d{3})+(?:[.,]\d{1,2})?(?![\d.,]\d)|\d+(?:[.,·]\d+)*/g
const MAX_AMOUNT = 1_000_000

/** Reads a price as it is published: "12.50", "£12.50", "12,50 €", "1.250,00", "15,-", "From £15", "10-15 EUR", "Free", or a number. */
export function priceOf(value: Json, country: string | null = null): Price {
  if (typeof value === 'number') return priceOfNumber(value)
  const text = (
    textsOf(isNode(value) ? (property(value, 'price') ?? property(value, 'value') ?? value) : value)[0] ?? ''
  )
    .replaceAll(/[\u00a0\u2007\u2009\u202f]/g, ' ')
    .replace(/(\d)\s*[.,]\s*[-–—]+(?=\D|$)/g, '$1')
    .trim()
  const numbers = text.match(NUMBER) ?? []
  const words = wordsBeside(text)
  const { currency, rest } = currencyIn(words, country)
  if (numbers.length === 0) return priceWithoutNumber(text, rest, currency)
  const amounts = numbers.map((number) => decimalOf(number.replace(/['’\s]/g, '')))
  if (amounts.some((amount) => amount === null))
    return { kind: 'unclear', why: `the price "${text}" can be read in two ways` }
  const [first, second, ...others] = amounts as string[]
  if (/(?:^|[^\d\s.,)])\s*[-−–]\s*[^\d\s]{0,3}\s*\d/.test(text) && numbers.length === 1)
    return { kind: 'unclear', why: `"${text}" is not one price` }
  if (CHOSEN.test(text))
    return { kind: 'unclear', why: `the price "${text}" is chosen by buyers, which the office can set` }
  if (others.length > 0 || (second !== undefined && !isRange(text, rest)))
    return { kind: 'unclear', why: `"${text}" is not one price` }
  if (second !== undefined) return { kind: 'range', from: first!, to: second }
  if (rest.some((word) => UP_TO.has(word))) return { kind: 'range', from: '0.00', to: first! }
  if (rest.some((word) => FROM.has(word)) || /\d[\d.,]*\s*(?:\D{0,4}\s*)?\+/.test(text) || /[>≥]/.test(text)) {
    if (PLUS_FEES.test(text)) return { kind: 'unclear', why: `the price "${text}" is without its fees` }
    return { kind: 'range', from: first!, to: null }
  }
  if (
    PLUS_FEES.test(text) &&
    /\+|\b(?:plus|zzgl|hors|excl|exkl|m[aá]s|piu|più|zuzüglich|exclusief|before)\b/iu.test(text)
  )
    return { kind: 'unclear', why: `the price "${text}" is without its fees` }
  const unknown = rest.filter((word) => !HARMLESS.has(word) && !(FREE.has(word) && Number(first) === 0))
  if (unknown.length > 0) return { kind: 'unclear', why: `the price "${text}" says more than an amount` }
  if (Number(first) > MAX_AMOUNT) return { kind: 'unclear', why: `the price ${text} is too high` }
  return { kind: 'exact', amount: first!, currency }
}

function priceOfNumber(value: number): Price {
  if (!(value >= 0 && value <= MAX_AMOUNT)) return { kind: 'unclear', why: `the price ${value} is not one` }
  const rounded = Math.round(value * 100)
  if (Math.abs(value * 100 - rounded) > 1e-6)
    return { kind: 'unclear', why: `the price ${value} has more than two decimals` }
  return { kind: 'exact', amount: (rounded / 100).toFixed(2), currency: null }
}

function priceWithoutNumber(text: string, words: readonly string[], currency: string | null): Price {
  const said = words.join(' ')
  if (CHOSEN.test(text))
    return { kind: 'unclear', why: `the price "${text}" is chosen by buyers, which the office can set` }
  if (
    words.length > 0 &&
    (FREE.has(said) || words.every((word) => FREE.has(word) || HARMLESS.has(word))) &&
    words.some((word) => FREE.has(word) || FREE.has(said))
  )
    return { kind: 'exact', amount: '0.00', currency }
  return { kind: 'unclear', why: `"${text}" is not one price` }
}

/** The words and signs beside the numbers, as the longest phrases that the tables know. */
function wordsBeside(text: string): string[] {
  const pieces = text
    .split(NUMBER)
    .flatMap((piece) => piece.split(/[()[\]:;|!*"]+/))
    .map((piece) => folded(piece.replace(/^[\s.,+/=>≥-]+|[\s,+/=>≥-]+$/g, '')))
  return pieces.flatMap((piece) => phrasesOf(piece.split(' ').filter((word) => word !== '')))
}

const PHRASES = [FREE, FROM, UP_TO, HARMLESS]

function phrasesOf(words: readonly string[]): string[] {
  if (words.length === 0) return []
  for (let length = Math.min(words.length, 6); length > 1; length--) {
    const phrase = words
      .slice(0, length)
      .join(' ')
      .replace(/[.,]+$/, '')
    if (PHRASES.some((table) => table.has(phrase)) || currencyOf(phrase, null) !== null)
      return [phrase, ...phrasesOf(words.slice(length))]
  }
  const [first] = words
  const word = PHRASES.some((table) => table.has(first!)) ? first! : first!.replace(/[.,]+$/, '')
  return [...(word === '' ? [] : splitSign(word)), ...phrasesOf(words.slice(1))]
}

/** "ab€" and "£from" are two words. */
function splitSign(word: string): string[] {
  const sign = /^([£€$¥￥₹₽₺₩])(.+)$|^(.+)([£€¥￥₹₽₺₩])$/u.exec(word)
  return sign ? [sign[1] ?? sign[3]!, sign[2] ?? sign[4]!] : [word]
}

function currencyIn(words: readonly string[], country: string | null): { currency: string | null; rest: string[] } {
  const meant = words.map((word) => (FROM.has(word) || FREE.has(word) ? null : currencyOf(word, country)))
  // A code says more than a sign: "$25 USD".
  const coded = meant.find((code, i) => code !== null && code.toLowerCase() === words[i])
  return {
    currency: coded ?? meant.find((code) => code !== null) ?? null,
    rest: words.filter((_, i) => meant[i] === null),
  }
}

const BETWEEN = wordsOf(
  'to, bis, and, und, à, a, et, y, e, tot, en, til, till, och, og, do, i, до, έως, and up to, until, –, —, -',
)
const isRange = (text: string, words: readonly string[]): boolean =>
  words.every((word) => BETWEEN.has(word) || FROM.has(word) || HARMLESS.has(word) || UP_TO.has(word)) &&
  (/\d[^\d]*[-–—−/][^\d]*\d/.test(text) || words.some((word) => BETWEEN.has(word) || UP_TO.has(word)))

function decimalOf(number: string): string | null {
  const trimmed = number.replace(/([.,]\d{2})0{2,}$/, '$1').replace(/[·]/g, '.')
  const [, whole, , cents] = /^([\d.,]*?\d)(?:([.,])(\d{1,2}))?$/.exec(trimmed) ?? []
  if (whole === undefined) return null
  const groups = whole.split(/[.,]/)
  const isGrouped =
    groups.length === 1 || (groups[0]!.length <= 3 && groups.slice(1).every((group) => group.length === 3))
  // "1.250" alone is ambiguous: over a thousand, or one and a quarter.
  if (!isGrouped || (groups.length === 2 && cents === undefined && whole.includes('.'))) return null
  return `${groups.join('')}.${(cents ?? '').padEnd(2, '0')}`
}
