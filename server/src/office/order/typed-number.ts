import { typedOrderNumber } from '@foyer/domain/format/order-number.ts'
import { ORDER_NUMBER_ALPHABET } from '../../payment/order/number.ts'

/** Characters that people mishear or misread for ones that order numbers have. A 0 may be a D or a Q. */
const MISREAD_AS: Record<string, string> = {
  ...{ 0: 'DQ', O: 'DQ', 1: '7T', I: '7T', L: '7', S: '5', Z: '2', B: '8', A: '4', E: '3', U: 'V', N: 'M' },
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
    numbers = numbers.flatMap((start) => [...candidates].map((one) => start + one))
    if (numbers.length > MAX) return []
  }
  return numbers
}
