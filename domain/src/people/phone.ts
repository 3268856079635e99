/** PAY-21, OPEN-55: an optional + and country code, then 9 or more digits, spaces, dots or dashes. */
const PHONE = /^(\+\d{1,3}[ .-]?)?[\d .-]{9,}$/

// Phones with a numeric keypad have no plus key: 0044 is what people type for +44.
const withPlus = (text: string) => text.trim().replace(/^00(?=[1-9])/, '+')

export const isPhone = (text: string): boolean => PHONE.test(withPlus(text))

/** A number as payment providers take it: digits, with a plus in front of a country code. '0044 20 7946-0000' is '+442079460000'. */
export const dialled = (text: string): string => withPlus(text).replace(/[^\d+]/g, '')

/**
 * A number as a text message is sent to it: with a plus and a country code. One typed without is British, as everybody who
 * pays in instalments is (INS-03). Null: it cannot be one.
 */
export function smsNumber(text: string): string | null {
  const number = dialled(text).replace(/^0(?=[1-9])/, '+44')
  return /^\+[1-9]\d{6,14}$/.test(number) ? number : null
}

/**
 * Whether a contact number will do: it may be left out where nobody asks for it (EXP-05, OPEN-84), must be there when the
 * checkout requires one (PAY-18) and always for a payment plan (INS-02); what is there must be a phone number (PAY-21).
 */
export const isContactNumber = (text: string, { required }: { required: boolean }): boolean =>
  text.trim() === '' ? !required : isPhone(text)
