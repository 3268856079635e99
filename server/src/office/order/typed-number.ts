import { typedOrderNumber } from '@foyer/domain/format/order-number.ts'
import { ORDER_NUMBER_ALPHABET } from '../../payment/order/number.ts'

/** Characters that people mishear or misread for ones that order numbers have. A 0 may be a D or a Q. */
const MISREAD_AS: Record<string, string> = {
  0: 'DQ',
  O: 'DQ',
  1: '7T',
  I: '7T',
  L: '7',
  S: '5',
  Z: '2',
  B: '8',
  A: '4',
  E: '3',
  U: 'V',
  N: 'M',
}
const LENGTH = 8
const MAX = 32

/** The order numbers that a typed text may mean, as they are stored; none if it can't be one. */
export function numbersLike(typed: string): string[] {
  const text = typedOrderNumber(typed.replaceAll(/[._/#]/g, ''))
  if (text.length !== LENGTH) return []
  let numbers = ['']
  for (const char of text) {
    const candidates = ORDER_NUMBER_ALPHABET.includes(char) ? char : (MISREAD_AS[char] ?? '')
    numbers = numbers.flatMap((start) => [...candidates].map((character) => start + character))
    if (numbers.length > MAX) return []
  }
  return numbers
}

/** The order numbers from which a typed one differs by a mistake: a character wrong, missing or too many, or two swapped. */
export function numbersNear(typed: string): string[] {
  const text = typedOrderNumber(typed.replaceAll(/[._/#]/g, ''))
  const near = [text, text.replace(/^FY/, '')]
    .filter(({ length }) => Math.abs(length - LENGTH) <= 1)
    .flatMap((number) => oneMistakeIn(number, [...ORDER_NUMBER_ALPHABET]))
  return near.filter(
    (number) => number.length === LENGTH && [...number].every((char) => ORDER_NUMBER_ALPHABET.includes(char)),
  )
}

/** As patterns, the phone numbers from which typed digits differ by a mistake. */
export const phonesNear = (digits: string): string[] => oneMistakeIn(digits, ['\\d'])

/** The texts that one mistake can turn into this one. `any` are the characters that may stand where one is wrong or missing. */
function oneMistakeIn(text: string, any: readonly string[]): string[] {
  const places = [...text].map((_, at) => at)
  return [
    ...places.flatMap((at) => any.map((char) => text.slice(0, at) + char + text.slice(at + 1))),
    ...[...places, text.length].flatMap((at) => any.map((char) => text.slice(0, at) + char + text.slice(at))),
    ...places.map((at) => text.slice(0, at) + text.slice(at + 1)),
    ...places.slice(1).map((at) => text.slice(0, at - 1) + text[at] + text[at - 1] + text.slice(at + 1)),
  ]
}
