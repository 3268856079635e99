import { typedOrderNumber } from '@foyer/domain/format/order-number.ts'
import { ORDER_NUMBER_ALPHABET } from '../../payment/order/number.ts'

/** What people hear or read for a character that order numbers have. Several may be meant: a 0 is a D or a Q. */
const HEARD_AS: Record<string, string> = {
  ...{ 0: 'DQ', O: 'DQ', 1: '7T', I: '7T', L: '7', S: '5', Z: '2', B: '8', A: '4', E: '3', U: 'V', N: 'M' },
}
const LENGTH = 8
const MAX = 32

/** The numbers of orders that a typed text may mean, as they are stored. None if it can't be a number. */
export function numbersLike(typed: string): string[] {
  const text = typedOrderNumber(typed.replaceAll(/[._/#]/g, ''))
  if (text.length !== LENGTH) return []
  let numbers = ['']
  for (const char of text) {
    const meant = ORDER_NUMBER_ALPHABET.includes(char) ? char : (HEARD_AS[char] ?? '')
    numbers = numbers.flatMap((begun) => [...meant].map((one) => begun + one))
    if (numbers.length > MAX) return []
  }
  return numbers
}
