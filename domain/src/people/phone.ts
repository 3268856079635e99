/** An optional + and country code, then 9 or more digits, spaces, dots or dashes. */
const PHONE = /^(\+\d{1,3}[ .-]?)?[\d .-]{9,}$/

// Phones with a numeric keypad have no plus key, so people type 0044 for +44.
const withPlus = (text: string) => text.trim().replace(/^00(?=[1-9])/, '+')

export const isPhone = (text: string): boolean => PHONE.test(withPlus(text))

/**
 * A number in the format of payment providers: digits, with a plus before a country code. '0044 20 7946-0000' is
 * '+442079460000'.
 */
export const dialledNumber = (text: string): string => withPlus(text).replace(/[^\d+]/g, '')

/**
 * A number in the format of text messages: a plus and a country code. A number without one is British, because payment plans
 * are only offered in pounds. Null when it cannot be a phone number.
 */
export function smsNumber(text: string): string | null {
  const number = dialledNumber(text).replace(/^0(?=[1-9])/, '+44')
  return /^\+[1-9]\d{6,14}$/.test(number) ? number : null
}

/** Whether a contact number is acceptable: it can be empty unless it is required, and otherwise must be a phone number. */
export const isContactNumber = (text: string, { required }: { required: boolean }): boolean =>
  text.trim() === '' ? !required : isPhone(text)
